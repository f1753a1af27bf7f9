import { listTopics } from '../../lib/domain/topics.ts'
import type { ClusterLoad } from '../../lib/heap/model.ts'
import {
  withHeap,
  withPartitions,
  withSettings,
  withSplit,
  withTasks,
  withWorkers,
} from '../../lib/heap/simulate.ts'
import { countNoun } from '../../lib/util/quantity.ts'
import { maskConfig } from '../../lib/util/redact.ts'
import { parseCount, sizeOptions, sizesOf } from '../amounts.ts'
import { UsageError } from '../usage.ts'

export const changeOptions = {
  ...sizeOptions,
  set: { type: 'string', multiple: true },
  partitions: { type: 'string', multiple: true },
  tasks: { type: 'string' },
} as const

/** What somebody wants to know, or tells because it was not known. */
export interface Changes {
  readonly workerHeapBytes: number | null
  readonly workers: number | null
  readonly tasks: number | null
  /** Setting to its new value; neither tasks.max nor topics. */
  readonly settings: ReadonlyMap<string, string>
  /** Topics to read, no others; null: as they are. */
  readonly topics: readonly string[] | null
  readonly partitions: ReadonlyMap<string, number>
}

interface ChangeValues {
  readonly heap?: string
  readonly workers?: string
  readonly tasks?: string
  readonly set?: readonly string[]
  readonly partitions?: readonly string[]
}

const MAX_TASKS = 10_000
const MAX_PARTITIONS = 100_000

/** @throws UsageError that never repeats a value, which may be a password. */
export function parseChanges(values: ChangeValues): Changes {
  const settings = new Map(values.set?.map(settingOf))
  const tasksMax = settings.get('tasks.max')
  const topics = settings.get('topics')
  settings.delete('tasks.max')
  settings.delete('topics')
  const tasks = values.tasks === undefined ? null : parseCount('--tasks', values.tasks, MAX_TASKS)
  return {
    ...sizesOf(values),
    tasks: tasksMax === undefined ? tasks : parseCount('--set tasks.max', tasksMax, MAX_TASKS),
    settings,
    topics: topics === undefined ? null : topicsOf(topics),
    partitions: new Map(values.partitions?.map(partitionsOf)),
  }
}

function settingOf(text: string): readonly [string, string] {
  const [, key, value] = /^([\w.-]{1,200})=(.{0,2000})$/s.exec(text) ?? []
  if (key === undefined || value === undefined) {
    throw new UsageError('--set must be KEY=VALUE, such as s3.part.size=5242880')
  }
  return [key, value.trim()]
}

function topicsOf(text: string): readonly string[] {
  const topics = listTopics({ topics: text })
  if (topics.length > 0) return topics
  throw new UsageError('--set topics must name topics, with commas between them')
}

function partitionsOf(text: string): readonly [string, number] {
  const [, topic, number] = /^([\w.-]{1,249})=(.*)$/s.exec(text) ?? []
  if (topic === undefined || number === undefined) {
    throw new UsageError('--partitions must be TOPIC=NUMBER, such as orders=12')
  }
  return [topic, parseCount('--partitions', number, MAX_PARTITIONS)]
}

/** The cluster with all of it. */
export function applyChanges(cluster: ClusterLoad, name: string, changes: Changes): ClusterLoad {
  const { settings, topics, tasks, partitions, workerHeapBytes, workers } = changes
  const steps: readonly ((load: ClusterLoad) => ClusterLoad)[] = [
    ...(topics === null ? [] : [(load: ClusterLoad) => withSplit(load, name, [topics])]),
    ...[...partitions].map(
      ([topic, number]) =>
        (load: ClusterLoad) =>
          withPartitions(load, name, topic, number),
    ),
    (load) => (settings.size === 0 ? load : withSettings(load, name, Object.fromEntries(settings))),
    (load) => (workerHeapBytes === null ? load : withHeap(load, workerHeapBytes)),
    (load) => (workers === null ? load : withWorkers(load, workers)),
    (load) => (tasks === null ? load : withTasks(load, name, tasks)),
  ]
  return steps.reduce((load, step) => step(load), cluster)
}

/** Such as `s3.part.size=5242880, -Xmx4096m`; empty if there are none. Secrets are masked. */
export function describeChanges({
  settings,
  topics,
  tasks,
  partitions,
  workerHeapBytes,
  workers,
}: Changes): string {
  return [
    ...Object.entries(maskConfig(Object.fromEntries(settings))).map(([key, value]) => `${key}=${value}`),
    ...(topics === null ? [] : [countNoun(topics.length, 'topic')]),
    ...[...partitions].map(([topic, number]) => `${topic} of ${countNoun(number, 'partition')}`),
    ...(tasks === null ? [] : [`tasks.max=${tasks}`]),
    ...(workerHeapBytes === null ? [] : [`-Xmx${workerHeapBytes / 1024 ** 2}m on every worker`]),
    ...(workers === null ? [] : [countNoun(workers, 'worker')]),
  ].join(', ')
}
