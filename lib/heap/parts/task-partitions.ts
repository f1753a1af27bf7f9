import { listTopics } from '../../domain/topics.ts'
import type { Count } from '../../util/quantity.ts'
import type { TaskFacts } from '../model.ts'

/** Partitions of a task that may have records. */
export interface PartitionCount extends Count {
  readonly assumptions: readonly string[]
}

/**
 * What is not known is put at one partition of each topic: fewer there can't be, so `high` is then no upper bound, and
 * the assumption says so. Of several tasks each may have got them all (the range assignor gives every topic's first
 * partition to the first task), or next to none.
 */
export function countPartitions({ partitions, connector }: TaskFacts): PartitionCount {
  if (partitions !== null) return { low: partitions.length, high: partitions.length, assumptions: [] }
  const topics = Math.max(1, connector.activeTopics?.size ?? listTopics(connector.config).length)
  return {
    low: connector.tasks.length > 1 ? 1 : topics,
    high: topics,
    assumptions: [
      `Its partitions are not known: one of each topic is taken (${topics}), and what it holds is a multiple of that if topics have more; kafka-topics --describe tells.`,
    ],
  }
}
