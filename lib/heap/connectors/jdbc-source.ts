import { KIB } from '../../util/bytes.ts'
import { formatCount } from '../../util/quantity.ts'
import { splitList } from '../../util/text.ts'
import type { Family, Lever, Share, TaskFacts } from '../model.ts'
import { smallerProducerLever } from '../parts/client-levers.ts'
import { heldRecords } from '../parts/records.ts'
import { ANY_COUNT, numberSetting, type Setting } from '../parts/setting.ts'
import { isBefore } from '../parts/version.ts'
import { recordOnHeap } from '../record-size.ts'

const URL = 'connection.url'

/** What begins with `connection.` is handed to the driver, where it goes before what the URL says. */
const CURSOR = 'connection.useCursorFetch'
const BUFFERING = 'connection.responseBuffering'

/**
 * How a JDBC driver gives out the rows of a query. The connector sets the fetch size to batch.max.rows
 * (GenericDatabaseDialect:511) and turns auto-commit off (JdbcSourceTask:448).
 *
 * whole: all of them first, whatever the fetch size. batches: as many as the fetch size. stream: as they are asked for.
 * wide-batches: a batch whose buffers are as wide as the columns are declared.
 */
type Fetching = 'whole' | 'batches' | 'stream' | 'wide-batches'

const DRIVERS: readonly { readonly url: RegExp; readonly fetching: (task: TaskFacts) => Fetching }[] = [
  // Fetch size alone does nothing there: a cursor has to be asked for (the connector's own MySqlOOMIT does).
  { url: /^jdbc:mysql:/i, fetching: (task) => (usesCursor(task) ? 'batches' : 'whole') },
  { url: /^jdbc:mariadb:/i, fetching: () => 'batches' },
  // Needs a fetch size and no auto-commit, and has both.
  { url: /^jdbc:postgresql:/i, fetching: () => 'batches' },
  // Adaptive by default since driver 2.0.
  {
    url: /^jdbc:sqlserver:/i,
    fetching: ({ config }) =>
      /^full$/i.test(config[BUFFERING] ?? '') ||
      (config[BUFFERING] === undefined && /responseBuffering=full/i.test(config[URL] ?? ''))
        ? 'whole'
        : 'stream',
  },
  { url: /^jdbc:oracle:/i, fetching: () => 'wide-batches' },
]

function usesCursor({ config }: TaskFacts): boolean {
  return /useCursorFetch=true/i.test(config[URL] ?? '') || config[CURSOR]?.trim().toLowerCase() === 'true'
}

const isMySql = ({ config }: TaskFacts) => /^\s*jdbc:mysql:/i.test(config[URL] ?? '')

function fetchingOf(task: TaskFacts): {
  readonly fetching: Fetching
  readonly assumptions: readonly string[]
} {
  const url = task.config[URL]?.trim() ?? ''
  const driver = DRIVERS.find((each) => each.url.test(url))
  if (driver !== undefined) return { fetching: driver.fetching(task), assumptions: [] }
  return {
    fetching: 'batches',
    assumptions: ['Its driver is taken to read no more rows at once than the fetch size says.'],
  }
}

/** Rows of a table that is read whole, for want of knowledge. */
const DEFAULT_TABLE_ROWS = 1_000_000

/** Eight columns of VARCHAR2(4000): Oracle's drivers before 12 make room for all that a column may hold. */
const WIDE_ROW = 64 * KIB

/** 100 until 10.8.4, 1000 since. */
function batchRows(task: TaskFacts): Setting<number> {
  return numberSetting(task, 'batch.max.rows', isBefore(task.connector, '10.8.5') ? 100 : 1000, ANY_COUNT)
}

