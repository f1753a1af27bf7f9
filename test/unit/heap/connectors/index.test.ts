import { readdirSync, readFileSync } from 'node:fs'
import fc from 'fast-check'
import { describe, expect, test } from 'vitest'
import type { FamilyLike, Settings } from '../../../../lib/domain/cluster-config.ts'
import { OOM_CAUSES, REMEDIES } from '../../../../lib/domain/vocabulary.ts'
import { FAMILIES, FAMILY_NAMES, findFamily, isWorkerSetting } from '../../../../lib/heap/connectors/index.ts'
import { MIB } from '../../../../lib/util/bytes.ts'
import { type Given, given, sharesOf, totalOf } from '../../../support/families.ts'

const EVERY_CLASS = FAMILIES.flatMap(({ classes }) => classes)
const ANY_CLASS = fc.constantFrom(...EVERY_CLASS)

function nameOf(className: string, like: FamilyLike | null = null): string | null {
  const { connector } = given('org.apache.kafka.connect.file.FileStreamSinkConnector', {})
  const known = findFamily({ ...connector, config: { 'connector.class': className }, like })
  return known?.family.name ?? null
}

describe('the family of a connector', () => {
  test.each([
    ['io.confluent.connect.s3.S3SinkConnector', 'confluent-s3'],
    ['io.debezium.connector.postgresql.PostgresConnector', 'debezium-postgres'],
    ['io.debezium.connector.jdbc.JdbcSinkConnector', 'debezium-jdbc-sink'],
    ['io.tabular.iceberg.connect.IcebergSinkConnector', 'iceberg'],
    ['ElasticsearchSinkConnector', 'elasticsearch'],
    ['ElasticsearchSink', 'elasticsearch'],
    ['PostgresConnector', 'debezium-postgres'],
  ])('%s is %s', (className, name) => {
    expect(nameOf(className)).toBe(name)
  })

  test.each([
    ['a class that nobody knows', 'com.example.PlainSinkConnector'],
    ['no class', ''],
    ['a short name that several have', 'JdbcSinkConnector'],
    ['a word of JavaScript', 'constructor'],
  ])('is not known for %s', (_what, className) => {
    expect(nameOf(className)).toBeNull()
  })

  test('has a name and a class that no other one has', () => {
    expect(new Set(FAMILY_NAMES).size).toBe(FAMILY_NAMES.length)
    expect(new Set(EVERY_CLASS).size).toBe(EVERY_CLASS.length)
  })
})

describe('a class that behaves as a family', () => {
  const like = { family: 'confluent-s3', keys: { 's3.part.size': 'part.bytes' } }
  const own = { 'part.bytes': '1048576', 's3.part.size': '5242880', 'flush.size': '10' }

  test('is read by its own keys, and answered in them', () => {
    const task = given('com.example.BucketSink', own, { like, held: 3 })
    expect(task.config).toMatchObject({ 's3.part.size': '1048576', 'flush.size': '10' })
    expect(sharesOf(task)[0]).toMatchObject({
      what: '3 part buffers of 2 MiB',
      setting: 'part.bytes=1048576',
    })
  })

  test('does not take the family’s key for one that it calls something else', () => {
    const task = given('com.example.BucketSink', { 's3.part.size': '5242880' }, { like, held: 1 })
    expect(sharesOf(task)[0]?.setting).toBe('part.bytes=26214400 (default)')
  })

  test('is offered only settings that it is known to have', () => {
    const task = given('com.example.BucketSink', {}, { like, held: 3 })
    expect(task.family.levers(task).map(({ remedy }) => remedy)).toEqual(['lower-part-size'])
    const sink = given('com.example.Table', {}, { like: { family: 'jdbc-sink', keys: {} } })
    expect(sink.family.levers(sink).map(({ remedy }) => remedy)).toEqual(['lower-poll-size'])
  })

  test('has versions of its own, which tell nothing', () => {
    const task = given('com.example.BucketSink', {}, { like, held: 1, version: '1.0.0' })
    expect(sharesOf(task)[0]?.setting).toBe('part.bytes=26214400 (default)')
  })
})

/** Only the worker resolves it. */
const PLACEHOLDER = '$' + '{file:/etc/secrets:size}'

const KEYS = [
  'flush.size',
  'rotate.interval.ms',
  'rotate.schedule.interval.ms',
  'rotate.file.on.partition.change',
  'partition.duration.ms',
  'partitioner.class',
  'partitioner.max.open.files',
  'timestamp.extractor',
  'format.class',
  'max.write.duration.ms',
  's3.part.size',
  's3.elastic.buffer.enable',
  's3.elastic.buffer.init.capacity',
  's3.send.digest',
  'gcs.part.size',
  'azblob.block.size',
  'store.kafka.keys',
  'aws.s3.part.size.bytes',
  'connect.s3.kcql',
  'batch.size',
  'batch.max.rows',
  'max.buffer.size',
  'connection.url',
  'max.queue.size',
  'max.batch.size',
  'max.queue.size.in.bytes',
  'snapshot.fetch.size',
  'snapshot.max.threads',
  'incremental.snapshot.chunk.size',
  'log.mining.buffer.transaction.events.threshold',
  'max.buffered.records',
  'max.in.flight.requests',
  'bulk.size.bytes',
  'buffer.size.bytes',
  'snowflake.ingestion.method',
  'snowflake.streaming.max.memory.limit.bytes',
  'queueSize',
  'threadPoolSize',
  'poll.max.batch.size',
  'startup.mode',
  'startup.mode.copy.existing.queue.size',
  'iceberg.tables',
  'iceberg.control.commit.interval-ms',
  'iceberg.tables.write-props.write.parquet.row-group-size-bytes',
  'splunk.hec.max.outstanding.events',
  'source.consumer.fetch.max.bytes',
  'source.consumer.max.poll.records',
  'topics',
  'producer.override.buffer.memory',
]

