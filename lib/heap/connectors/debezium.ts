import { MIB } from '../../util/bytes.ts'
import { countOf, formatBytes, formatCount } from '../../util/quantity.ts'
import type { Family, Lever, Share, TaskFacts } from '../model.ts'
import { smallerProducerLever } from '../parts/client-levers.ts'
import { heldRecords } from '../parts/records.ts'
import { ANY_COUNT, numberSetting } from '../parts/setting.ts'
import { recordOnHeap } from '../record-size.ts'

/** What a database does with a snapshot's rows, and how many tasks its connector can have. */
interface Database {
  readonly name: string
  readonly className: string
  /** snapshot.fetch.size by default, in rows; below 1 the driver streams. */
  readonly fetchRows: number
  /** Several tasks, and by what. */
  readonly hasTasks: (task: TaskFacts) => boolean
  /** Changes of a transaction that has not ended are kept on the heap. */
  readonly keepsTransactions: boolean
}

const never = () => false
const hasSeveralDatabases = ({ config }: TaskFacts) => (config['database.names'] ?? '').includes(',')

/** Integer.MIN_VALUE is how MySQL's driver is told to stream. Relational connectors with a schema history have 2000. */
const DATABASES: readonly Database[] = [
  {
    name: 'mysql',
    className: 'mysql.MySqlConnector',
    fetchRows: -(2 ** 31),
    hasTasks: never,
    keepsTransactions: false,
  },
  {
    name: 'mariadb',
    className: 'mariadb.MariaDbConnector',
    fetchRows: -(2 ** 31),
    hasTasks: never,
    keepsTransactions: false,
  },
  {
    name: 'postgres',
    className: 'postgresql.PostgresConnector',
    fetchRows: 10_240,
    hasTasks: never,
    keepsTransactions: false,
  },
  {
    name: 'sqlserver',
    className: 'sqlserver.SqlServerConnector',
    fetchRows: 2000,
    hasTasks: hasSeveralDatabases,
    keepsTransactions: false,
  },
  {
    name: 'oracle',
    className: 'oracle.OracleConnector',
    fetchRows: 2000,
    hasTasks: never,
    keepsTransactions: true,
  },
  { name: 'db2', className: 'db2.Db2Connector', fetchRows: 2000, hasTasks: never, keepsTransactions: false },
  {
    name: 'mongodb',
    className: 'mongodb.MongoDbConnector',
    fetchRows: 0,
    hasTasks: () => true,
    keepsTransactions: false,
  },
]

/** An event holds the row before and after the change. */
const ROWS_OF_EVENT = 2

/** Changes of open transactions, for want of knowledge. */
const DEFAULT_TRANSACTION_CHANGES = 1_000_000

const SMALL_QUEUE = 64 * MIB
const SMALL_FETCH = 1000

function debezium(database: Database): Family {
  return {
    name: `debezium-${database.name}`,
    classes: [`io.debezium.connector.${database.className}`],
    shares: (task) => [
      queue(task),
      snapshot(task, database),
      ...(database.keepsTransactions ? transactions(task) : []),
    ],
    levers: (task) => levers(task, database),
    ineffective: (task) =>
      database.hasTasks(task)
        ? []
        : [
            {
              remedy: 'raise-tasks-max',
              why: 'it has one task and can have no more: some databases refuse tasks.max above 1',
            },
          ],
  }
}

function queueSettings(task: TaskFacts) {
  return {
    size: numberSetting(task, 'max.queue.size', 8192, ANY_COUNT),
    batch: numberSetting(task, 'max.batch.size', 2048, ANY_COUNT),
    // 0 is off (CommonConnectorConfig:641-650); checked before an event goes in, so that one may be over.
    bytes: numberSetting(task, 'max.queue.size.in.bytes', 0, { min: 0, max: Number.MAX_SAFE_INTEGER }),
  }
}

/** Counted in events, whatever their size, unless a bound in bytes is set; and the batch that a poll took out of it. */
function queue(task: TaskFacts): Share {
  const { size, batch, bytes } = queueSettings(task)
  const share = heldRecords(task, {
    cause: 'source-queue',
    count: { low: 0, high: size.value + batch.value },
    where: 'in the queue and in the batch of a poll, with the row before and after',
    copies: ROWS_OF_EVENT,
    setting: bytes.value > 0 ? bytes.text : size.text,
    assumptions: [
      ...size.assumptions,
      ...batch.assumptions,
      ...bytes.assumptions,
      'The schemas of its tables come on top; they are not counted here.',
    ],
  })
  if (bytes.value === 0) return share
  const event = ROWS_OF_EVENT * recordOnHeap(task.connector).bytes.high
  return {
    ...share,
    bytes: { low: 0, high: Math.min(share.bytes.high, bytes.value + (1 + batch.value) * event) },
  }
}