function shares(task: TaskFacts): readonly Share[] {
  const batch = batchRows(task)
  const buffer = numberSetting(task, 'max.buffer.size', 0, { min: 0, max: ANY_COUNT.max })
  const waiting = buffer.value > 0 ? buffer.value : 4 * batch.value
  return [
    driverShare(task, batch),
    heldRecords(task, {
      cause: 'source-queue',
      count: { low: 0, high: waiting + batch.value },
      where: 'read and not yet sent',
      copies: 1,
      setting: batch.text,
      assumptions: [...batch.assumptions, ...buffer.assumptions],
    }),
  ]
}

function driverShare(task: TaskFacts, batch: Setting<number>): Share {
  const { fetching, assumptions } = fetchingOf(task)
  const record = recordOnHeap(task.connector).bytes
  const rows = `${batch.value} rows`
  switch (fetching) {
    case 'whole':
      return {
        cause: 'driver-full-fetch',
        what: 'all rows of a query at once',
        bytes: { low: batch.value * record.low, high: DEFAULT_TABLE_ROWS * record.high },
        setting: isMySql(task)
          ? 'connection.url without useCursorFetch=true'
          : 'connection.url with responseBuffering=full',
        assumptions: [
          ...assumptions,
          `A query is taken to give up to ${formatCount(DEFAULT_TABLE_ROWS)} rows; SELECT COUNT(*) tells.`,
        ],
      }
    case 'batches':
      return {
        cause: 'driver-full-fetch',
        what: `${rows} in the driver`,
        bytes: { low: 0, high: batch.value * record.high },
        setting: batch.text,
        assumptions,
      }
    case 'wide-batches':
      return {
        cause: 'driver-full-fetch',
        what: `${rows} in the driver, as wide as their columns are declared`,
        bytes: { low: 0, high: batch.value * Math.max(WIDE_ROW, record.high) },
        setting: batch.text,
        assumptions: ['Drivers before 12 take 64 KiB for a row of eight VARCHAR2(4000) columns.'],
      }
    case 'stream':
      return {
        cause: 'driver-full-fetch',
        what: 'rows in the driver as they are read',
        bytes: { low: 0, high: record.high },
        setting: null,
        assumptions,
      }
  }
}

function levers(task: TaskFacts): readonly Lever[] {
  const batch = batchRows(task).value
  return [
    ...(fetchingOf(task).fetching === 'whole' ? [cursor(task)] : []),
    ...(batch > 100
      ? [
          {
            remedy: 'lower-queue-size' as const,
            set: { 'batch.max.rows': '100' },
            price: 'more, smaller polls',
          },
        ]
      : []),
    ...smallerProducerLever(task),
  ]
}

/** A setting of its own and not a longer URL, which may hold a password that must not be repeated. */
function cursor(task: TaskFacts): Lever {
  return isMySql(task)
    ? {
        remedy: 'cursor-fetch',
        set: { [CURSOR]: 'true' },
        price:
          'a temporary table in the database for each query; old versions of the connector only take it as useCursorFetch=true in connection.url',
      }
    : {
        remedy: 'cursor-fetch',
        set: { [BUFFERING]: 'adaptive' },
        price: 'goes before responseBuffering=full in connection.url',
      }
}

function ineffective(task: TaskFacts): ReturnType<Family['ineffective']> {
  const tables = splitList(task.config['table.whitelist'] ?? task.config['table.include.list'] ?? '')
  return [
    ...(tables.length === 1 || (task.config.query ?? '').trim() !== ''
      ? [
          {
            remedy: 'raise-tasks-max' as const,
            why: 'a table or query is read by one task: more of them have nothing to do',
          },
        ]
      : []),
    ...(fetchingOf(task).fetching === 'whole'
      ? [
          {
            remedy: 'lower-poll-size' as const,
            why: 'the driver reads all rows before it gives out the first: batch.max.rows only says how many a poll takes of them',
          },
        ]
      : []),
  ]
}

export const confluentJdbcSource: Family = {
  name: 'jdbc-source',
  classes: ['io.confluent.connect.jdbc.JdbcSourceConnector'],
  shares,
  levers,
  ineffective,
}
