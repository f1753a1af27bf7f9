import type { OomCause } from '../../domain/vocabulary.ts'
import type { Bytes } from '../../util/bytes.ts'
import { type Count, countOf, formatCount } from '../../util/quantity.ts'
import { formatDuration } from '../../util/time.ts'
import type { Share, TaskFacts } from '../model.ts'
import { recordOnHeap } from '../record-size.ts'
import { workerSetting } from './setting.ts'

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
    what: `${countOf(count, 'record')} ${where}`,
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
export function bufferedCount({ connector, partitions }: TaskFacts, most: number): Count {
  if (partitions?.length === 0) return NONE
  return { low: connector.backlog === true ? most : 0, high: most }
}

/** Bytes a second that one task reads: of new data, and of a backlog, which goes as fast as network and converter let it. */
const NEW_DATA: Bytes = { low: 1_000, high: 5_000_000 }
const BACKLOG: Bytes = { low: 1_000_000, high: 50_000_000 }

export interface ReadVolume {
  /** As they come from Kafka, uncompressed. */
  readonly bytes: Bytes
  readonly assumptions: readonly string[]
}

/** What a task reads in so much time. Nothing if it has no partition that may have records. */
export function readWithin({ connector, partitions }: TaskFacts, ms: number): ReadVolume {
  if (partitions?.length === 0) return { bytes: NONE, assumptions: [] }
  const { backlog } = connector
  const rate = {
    low: (backlog === true ? BACKLOG : NEW_DATA).low,
    high: (backlog === false ? NEW_DATA : BACKLOG).high,
  }
  return {
    bytes: { low: (rate.low * ms) / 1000, high: (rate.high * ms) / 1000 },
    assumptions: [
      `A task is taken to read ${formatCount(rate.low / 1000)} to ${formatCount(rate.high / 1000)} KB a second; bytes-consumed-rate of its consumer tells.`,
    ],
  }
}

/**
 * The records that come between two offset flushes, for connectors that hold them until then and never pause: rate ×
 * interval. `offset.flush.interval.ms` is a setting of the WORKER; in a connector's config it means nothing.
 */
export function heldUntilFlush(task: TaskFacts, copies: number): Share {
  const interval = workerSetting(task, FLUSH_INTERVAL, 60_000, { min: 1, max: 2 ** 31 - 1 })
  const read = readWithin(task, interval.value)
  const { perWireByte, assumptions } = recordOnHeap(task.connector)
  return {
    cause: 'unbounded-buffer',
    what: `records of ${formatDuration(interval.value)}, until the offset flush`,
    bytes: {
      low: read.bytes.low * copies * perWireByte.low,
      high: read.bytes.high * copies * perWireByte.high,
    },
    setting: `${interval.text}, of the worker`,
    assumptions: [...interval.assumptions, ...read.assumptions, ...assumptions],
  }
}

export const FLUSH_INTERVAL = 'offset.flush.interval.ms'
