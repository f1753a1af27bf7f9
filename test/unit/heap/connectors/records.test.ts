import { describe, expect, test } from 'vitest'
import type { Settings } from '../../../../lib/domain/cluster-config.ts'
import { MIB } from '../../../../lib/util/bytes.ts'
import { type Given, given, sharesOf, totalOf } from '../../../support/families.ts'

const KB10 = { low: 10_000, high: 10_000 }

describe('files without part buffers', () => {
  const HDFS = 'io.confluent.connect.hdfs.HdfsSinkConnector'

  test('HDFS: packets of the client and Avro blocks; Parquet has row groups of up to 256 MiB', () => {
    expect(sharesOf(given(HDFS, { 'flush.size': '1000' }, { held: 4 })).map(({ what }) => what)).toEqual([
      '4 open files',
      '4 Avro blocks',
    ])
    const parquet = { 'format.class': 'x.ParquetFormat', 'flush.size': '1000000' }
    expect(sharesOf(given(HDFS, parquet, { held: 4, recordBytes: KB10 }))[1]?.bytes.high).toBe(1024 * MIB)
  })

  test('HDFS: rotate.interval.ms bounds the files, but not to one', () => {
    const byHour = {
      'flush.size': '1000000',
      'partitioner.class': 'x.HourlyPartitioner',
      'timestamp.extractor': 'Record',
    }
    const what = (config: Settings) => sharesOf(given(HDFS, { ...byHour, ...config }, { held: 1 }))[0]?.what
    expect(what({})).toBe('1–169 open files')
    expect(what({ 'rotate.interval.ms': '3600000' })).toBe('1–2 open files')
  })

  test('Lenses: little, for it stages on disk; Parquet and PARTITIONBY take more', () => {
    const s3 = 'io.lenses.streamreactor.connect.aws.s3.sink.S3SinkConnector'
    const of = (kcql: string) =>
      sharesOf(given(s3, { 'connect.s3.kcql': kcql }, { held: 10, recordBytes: KB10 }))[0]
    expect(of('insert into b select * from t STOREAS `JSON`')?.bytes.high).toBeLessThan(MIB)
    expect(of('insert into b select * from t STOREAS `PARQUET`')?.bytes.high).toBe(1280 * MIB)
    expect(
      of("insert into b select * from t STOREAS `PARQUET` PROPERTIES('flush.count'=100)")?.bytes.high,
    ).toBeCloseTo((10 * 100 * 10_000) / 1.03)
    expect(of('insert into b select * from t PARTITIONBY x')?.cause).toBe('partition-fanout')
  })

  test('Iceberg: one Parquet file for each partition of each table', () => {
    const iceberg = 'org.apache.iceberg.connect.IcebergSinkConnector'
    const [share] = sharesOf(given(iceberg, { 'iceberg.tables': 'a.b,a.c' }, { held: 1 }))
    expect(share).toMatchObject({
      cause: 'partition-fanout',
      what: '1–200 open Parquet files of up to 128 MiB',
      setting: 'iceberg.control.commit.interval-ms=300000 (default)',
    })
  })
})