const anyValue = fc.oneof(
  fc.constantFrom(
    '',
    '0',
    '-1',
    '-5242880',
    '2147483647',
    '9223372036854775807',
    '9'.repeat(400),
    '1e9',
    '25MB',
    ' 1000 ',
    '0.5',
    'true',
    'FALSE',
    PLACEHOLDER,
    'io.confluent.connect.storage.partitioner.TimeBasedPartitioner',
    'io.confluent.connect.storage.partitioner.FieldPartitioner',
    'io.confluent.connect.s3.format.parquet.ParquetFormat',
    'Record',
    'SNOWPIPE_STREAMING',
    'copy_existing',
    'jdbc:mysql://db/app',
    'jdbc:oracle:thin:@db',
    'insert into a select * from t PARTITIONBY x STOREAS `PARQUET` FLUSH_COUNT = 99999',
  ),
  fc.integer().map(String),
  fc.string({ maxLength: 30 }),
)
const anyConfig: fc.Arbitrary<Settings> = fc.dictionary(fc.constantFrom(...KEYS), anyValue, { maxKeys: 12 })
const anyFacts = fc.record({
  held: fc.option(fc.nat({ max: 3000 })),
  heapMib: fc.integer({ min: 64, max: 65_536 }),
  pollRecords: fc.integer({ min: 1, max: 100_000 }),
  version: fc.constantFrom(null, '3.0.0', '10.0.5', '10.5.25', '12.2.0', 'unknown', ''),
  backlog: fc.constantFrom(null, true, false),
  workerConfig: fc.dictionary(
    fc.constantFrom('offset.flush.interval.ms', 'producer.buffer.memory'),
    anyValue,
  ),
  recordBytes: fc.option(
    fc.record({ low: fc.nat({ max: 1000 }), high: fc.integer({ min: 1000, max: 50 * MIB }) }),
  ),
})

describe('whatever a configuration says', () => {
  test('the estimates are whole ranges of finite bytes, in words of the vocabulary', () => {
    fc.assert(
      fc.property(ANY_CLASS, anyConfig, anyFacts, (className, config, facts) => {
        for (const share of sharesOf(given(className, config, facts))) {
          const { low, high } = share.bytes
          expect(Number.isFinite(low) && Number.isFinite(high)).toBe(true)
          expect(low).toBeGreaterThanOrEqual(0)
          expect(high).toBeGreaterThanOrEqual(low)
          expect(OOM_CAUSES).toContain(share.cause)
          const text = [share.what, share.setting ?? '', ...share.assumptions].join(' ')
          expect(text).not.toMatch(/NaN|Infinity|undefined|null/)
        }
      }),
      { numRuns: 1000 },
    )
  })

  test('what is offered and what has no effect are of the vocabulary, with a reason', () => {
    fc.assert(
      fc.property(ANY_CLASS, anyConfig, anyFacts, (className, config, facts) => {
        const task = given(className, config, facts)
        for (const { remedy, set } of task.family.levers(task)) {
          expect(REMEDIES).toContain(remedy)
          expect(Object.keys(set).length).toBeGreaterThan(0)
          expect(Object.values(set).every((value) => value !== '' && !/NaN|Infinity/.test(value))).toBe(true)
        }
        for (const { remedy, why } of task.family.ineffective(task)) {
          expect(REMEDIES).toContain(remedy)
          expect(why).not.toBe('')
        }
      }),
      { numRuns: 500 },
    )
  })

  test('no value that is not understood is repeated, for it may be a secret', () => {
    const secret = 'hunter2-and-more'
    const config = Object.fromEntries(
      KEYS.filter((key) => key !== 'topics' && !key.endsWith('.class')).map((key) => [key, `${secret};x`]),
    )
    for (const className of EVERY_CLASS) {
      const task = given(className, config, { held: 2, workerConfig: { 'offset.flush.interval.ms': secret } })
      const { family } = task
      expect(
        JSON.stringify([family.shares(task), family.levers(task), family.ineffective(task)]),
      ).not.toContain(secret)
    }
  })

  test('more partitions never take less', () => {
    fc.assert(
      fc.property(
        ANY_CLASS,
        anyConfig,
        anyFacts,
        fc.nat(500),
        fc.nat(500),
        (className, config, facts, a, b) => {
          const of = (held: number) => totalOf(given(className, config, { ...facts, held }))
          const [few, many] = [of(Math.min(a, b)), of(Math.max(a, b))]
          expect(many.low).toBeGreaterThanOrEqual(few.low)
          expect(many.high).toBeGreaterThanOrEqual(few.high)
        },
      ),
      { numRuns: 500 },
    )
  })

  test('larger parts never take less', () => {
    const size = fc.integer({ min: 5 * MIB, max: 100 * MIB })
    const stores = [
      ['io.confluent.connect.s3.S3SinkConnector', 's3.part.size'],
      ['io.confluent.connect.gcs.GcsSinkConnector', 'gcs.part.size'],
      ['io.confluent.connect.azure.blob.AzureBlobStorageSinkConnector', 'azblob.block.size'],
    ] as const
    fc.assert(
      fc.property(
        fc.constantFrom(...stores),
        anyConfig,
        anyFacts,
        size,
        size,
        ([store, key], config, facts, a, b) => {
          const of = (bytes: number) => totalOf(given(store, { ...config, [key]: String(bytes) }, facts))
          const [small, large] = [of(Math.min(a, b)), of(Math.max(a, b))]
          expect(large.low).toBeGreaterThanOrEqual(small.low)
          expect(large.high).toBeGreaterThanOrEqual(small.high)
        },
      ),
    )
  })

  test('a value that can’t be is replaced by the default, and the share says so', () => {
    for (const value of ['25MB', '-5', '1', '', 'NaN', 'Infinity', '9'.repeat(400), PLACEHOLDER]) {
      const [share] = sharesOf(
        given('io.confluent.connect.s3.S3SinkConnector', { 's3.part.size': value }, { held: 1 }),
      )
      expect(share?.bytes.low).toBe(26 * MIB)
      expect(share?.setting).toBe('s3.part.size=26214400 (assumed)')
      expect(share?.assumptions.join(' ')).toContain('s3.part.size is not a whole number')
    }
  })
})

