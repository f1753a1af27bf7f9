import type { OomCause } from '../../domain/vocabulary.ts'
import type { Count } from '../../util/quantity.ts'
import type { TaskFacts } from '../model.ts'
import { countPaths, PARTITIONER, STEADY_PATHS } from './file-paths.ts'
import { ANY_COUNT, ANY_TIME, isEnabled, numberSetting, simpleClassName } from './setting.ts'
import { isBefore } from './version.ts'

/**
 * How Confluent's storage connectors (S3, GCS, Azure Blob, HDFS) open and close the files of one partition. One writer
 * for each encoded path is open at once (TopicPartitionWriter.writers); flush.size and rotations close all of them.
 */
export interface FilePlan {
  readonly by: 'partition' | 'time' | 'value'
  /** A record of another path closes the files of the one before. */
  readonly closesOnChange: boolean
  /** Records of a partition, over all its files, after which all are closed: flush.size. */
  readonly flushSize: number
  /** What partitioner.max.open.files allows. */
  readonly maxOpen: number
}

/** Files that one partition has open at most while records of so many paths (time buckets, values) come. */
export function mostOpenFiles({ by, closesOnChange, flushSize, maxOpen }: FilePlan, paths: number): number {
  return by === 'partition' || closesOnChange ? 1 : Math.max(1, Math.min(paths, flushSize, maxOpen))
}

/** Files that one partition has open, and why. */
export interface OpenFiles extends Count {
  readonly plan: FilePlan
  readonly cause: Extract<OomCause, 'open-writers' | 'time-bucket-fanout' | 'partition-fanout'>
  /** The setting that opens more than one; null if there is only one. */
  readonly setting: string | null
  readonly assumptions: readonly string[]
}

/** What differs between the connectors. */
export interface FileRules {
  /** With rotate.interval.ms a record of another time bucket closes the files of the one before. */
  readonly closesOnChange: boolean
  /** The setting that bounds the open files of a partition; null: there is none. */
  readonly cap: { readonly key: string; readonly since: string } | null
}

export function countOpenFiles(task: TaskFacts, rules: FileRules): OpenFiles {
  const flushSize = numberSetting(task, 'flush.size', NO_BOUND, ANY_COUNT).value
  const { by, assumptions } = partitioning(task)
  const interval = numberSetting(task, 'rotate.interval.ms', -1, ANY_TIME)
  const plan: FilePlan = {
    by,
    closesOnChange:
      rules.closesOnChange &&
      by === 'time' &&
      interval.value > 0 &&
      isEnabled(task, 'rotate.file.on.partition.change', true),
    flushSize,
    maxOpen: maxOpen(task, rules),
  }
  const paths = countPaths(task, by, interval.value)
  const high = mostOpenFiles(plan, paths.count)
  const fansOut = high > STEADY_PATHS
  return {
    low: 1,
    high,
    plan,
    cause: !fansOut ? 'open-writers' : by === 'time' ? 'time-bucket-fanout' : 'partition-fanout',
    setting: !fansOut
      ? null
      : by === 'time'
        ? interval.text
        : `partitioner.class=${simpleClassName(task, PARTITIONER)}`,
    assumptions: [
      ...assumptions,
      ...(flushSize === NO_BOUND ? ['flush.size is not known: it is taken to bound nothing.'] : []),
      ...interval.assumptions,
      ...(high > 1 ? paths.assumptions : []),
    ],
  }
}

/** flush.size has no default and can't be left out; this stands for one that can't be read. */
export const NO_BOUND = ANY_COUNT.max

/** Off by default. */
function maxOpen(task: TaskFacts, { cap }: FileRules): number {
  if (cap === null || isBefore(task.connector, cap.since)) return NO_BOUND
  const { value } = numberSetting(task, cap.key, -1, ANY_TIME)
  return value > 0 ? value : NO_BOUND
}

/** Confluent's own partitioners by name; others by what their names say they are. */
function partitioning(task: TaskFacts): Pick<FilePlan, 'by'> & { readonly assumptions: readonly string[] } {
  const name = simpleClassName(task, PARTITIONER)
  if (name === '' || name === 'DefaultPartitioner') return { by: 'partition', assumptions: [] }
  const by = /Time|Hourly|Daily/.test(name) ? 'time' : 'value'
  const isKnown = /^(?:TimeBased|Hourly|Daily|Field)Partitioner$/.test(name)
  return {
    by,
    assumptions: isKnown
      ? []
      : [
          `${name} is taken, by its name, to open a file for each ${by === 'time' ? 'time bucket' : 'value'}.`,
        ],
  }
}