describe('sinks that hold records until a flush', () => {
  const AIVEN = 'io.aiven.kafka.connect.s3.AivenKafkaConnectS3SinkConnector'

  test('Aiven: what a task reads in the flush interval of the worker, as it is converted', () => {
    // Measured: 1.03 to 2.9 bytes of heap for each byte that comes.
    const bytes = { 'value.converter': 'org.apache.kafka.connect.converters.ByteArrayConverter' }
    const at = (facts: Given) => sharesOf(given(AIVEN, bytes, { held: 1, ...facts }))[0]
    expect(at({ backlog: false })?.bytes).toEqual({ low: 60_000 * 1.03, high: 300_000_000 * 2.9 })
    expect(at({ backlog: true })?.bytes).toEqual({ low: 60_000_000 * 1.03, high: 3_000_000_000 * 2.9 })
    const often = at({ backlog: true, workerConfig: { 'offset.flush.interval.ms': '10000' } })
    expect(often?.bytes.low).toBe(10_000_000 * 1.03)
    expect(often?.setting).toBe('offset.flush.interval.ms=10000, of the worker')
  })

  test('Aiven: the interval in the connector’s own config means nothing', () => {
    const config = { 'offset.flush.interval.ms': '1000' }
    expect(totalOf(given(AIVEN, config, { held: 1 }))).toEqual(totalOf(given(AIVEN, {}, { held: 1 })))
  })

  test('Aiven GCS has a soft cap from 3.4.3 on', () => {
    const gcs = 'io.aiven.kafka.connect.gcs.GcsSinkConnector'
    const bytes = {
      'value.converter': 'org.apache.kafka.connect.converters.ByteArrayConverter',
    }
    const of = (version: string | null) => totalOf(given(gcs, bytes, { held: 1, version })).high
    expect(of('3.4.3')).toBe(60 * MIB * 2.9)
    expect(of('3.4.2')).toBeGreaterThan(1024 * MIB)
    expect(of(null)).toBe(of('3.4.2'))
  })

  test('BigQuery: all until a flush, or what queueSize lets wait', () => {
    const bigQuery = 'com.wepay.kafka.connect.bigquery.BigQuerySinkConnector'
    const of = (config: Settings) =>
      sharesOf(given(bigQuery, config, { held: 1, recordBytes: KB10, backlog: true }))[0]
    expect(of({})?.cause).toBe('unbounded-buffer')
    expect(of({ queueSize: '20' })).toMatchObject({
      cause: 'record-batch',
      bytes: { low: 30 * 500 * 2 * 10_000, high: 30 * 500 * 2 * 10_000 },
    })
  })

  test('Splunk: a million events unless it is told otherwise', () => {
    const splunk = 'com.splunk.kafka.connect.SplunkSinkConnector'
    const [share] = sharesOf(given(splunk, {}, { held: 1 }))
    expect(share?.what).toBe('0–1,000,000 records that Splunk has not confirmed')
  })

  test('Snowflake: three times the buffer of each partition; channels of 64 MiB with streaming', () => {
    const className = 'com.snowflake.kafka.connector.SnowflakeSinkConnector'
    expect(totalOf(given(className, {}, { held: 10, backlog: true }))).toEqual({
      low: 50_000_000,
      high: 150_000_000,
    })
    const streaming = { 'snowflake.ingestion.method': 'SNOWPIPE_STREAMING' }
    expect(totalOf(given(className, streaming, { held: 10 })).high).toBe(640 * MIB)
    const bounded = { ...streaming, 'snowflake.streaming.max.memory.limit.bytes': '100000000' }
    expect(totalOf(given(className, bounded, { held: 10 })).high).toBe(100_000_000)
  })
})

describe('sinks that hold a poll', () => {
  test('JDBC: no more than a poll, whatever batch.size is', () => {
    const className = 'io.confluent.connect.jdbc.JdbcSinkConnector'
    const facts = { held: 1, recordBytes: KB10 }
    expect(totalOf(given(className, {}, facts)).high).toBe(500 * 10_000)
    expect(totalOf(given(className, { 'batch.size': '100' }, facts)).high).toBe(100 * 10_000)
    const task = given(className, {}, facts)
    expect(task.family.ineffective(task)[0]).toMatchObject({ remedy: 'lower-flush-size' })
  })

  test('Elasticsearch: 20,000 records of 20 KB and their JSON come to 600 MB, before requests', () => {
    const className = 'io.confluent.connect.elasticsearch.ElasticsearchSinkConnector'
    const facts = { held: 1, backlog: true, recordBytes: { low: 20_000, high: 20_000 } }
    const [buffer, requests] = sharesOf(given(className, {}, facts))
    expect(buffer?.bytes.low).toBe(600_000_000)
    expect(requests?.bytes.high).toBe(50 * MIB)
  })

  test('MongoDB: documents and writes, besides the records', () => {
    const className = 'com.mongodb.kafka.connect.MongoSinkConnector'
    expect(totalOf(given(className, {}, { held: 1, recordBytes: KB10 })).high).toBe(500 * 2 * 10_000)
  })
})

describe('JDBC sources', () => {
  const JDBC = 'io.confluent.connect.jdbc.JdbcSourceConnector'
  const driver = (config: Settings, facts: Given = {}) => sharesOf(given(JDBC, config, facts))[0]

  test.each([
    ['MySQL', { 'connection.url': 'jdbc:mysql://db/app' }, 'all rows of a query at once'],
    [
      'MySQL with a cursor',
      { 'connection.url': 'jdbc:mysql://db/app?useCursorFetch=true' },
      '1000 rows in the driver',
    ],
    [
      'MySQL with a cursor as a property',
      { 'connection.url': 'jdbc:mysql://db/app', 'connection.useCursorFetch': 'true' },
      '1000 rows in the driver',
    ],
    ['MariaDB', { 'connection.url': 'jdbc:mariadb://db/app' }, '1000 rows in the driver'],
    ['PostgreSQL', { 'connection.url': 'jdbc:postgresql://db/app' }, '1000 rows in the driver'],
    ['SQL Server', { 'connection.url': 'jdbc:sqlserver://db' }, 'rows in the driver as they are read'],
    [
      'SQL Server with full buffering',
      { 'connection.url': 'jdbc:sqlserver://db;responseBuffering=full' },
      'all rows of a query at once',
    ],
    [
      'Oracle',
      { 'connection.url': 'jdbc:oracle:thin:@db' },
      '1000 rows in the driver, as wide as their columns are declared',
    ],
    ['another', { 'connection.url': 'jdbc:other:db' }, '1000 rows in the driver'],
  ])('the driver of %s', (_database, config, what) => {
    expect(driver(config)).toMatchObject({ cause: 'driver-full-fetch', what })
  })

  test('batch.max.rows was 100 before 10.8.5', () => {
    const postgres = { 'connection.url': 'jdbc:postgresql://db/app' }
    expect(driver(postgres, { version: '10.8.4' })?.setting).toBe('batch.max.rows=100 (default)')
    expect(driver(postgres, { version: '10.8.5' })?.setting).toBe('batch.max.rows=1000 (default)')
  })

  test('a cursor is the first thing to try, and does not repeat the URL', () => {
    const task = given(JDBC, { 'connection.url': 'jdbc:mysql://root:hunter2@db/app' })
    const [first] = task.family.levers(task)
    expect(first).toMatchObject({ remedy: 'cursor-fetch', set: { 'connection.useCursorFetch': 'true' } })
    expect(JSON.stringify(task.family.levers(task))).not.toContain('hunter2')
  })

  test('smaller polls and more tasks have no effect for one table that the driver reads whole', () => {
    const task = given(JDBC, { 'connection.url': 'jdbc:mysql://db/app', 'table.whitelist': 'orders' })
    expect(task.family.ineffective(task).map(({ remedy }) => remedy)).toEqual([
      'raise-tasks-max',
      'lower-poll-size',
    ])
  })
})

