import { MIB } from './heap.ts'

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

const key = (name: string, type: ConfigKey['type'], fallback: string | null = null): ConfigKey => ({
  name,
  type,
  fallback,
})
const required = (name: string, type: ConfigKey['type']): ConfigKey => ({
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

const COMMON_KEYS: readonly ConfigKey[] = [
  required('name', 'STRING'),
  required('connector.class', 'STRING'),
  { ...key('tasks.max', 'INT', '1'), atLeast: 1 },
  key('key.converter', 'STRING'),
  key('value.converter', 'STRING'),
  { ...key('errors.tolerance', 'STRING', 'none'), oneOf: ['none', 'all'] },
]

const SINK_KEYS: readonly ConfigKey[] = [key('topics', 'LIST', ''), key('topics.regex', 'STRING', '')]

export interface Validated {
  readonly key: ConfigKey
  readonly value: string | null
  readonly errors: readonly string[]
}

/** What Connect's validation says of each key, in its words (Kafka 4.4.0). Unknown keys are fine, as they are there. */
export function validate(plugin: Plugin, config: Config): readonly Validated[] {
  const keys = [...COMMON_KEYS, ...(plugin.type === 'sink' ? SINK_KEYS : []), ...plugin.keys]
  return keys.map((key) => ({
    key,
    value: config[key.name] ?? key.fallback,
    errors: [...keyErrors(key, config[key.name]), ...topicErrors(plugin, key, config)],
  }))
}

function keyErrors(key: ConfigKey, value: string | undefined): readonly string[] {
  if (value === undefined) {
    return key.required ? [`Missing required configuration "${key.name}" which has no default value.`] : []
  }
  const invalid = `Invalid value ${value} for configuration ${key.name}:`
  if (key.type === 'INT') {
    if (!/^[+-]?\d+$/.test(value.trim())) return [`${invalid} Not a number of type INT`]
    if (key.atLeast !== undefined && Number(value) < key.atLeast) {
      return [`${invalid} Value must be at least ${key.atLeast}`]
    }
  }
  if (key.type === 'BOOLEAN' && !/^(true|false)$/i.test(value)) {
    return [`${invalid} Expected value to be either true or false`]
  }
  if (key.oneOf !== undefined && !key.oneOf.includes(value)) {
    return [`${invalid} String must be one of: ${key.oneOf.join(', ')}`]
  }
  return []
}

function topicErrors(plugin: Plugin, { name }: ConfigKey, config: Config): readonly string[] {
  if (plugin.type !== 'sink' || (name !== 'topics' && name !== 'topics.regex')) return []
  const [list, regex] = [Boolean(config.topics), Boolean(config['topics.regex'])]
  if (list && regex) return ['topics and topics.regex are mutually exclusive options, but both are set.']
  return list || regex ? [] : ['Must configure one of topics or topics.regex']
}