/** Of 8 MB with the records below: a part that is never full. */
const SMALL_FILES: Settings = { 'flush.size': '1000' }

describe('levers', () => {
  test('lower the estimate of every family, as it is by default', () => {
    // It closes the files of silent partitions, which the estimate takes for none.
    const without = new Set(['rotate-schedule-interval'])
    for (const className of EVERY_CLASS) {
      const facts: Given = { held: 8, recordBytes: { low: 4096, high: 8192 } }
      const before = given(className, SMALL_FILES, facts)
      for (const { remedy, set } of before.family.levers(before)) {
        const isClients = Object.keys(set).every((key) => /^(?:consumer|producer)\.override\./.test(key))
        if (without.has(remedy) || isClients) continue
        const entries = Object.entries(set)
        const own = Object.fromEntries(entries.filter(([key]) => !isWorkerSetting(key)))
        const after = given(
          className,
          { ...SMALL_FILES, ...own },
          {
            ...facts,
            workerConfig: Object.fromEntries(entries.filter(([key]) => isWorkerSetting(key))),
          },
        )
        expect([className, remedy, totalOf(after).high < totalOf(before).high]).toEqual([
          className,
          remedy,
          true,
        ])
      }
    }
  })

  test('are not offered again once they are set', () => {
    for (const className of EVERY_CLASS) {
      const before = given(className, {}, { held: 8 })
      for (const { remedy, set } of before.family.levers(before)) {
        const max = Number(set['consumer.override.max.poll.records'] ?? 500)
        const after = given(className, set, { held: 8, workerConfig: set, pollRecords: max })
        const again = after.family.levers(after).map((lever) => JSON.stringify([lever.remedy, lever.set]))
        expect(again).not.toContain(JSON.stringify([remedy, set]))
      }
    }
  })
})

describe('labelled failures', () => {
  const folder = new URL('../../diagnosis/cases/', import.meta.url)
  const cases = readdirSync(folder)
    .filter((file) => file.endsWith('.json'))
    .map((file) => JSON.parse(readFileSync(new URL(file, folder), 'utf8')))
  const rows = cases.flatMap(({ id, connectors, expect: { oomCause }, cluster }) =>
    Object.values<{ info?: { config?: Settings }; status: { tasks: { state: string }[] } }>(
      connectors,
    ).flatMap(({ info, status }) => {
      const config = info?.config ?? {}
      const className = config['connector.class'] ?? ''
      const isNamed =
        EVERY_CLASS.includes(className) && oomCause !== undefined && !oomCause.includes('victim')
      return isNamed && status.tasks.length > 0 ? [{ id, className, config, oomCause, cluster }] : []
    }),
  )

  test('there are some', () => {
    expect(rows.length).toBeGreaterThan(8)
  })

  test.each(rows.filter(({ oomCause }) => !oomCause.includes('tls-mismatch')))(
    'the cause of $id is among what the family names',
    ({ className, config, oomCause }) => {
      const shares = sharesOf(given(className, config, { held: 8 }))
      expect(shares.filter(({ cause }) => oomCause.includes(cause)).length).toBeGreaterThan(0)
    },
  )
})
