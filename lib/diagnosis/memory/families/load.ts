import { KIB } from '../bytes.ts'
import type { Bytes, TaskFacts } from '../model.ts'
import type { Count } from './words.ts'

/** Partitions of a task that may have records. */
export interface Partitions extends Count {
  readonly assumptions: readonly string[]
}

/**
 * What is not known is put at one partition of each topic: fewer there can't be, so `high` is then no upper bound, and
 * the assumption says so. Of several tasks each may have got them all (the range assignor gives every topic's first
 * partition to the first task), or next to none.
 */
export function partitionsOf({ partitions, connector }: TaskFacts): Partitions {
  if (partitions !== null) return { low: partitions.length, high: partitions.length, assumptions: [] }
  const topics = Math.max(1, connector.activeTopics?.size ?? listedTopics(connector.config.topics))
  return {
    low: connector.tasks.length > 1 ? 1 : topics,
    high: topics,
    assumptions: [
      `Its partitions are not known: one of each topic is taken (${topics}), and what it holds is a multiple of that if topics have more; kafka-topics --describe tells.`,
    ],
  }
}

function listedTopics(topics: string | undefined): number {
  return new Set((topics ?? '').split(',').map((topic) => topic.trim())).size
}

/** What one converted record holds of the heap. */
export interface HeldRecord extends Bytes {
  readonly assumptions: readonly string[]
}

/**
 * If nothing is known, 0.5 to 10 KiB. Measured with JsonConverter: some 335 bytes for the objects around a record, plus
 * its wire bytes, plus 2 to 6 times these for what they are converted to; 513 bytes for the smallest records.
 */
const USUAL_RECORD: Bytes = { low: KIB / 2, high: 10 * KIB }

export function heldRecord({ connector }: TaskFacts): HeldRecord {
  if (connector.recordBytes !== null) return { ...connector.recordBytes, assumptions: [] }
  const metrics =
    connector.type === 'source'
      ? 'the metric record-size-avg of its producer tells'
      : 'bytes-consumed-rate ÷ records-consumed-rate of its consumer tell'
  return {
    ...USUAL_RECORD,
    assumptions: [`A record is taken to hold 0.5 to 10 KiB when it is converted; ${metrics}.`],
  }
}
