import type { OomCause } from '../../vocabulary.ts'
import type { Bytes, Share, TaskFacts } from '../model.ts'
import { recordOnHeap } from '../record.ts'
import { workerSetting } from './setting.ts'
import { type Count, counted, grouped } from './words.ts'

export interface HeldRecords {
  readonly cause: OomCause
  readonly count: Count
  /** What holds them: `in the queue`. */
  readonly where: string
  /** How often a record is held there, as itself or as what is made of it. */
  readonly copies: number
  readonly setting: string | null
  readonly assumptions: readonly string[]
}

/** So many records, each as it is converted. */
export function heldRecords(
  { connector }: TaskFacts,
  { cause, count, where, copies, setting, assumptions }: HeldRecords,
): Share {
  const record = recordOnHeap(connector)
  return {
    cause,
    what: `${counted(count, 'record')} ${where}`,
    bytes: {
      low: count.low * copies * record.bytes.low,
      high: count.high * copies * record.bytes.high,
    },
    setting,
    assumptions: [...assumptions, ...record.assumptions],
  }
}

const NONE: Count = { low: 0, high: 0 }

/** Of a sink: full while there is a backlog; anything up to that otherwise; nothing without partitions. */
export function upTo({ connector, partitions }: TaskFacts, most: number): Count {
  if (partitions?.length === 0) return NONE
  return { low: connector.backlog === true ? most : 0, high: most }
}

export interface FlushedRecords {
  readonly count: Count
  readonly setting: string
  readonly assumptions: readonly string[]
}

/** Records a second of one task: of new data, and of a backlog, which goes as fast as the network and converter let it. */
const NEW_DATA: Bytes = { low: 1, high: 1_000 }
const BACKLOG: Bytes = { low: 1_000, high: 50_000 }

/**
 * Records that come between two offset flushes, for connectors that hold them until then and never pause: rate × interval.
 * `offset.flush.interval.ms` is a setting of the WORKER; in a connector's config it means nothing.
 */
export function untilFlush(task: TaskFacts): FlushedRecords {
  const interval = workerSetting(task, 'offset.flush.interval.ms', 60_000, { min: 1, max: 2 ** 31 - 1 })
  const { count, assumptions } = within(task, interval.value)
  return {
    count,
    setting: `${interval.text}, of the worker`,
    assumptions: [...interval.assumptions, ...assumptions],
  }
}

/** Records that come in so much time, by the usual rates. None if the task has no partition that may have any. */
export function within(
  { connector, partitions }: TaskFacts,
  ms: number,
): { readonly count: Count; readonly assumptions: readonly string[] } {
  if (partitions?.length === 0) return { count: NONE, assumptions: [] }
  const { backlog } = connector
  const rate = {
    low: (backlog === true ? BACKLOG : NEW_DATA).low,
    high: (backlog === false ? NEW_DATA : BACKLOG).high,
  }
  return {
    count: { low: Math.round((rate.low * ms) / 1000), high: Math.round((rate.high * ms) / 1000) },
    assumptions: [
      `A task is taken to read ${grouped(rate.low)} to ${grouped(rate.high)} records a second; records-consumed-rate of its consumer tells.`,
    ],
  }
}
