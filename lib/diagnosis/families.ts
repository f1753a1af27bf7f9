import type { ConnectorSnapshot } from '../connect/snapshot.ts'
import type { OomCause } from './vocabulary.ts'

type Config = Readonly<Record<string, string>>

/** Connectors that hold memory in the same way. */
export interface Family {
  readonly name: string
  readonly classes: RegExp
  /** Holds so much that others on the worker die of it. */
  readonly hoards: boolean
  /** What its memory goes to by its configuration; null if that does not tell. */
  readonly cause: (config: Config) => OomCause | null
}

/** The family of a connector, by its class; undefined for one that is not known to hold anything. */
export function familyOf(connector: ConnectorSnapshot): Family | undefined {
  const className = connector.config?.['connector.class'] ?? ''
  return FAMILIES.find((family) => family.classes.test(className))
}

const FAMILIES: readonly Family[] = [
  {
    // One part buffer of the heap per open file, whole, until the file is committed (S3OutputStream).
    name: 'part-buffers',
    classes: /^io\.confluent\.connect\.(?:s3|gcs|azure|hdfs3?)\./,
    hoards: true,
    cause: (config) => {
      if (isTimePartitioned(config) && !rotatesByRecordTime(config)) return 'time-bucket-fanout'
      return /Field\w*Partitioner$/.test(config['partitioner.class'] ?? '')
        ? 'partition-fanout'
        : 'open-writers'
    },
  },
  {
    // put() only groups; memory is freed at the worker's offset flush.
    name: 'flush-buffers',
    classes:
      /^io\.aiven\.kafka\.connect\.(?:s3|gcs|azure)\.|^com\.snowflake\.kafka\.|^com\.wepay\.kafka\.connect\.bigquery\.|bigquery\.\w*SinkConnector$|^com\.splunk\.kafka\./i,
    hoards: true,
    cause: () => 'unbounded-buffer',
  },
  {
    name: 'table-writers',
    classes: /\.IcebergSinkConnector$|\.DeltaLake\w*SinkConnector$|\.HudiSinkConnector$/,
    hoards: true,
    cause: () => 'partition-fanout',
  },
  {
    name: 'change-data-capture',
    classes: /^io\.debezium\.connector\.(?!jdbc)/,
    hoards: true,
    cause: () => 'source-queue',
  },
  {
    name: 'jdbc-source',
    classes: /\.JdbcSourceConnector$/,
    hoards: true,
    cause: (config) => (readsWholeTables(config['connection.url'] ?? '') ? 'driver-full-fetch' : null),
  },
  {
    name: 'mongo-source',
    classes: /\.MongoSourceConnector$/,
    hoards: false,
    cause: () => 'source-queue',
  },
  {
    name: 'batch-sink',
    classes: /(?:Elasticsearch|OpenSearch|Opensearch|Jdbc|Mongo|MongoDb)SinkConnector$/,
    hoards: false,
    cause: () => null,
  },
]

function isTimePartitioned(config: Config): boolean {
  const isTime = /(?:Time|Hourly|Daily)\w*$/.test(config['partitioner.class'] ?? '')
  return isTime && !/^(?:Wallclock)?$/.test(config['timestamp.extractor'] ?? '')
}

/** Then a file is closed as soon as a record of another bucket comes. */
function rotatesByRecordTime(config: Config): boolean {
  const isOn = config['rotate.file.on.partition.change'] !== 'false'
  return isOn && Number(config['rotate.interval.ms'] ?? -1) > 0
}

/** MySQL's driver loads the whole result unless it is told to use a cursor; Postgres' one streams. */
function readsWholeTables(url: string): boolean {
  return /^jdbc:(?:mysql|mariadb):/i.test(url) && !/useCursorFetch=true/i.test(url)
}