describe('Debezium', () => {
  const POSTGRES = 'io.debezium.connector.postgresql.PostgresConnector'

  test('the queue is counted in events, each with two rows', () => {
    const [queue] = sharesOf(given(POSTGRES, {}, { recordBytes: KB10 }))
    expect(queue).toMatchObject({
      cause: 'source-queue',
      bytes: { low: 0, high: (8192 + 2048) * 2 * 10_000 },
      setting: 'max.queue.size=8192 (default)',
    })
  })

  test('max.queue.size.in.bytes bounds it, but for one event and a batch', () => {
    const [queue] = sharesOf(given(POSTGRES, { 'max.queue.size.in.bytes': '1000000' }, { recordBytes: KB10 }))
    expect(queue?.bytes.high).toBe(1_000_000 + 2049 * 20_000)
  })

  test.each([
    ['mysql.MySqlConnector', 1024],
    ['postgresql.PostgresConnector', 10_240],
    ['sqlserver.SqlServerConnector', 2000],
    ['mongodb.MongoDbConnector', 1024],
  ])('a snapshot of %s has %d rows in the driver', (className, rows) => {
    const shares = sharesOf(given(`io.debezium.connector.${className}`, {}, { recordBytes: KB10 }))
    expect(shares[1]?.bytes.high).toBe(rows * 10_000)
  })

  test('Oracle keeps open transactions, unless their store is elsewhere', () => {
    const oracle = 'io.debezium.connector.oracle.OracleConnector'
    const causes = (config: Settings) => sharesOf(given(oracle, config)).map(({ cause }) => cause)
    expect(causes({})).toContain('unbounded-buffer')
    expect(causes({ 'log.mining.buffer.type': 'infinispan_embedded' })).not.toContain('unbounded-buffer')
  })

  test('more tasks have no effect, but for several databases of SQL Server', () => {
    const ineffective = (className: string, config: Settings = {}) => {
      const task = given(`io.debezium.connector.${className}`, config)
      return task.family.ineffective(task).map(({ remedy }) => remedy)
    }
    expect(ineffective('mysql.MySqlConnector')).toEqual(['raise-tasks-max'])
    expect(ineffective('sqlserver.SqlServerConnector', { 'database.names': 'a,b' })).toEqual([])
  })
})

describe('other sources', () => {
  test('MongoDB: a queue of 16,000 documents while existing ones are copied', () => {
    const className = 'com.mongodb.kafka.connect.MongoSourceConnector'
    const of = (config: Settings) => totalOf(given(className, config, { recordBytes: KB10 })).high
    expect(of({})).toBe(1000 * 10_000)
    expect(of({ 'startup.mode': 'copy_existing' })).toBe(17_000 * 10_000)
  })

  test('MirrorMaker: its own consumer, with two responses of a broker', () => {
    const className = 'org.apache.kafka.connect.mirror.MirrorSourceConnector'
    const [fetch] = sharesOf(given(className, { 'source.consumer.fetch.max.bytes': '10485760' }))
    expect(fetch).toMatchObject({ cause: 'fetch-buffers', bytes: { low: 0, high: 20 * MIB } })
  })

  test('FileStream: the longest line, twice', () => {
    const className = 'org.apache.kafka.connect.file.FileStreamSourceConnector'
    expect(sharesOf(given(className, {}))[0]).toMatchObject({ cause: 'huge-input', bytes: { high: 2 * MIB } })
    expect(sharesOf(given('org.apache.kafka.connect.file.FileStreamSinkConnector', {}, { held: 3 }))).toEqual(
      [],
    )
  })
})
