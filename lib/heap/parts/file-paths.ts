import { formatCount } from '../../util/quantity.ts'
import { formatDuration } from '../../util/time.ts'
import type { TaskFacts } from '../model.ts'
import { ANY_TIME, numberSetting, simpleClassName } from './setting.ts'

export const PARTITIONER = 'partitioner.class'

/** A bucket of wall-clock time ends while the one before is still open: two files, and no fan-out yet. */
export const STEADY_PATHS = 2

/** Kafka's default of log.retention.hours: no record of a backlog is older. */
const RETENTION_MS = 7 * 24 * 3_600_000

/** Distinct values between two commits, for want of knowledge. */
export const DEFAULT_DISTINCT_VALUES = 100

/** Time buckets or values that one partition may meet before a rotation closes its files. */
export function countPaths(
  task: TaskFacts,
  by: 'partition' | 'time' | 'value',
  intervalMs: number,
): { readonly count: number; readonly assumptions: readonly string[] } {
  if (by === 'partition') return { count: 1, assumptions: [] }
  if (by === 'value') {
    return {
      count: DEFAULT_DISTINCT_VALUES,
      assumptions: [
        `Up to ${DEFAULT_DISTINCT_VALUES} distinct values are taken to come between two commits of a partition; the folders in the bucket tell.`,
      ],
    }
  }
  const bucketMs = bucketDuration(task)
  const scheduleMs = numberSetting(task, 'rotate.schedule.interval.ms', -1, ANY_TIME).value
  const within = (ms: number) => 1 + Math.ceil(ms / bucketMs.value)
  const size = `time buckets of ${formatDuration(bucketMs.value)}`
  // By the clock of the records a rotation comes after an interval of theirs (as long as they come in order), but a
  // schedule goes by the wall clock: a backlog of 30 hours was read within one of 20 s, with 30 files open.
  if (/^Wallclock|^$/.test(simpleClassName(task, 'timestamp.extractor'))) {
    const rotations = [scheduleMs, intervalMs].filter((ms) => ms > 0)
    const count = rotations.length > 0 ? within(Math.min(...rotations)) : STEADY_PATHS
    return {
      count,
      assumptions: [
        ...bucketMs.assumptions,
        ...(rotations.length > 0
          ? []
          : [
              `Each partition is taken to get flush.size records within its ${size}: a slow one opens a file for each.`,
            ]),
      ],
    }
  }
  const spanMs = Math.min(
    RETENTION_MS,
    intervalMs > 0 ? intervalMs : RETENTION_MS,
    scheduleMs > 0 && task.connector.backlog === false ? scheduleMs : RETENTION_MS,
  )
  return {
    count: within(spanMs),
    assumptions: [
      ...bucketMs.assumptions,
      spanMs === RETENTION_MS
        ? `Records between two commits are taken to be of one to ${formatCount(within(spanMs))} ${size}: 7 days, Kafka's default retention; kafka-configs --describe --entity-type topics tells.`
        : `Records are taken to come in the order of their time, so that ${formatDuration(spanMs)} of them close the files of a partition.`,
    ],
  }
}

/** The Hourly and Daily partitioners set it themselves; others need partition.duration.ms, which has no default. */
export function bucketDuration(task: TaskFacts) {
  const name = simpleClassName(task, PARTITIONER)
  if (/Daily/.test(name)) return { value: 86_400_000, assumptions: [] }
  if (/Hourly/.test(name)) return { value: 3_600_000, assumptions: [] }
  return numberSetting(task, 'partition.duration.ms', 3_600_000, { min: 1, max: Number.MAX_VALUE })
}
