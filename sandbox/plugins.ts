import { MIB } from '../lib/util/bytes.ts'

export type Config = Readonly<Record<string, string>>

export interface ConfigKey {
  readonly name: string
  readonly type: 'STRING' | 'INT' | 'BOOLEAN' | 'LIST'
  /** null: none, but the key may be missing. */
  readonly fallback: string | null
  readonly required?: true
  readonly atLeast?: number
  readonly oneOf?: readonly string[]
}

export interface Plugin {
  readonly class: string
  readonly type: 'sink' | 'source'
  readonly version: string
  /** Its own keys, beyond those of every connector. */
  readonly keys: readonly ConfigKey[]
  /** How it buffers; null if it writes each batch at once. */
  readonly buffer: PartBuffer | null
}

/** A sink that keeps one buffer of a whole part on the heap for each file that it has open. */
export interface PartBuffer {
  /** Length of the array of a file that was just opened, in bytes. */
  partBytes(config: Config): number
  /** Innermost frames of the connector when there is no room for another one. */
  readonly frames: readonly string[]
}

export const key = (name: string, type: ConfigKey['type'], fallback: string | null = null): ConfigKey => ({
  name,
  type,
  fallback,
})
export const required = (name: string, type: ConfigKey['type']): ConfigKey => ({
  name,
  type,
  fallback: null,
  required: true,
})

const S3_SINK: Plugin = {
  class: 'io.confluent.connect.s3.S3SinkConnector',
  type: 'sink',
  version: '10.5.25',
  keys: [
    required('flush.size', 'INT'),
    required('s3.bucket.name', 'STRING'),
    { ...key('s3.part.size', 'INT', '26214400'), atLeast: 5 * MIB },
    key('s3.elastic.buffer.enable', 'BOOLEAN', 'false'),
    { ...key('s3.elastic.buffer.init.capacity', 'INT', '131072'), atLeast: 4096 },
    key('s3.region', 'STRING', 'us-west-2'),
    key('storage.class', 'STRING'),
    key('format.class', 'STRING'),
    key('partitioner.class', 'STRING'),
    key('topics.dir', 'STRING', 'topics'),
    key('rotate.interval.ms', 'INT', '-1'),
    key('rotate.schedule.interval.ms', 'INT', '-1'),
  ],
  buffer: {
    // Records have no size here, so an elastic buffer stays as small as it begins.
    partBytes: (config) =>
      config['s3.elastic.buffer.enable'] === 'true'
        ? Number(config['s3.elastic.buffer.init.capacity'] ?? 131_072)
        : Number(config['s3.part.size'] ?? 26_214_400),
    frames: [
      'io.confluent.connect.s3.storage.SimpleByteBuffer.<init>(SimpleByteBuffer.java:28)',
      'io.confluent.connect.s3.storage.S3OutputStream.<init>(S3OutputStream.java:93)',
      'io.confluent.connect.s3.storage.S3Storage.create(S3Storage.java:219)',
      'io.confluent.connect.s3.format.json.JsonRecordWriterProvider$1.<init>(JsonRecordWriterProvider.java:74)',
      'io.confluent.connect.s3.format.json.JsonRecordWriterProvider.getRecordWriter(JsonRecordWriterProvider.java:70)',
      'io.confluent.connect.s3.format.KeyValueHeaderRecordWriterProvider.getRecordWriter(KeyValueHeaderRecordWriterProvider.java:79)',
      'io.confluent.connect.s3.TopicPartitionWriter.newWriter(TopicPartitionWriter.java:606)',
      'io.confluent.connect.s3.TopicPartitionWriter.writeRecord(TopicPartitionWriter.java:662)',
      'io.confluent.connect.s3.TopicPartitionWriter.checkRotationOrAppend(TopicPartitionWriter.java:392)',
      'io.confluent.connect.s3.TopicPartitionWriter.executeState(TopicPartitionWriter.java:319)',
      'io.confluent.connect.s3.TopicPartitionWriter.write(TopicPartitionWriter.java:229)',
      'io.confluent.connect.s3.S3SinkTask.put(S3SinkTask.java:258)',
    ],
  },
}

/** The sink that the tests on real Kafka Connect use, with the same keys and the same appetite. */
const PART_BUFFER_SINK: Plugin = {
  class: 'medic.PartBufferSinkConnector',
  type: 'sink',
  version: '1',
  keys: [
    key('part.size', 'INT', '26214400'),
    key('flush.size', 'INT', '1000'),
    required('out.dir', 'STRING'),
  ],
  buffer: {
    partBytes: (config) => Number(config['part.size'] ?? 26_214_400),
    frames: [
      'medic.PartBufferSinkTask$OpenFile.<init>(PartBufferSinkTask.java:20)',
      'medic.PartBufferSinkTask.put(PartBufferSinkTask.java:41)',
    ],
  },
}

const JDBC_SINK: Plugin = {
  class: 'io.confluent.connect.jdbc.JdbcSinkConnector',
  type: 'sink',
  version: '10.8.4',
  keys: [
    required('connection.url', 'STRING'),
    key('connection.user', 'STRING'),
    key('connection.password', 'STRING'),
    { ...key('insert.mode', 'STRING', 'insert'), oneOf: ['insert', 'upsert', 'update'] },
  ],
  buffer: null,
}

const POSTGRES_SOURCE: Plugin = {
  class: 'io.debezium.connector.postgresql.PostgresConnector',
  type: 'source',
  version: '3.3.1.Final',
  keys: [required('topic.prefix', 'STRING'), key('database.hostname', 'STRING')],
  buffer: null,
}

export const PLUGINS: readonly Plugin[] = [S3_SINK, PART_BUFFER_SINK, JDBC_SINK, POSTGRES_SOURCE]

export const pluginOf = (className: string | undefined) =>
  PLUGINS.find((plugin) => plugin.class === className)