function snapshotSettings(task: TaskFacts, { fetchRows }: Database) {
  return {
    fetch: numberSetting(task, 'snapshot.fetch.size', fetchRows, { min: -(2 ** 31), max: 2 ** 31 - 1 }),
    threads: numberSetting(task, 'snapshot.max.threads', 1, { min: 1, max: 1000 }),
    chunk: numberSetting(task, 'incremental.snapshot.chunk.size', 1024, ANY_COUNT),
    /** MySQL reads smaller tables whole. */
    small: numberSetting(task, 'min.row.count.to.stream.results', 1000, { min: 0, max: 2 ** 31 - 1 }),
  }
}

/** Rows of a snapshot in the driver, for each of its threads; or a chunk of an incremental one. */
function snapshot(task: TaskFacts, database: Database): Share {
  const { fetch, threads, chunk, small } = snapshotSettings(task, database)
  const isMySql = database.name === 'mysql' || database.name === 'mariadb'
  const perThread = Math.max(fetch.value, isMySql ? small.value : 0)
  return heldRecords(task, {
    cause: 'driver-full-fetch',
    count: { low: 0, high: Math.max(perThread * threads.value, chunk.value) },
    where: 'in the driver during a snapshot',
    copies: 1,
    setting: fetch.text,
    assumptions: [
      ...fetch.assumptions,
      ...threads.assumptions,
      ...chunk.assumptions,
      ...(isMySql ? small.assumptions : []),
    ],
  })
}

/** LogMiner: until the commit, on the heap unless log.mining.buffer.type names a store. */
function transactions(task: TaskFacts): readonly Share[] {
  if (!/^(?:memory)?$/i.test(task.config['log.mining.buffer.type']?.trim() ?? '')) return []
  const threshold = numberSetting(task, 'log.mining.buffer.transaction.events.threshold', 0, {
    min: 0,
    max: Number.MAX_SAFE_INTEGER,
  })
  const most =
    threshold.value > 0 ? Math.min(threshold.value, DEFAULT_TRANSACTION_CHANGES) : DEFAULT_TRANSACTION_CHANGES
  const count = { low: 0, high: most }
  const event = ROWS_OF_EVENT * recordOnHeap(task.connector).bytes.high
  return [
    {
      cause: 'unbounded-buffer',
      what: `${countOf(count, 'change')} of open transactions, up to ${formatBytes({ low: event, high: event })} each`,
      bytes: { low: 0, high: most * event },
      setting: threshold.text,
      assumptions: [
        ...threshold.assumptions,
        `Open transactions are taken to have up to ${formatCount(most)} changes; V$TRANSACTION tells.`,
      ],
    },
  ]
}

function levers(task: TaskFacts, database: Database): readonly Lever[] {
  const { size, batch, bytes } = queueSettings(task)
  const { fetch } = snapshotSettings(task, database)
  return [
    ...(bytes.value === 0 || bytes.value > SMALL_QUEUE
      ? [
          {
            remedy: 'lower-queue-size' as const,
            set: { 'max.queue.size.in.bytes': String(SMALL_QUEUE) },
            price: 'none for small rows; the reader waits while wide ones fill it',
          },
        ]
      : []),
    ...(size.value > 2048 || batch.value > 512
      ? [
          {
            remedy: 'lower-queue-size' as const,
            set: {
              'max.queue.size': String(Math.min(size.value, 2048)),
              'max.batch.size': String(Math.min(batch.value, 512)),
            },
            price: 'less throughput',
          },
        ]
      : []),
    ...(fetch.value > SMALL_FETCH
      ? [
          {
            remedy: 'lower-poll-size' as const,
            set: { 'snapshot.fetch.size': String(SMALL_FETCH) },
            price: 'a slower snapshot',
          },
        ]
      : []),
    ...smallerProducerLever(task),
  ]
}

export const debeziums: readonly Family[] = DATABASES.map(debezium)
