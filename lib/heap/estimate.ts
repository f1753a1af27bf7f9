import { type Bytes, exactly, NONE, sum, typical } from '../util/bytes.ts'
import { familyOf } from './connectors/index.ts'
import { frameworkShares, pollRecords } from './framework.ts'
import { jvmOf } from './g1.ts'
import type {
  ClusterLoad,
  ConnectorFacts,
  Jvm,
  Share,
  TaskFacts,
  TopicPartition,
  WorkerFacts,
} from './model.ts'
import { assign, strategyOf } from './partition-assignment.ts'

/** What one task takes of its worker's heap when it holds all that it may hold. */
export interface TaskLoad {
  readonly connector: string
  readonly id: number
  readonly workerId: string
  /** Null: not known. Empty for a source. */
  readonly partitions: readonly TopicPartition[] | null
  /** Largest first. */
  readonly shares: readonly Share[]
  readonly bytes: Bytes
}

/** A worker's whole budget. */
export interface WorkerLoad {
  readonly worker: WorkerFacts
  /** Largest first. */
  readonly tasks: readonly TaskLoad[]
  /** What all tasks of one connector take there together, by its name. */
  readonly connectors: ReadonlyMap<string, Bytes>
  /** The worker's own base and all of its tasks. */
  readonly bytes: Bytes
  readonly fit: Fit
}

/**
 * Whether a load fits into a heap. Measured on real workers (JDK 17, G1): the smallest loads that failed were at
 * 0.895–1.01 of the heap, the largest that ran at 0.88–0.99.
 * fits: the estimate is below that. possible: only its upper end is not. likely: from 0.88 of the heap.
 * certain: more than the heap. unknown: the heap is not known.
 */
export type Fit = 'fits' | 'possible' | 'likely' | 'certain' | 'unknown'

/** From this part of the heap on, a load is likely to fail. */
export const SAFE = 0.88

/** A worker and all that it holds, without whose it is. */
export type WorkerWeight = Omit<WorkerLoad, 'tasks' | 'connectors'>

/** Scales for many questions about one cluster: what a connector holds is worked out once, however its tasks are placed. */
export interface Scales {
  /** The load of every worker, task by task; a heap that is not known counts as 2 GiB for what arrays cost. */
  budget(cluster: ClusterLoad): readonly WorkerLoad[]
  weigh(cluster: ClusterLoad): readonly WorkerWeight[]
}

export function scales(): Scales {
  const held = remembering()
  return {
    budget(cluster) {
      const loads = new Map<string, TaskLoad[]>(cluster.workers.map(({ id }) => [id, []]))
      forEachTask(cluster, held, (connector, workerId, { id, partitions, shares, bytes }) => {
        loads.get(workerId)?.push({ connector, id, workerId, partitions, shares, bytes })
      })
      return cluster.workers.map((worker) => {
        const tasks = (loads.get(worker.id) ?? []).sort((a, b) => typical(b.bytes) - typical(a.bytes))
        const bytes = sum([exactly(worker.baseBytes), ...tasks.map((task) => task.bytes)])
        return { worker, tasks, connectors: byConnector(tasks), bytes, fit: fitOf(bytes, worker.heapBytes) }
      })
    },
    weigh(cluster) {
      const weights = new Map(
        cluster.workers.map(({ id, baseBytes }) => [id, { low: baseBytes, high: baseBytes }]),
      )
      forEachTask(cluster, held, (_, workerId, { bytes }) => {
        const weight = weights.get(workerId)
        if (weight === undefined) return
        weight.low += bytes.low
        weight.high += bytes.high
      })
      return cluster.workers.map((worker) => {
        const bytes = weights.get(worker.id) ?? exactly(worker.baseBytes)
        return { worker, bytes, fit: fitOf(bytes, worker.heapBytes) }
      })
    },
  }
}

function byConnector(tasks: readonly TaskLoad[]): ReadonlyMap<string, Bytes> {
  const connectors = new Map<string, Bytes>()
  for (const { connector, bytes } of tasks)
    connectors.set(connector, sum([connectors.get(connector) ?? NONE, bytes]))
  return connectors
}

/** What one task holds, wherever it is. */
type Held = Omit<TaskLoad, 'connector' | 'workerId'>

/** What each task of a connector holds on workers of that JVM, in their order. */
type Holdings = (connector: ConnectorFacts, jvm: Jvm) => readonly Held[]

/** Answers once for all that differs only in where tasks are, or in heaps with regions of one size. */
function remembering(): Holdings {
  const known = new Map<string, Answer[]>()
  return (connector, jvm) => {
    const answers = known.get(connector.name) ?? []
    const same = answers.find((answer) => isSame(answer, connector, jvm))
    if (same !== undefined) return same.tasks
    const tasks = heldBy(connector, jvm)
    known.set(connector.name, [...answers, { connector, jvm, tasks }])
    return tasks
  }
}

interface Answer {
  readonly connector: ConnectorFacts
  readonly jvm: Jvm
  readonly tasks: readonly Held[]
}

/** Of one connector, as the what-ifs change it: settings and partitions are known by their identity. */
function isSame({ connector, jvm }: Answer, other: ConnectorFacts, { regionBytes }: Jvm): boolean {
  return (
    jvm.regionBytes === regionBytes &&
    connector.config === other.config &&
    connector.workerConfig === other.workerConfig &&
    connector.partitions === other.partitions &&
    connector.tasks.length === other.tasks.length
  )
}

function forEachTask(
  { workers, connectors }: ClusterLoad,
  held: Holdings,
  use: (connector: string, workerId: string, task: Held) => void,
): void {
  const jvms = new Map(workers.map(({ id, heapBytes }) => [id, jvmOf(heapBytes ?? DEFAULT_HEAP_BYTES)]))
  for (const connector of connectors) {
    // Most clusters have one size of heap, so the answer for the task before mostly holds for the next.
    let last: { readonly jvm: Jvm; readonly tasks: readonly Held[] } | undefined
    connector.tasks.forEach(({ workerId }, index) => {
      const jvm = jvms.get(workerId)
      if (jvm === undefined) return
      if (last?.jvm.regionBytes !== jvm.regionBytes) last = { jvm, tasks: held(connector, jvm) }
      const task = last.tasks[index]
      if (task !== undefined) use(connector.name, workerId, task)
    })
  }
}

export function fitOf({ low, high }: Bytes, heapBytes: number | null): Fit {
  if (heapBytes === null) return 'unknown'
  if (low > heapBytes) return 'certain'
  if (low >= SAFE * heapBytes) return 'likely'
  return high >= SAFE * heapBytes ? 'possible' : 'fits'
}

/** connect-distributed.sh starts a worker with -Xmx2G (KAFKA_HEAP_OPTS). */
export const DEFAULT_HEAP_BYTES = 2 * 1024 ** 3

function heldBy(connector: ConnectorFacts, jvm: Jvm): readonly Held[] {
  const assigned = assignmentOf(connector)
  // Families count partitions and don't look at their names: tasks with as many hold the same.
  const known = new Map<number | null, Pick<Held, 'shares' | 'bytes'>>()
  return connector.tasks.map(({ id }) => {
    const partitions = assigned === null ? null : (assigned.get(id) ?? [])
    const count = partitions?.length ?? null
    const load = known.get(count) ?? loadOf(connector, partitions, jvm)
    known.set(count, load)
    return { id, partitions, ...load }
  })
}

function loadOf(
  connector: ConnectorFacts,
  partitions: TaskLoad['partitions'],
  jvm: Jvm,
): Pick<Held, 'shares' | 'bytes'> {
  const facts = taskFacts(connector, partitions, jvm.heapBytes)
  const shares = [...(familyOf(connector)?.family.shares(facts) ?? []), ...frameworkShares(facts)]
    .filter(({ bytes }) => bytes.high > 0)
    .toSorted((a, b) => typical(b.bytes) - typical(a.bytes))
  return { shares, bytes: sum(shares.map(({ bytes }) => bytes)) }
}

/** What a family is asked about a task. */
export function taskFacts(
  connector: ConnectorFacts,
  partitions: TaskLoad['partitions'],
  heapBytes: number,
): TaskFacts {
  return {
    connector,
    config: familyOf(connector)?.config ?? connector.config,
    jvm: jvmOf(heapBytes),
    partitions,
    pollRecords: pollRecords(connector),
  }
}

/** Task to its partitions that may have records; null if it is not known how many there are. */
function assignmentOf(connector: ConnectorFacts): ReadonlyMap<number, readonly TopicPartition[]> | null {
  if (connector.type === 'source') return new Map()
  if (connector.partitions === null) return null
  const ids = connector.tasks.map(({ id }) => id)
  const all = assign(strategyOf(connector).name, connector.partitions, ids)
  const { activeTopics } = connector
  if (activeTopics === null) return all
  return new Map(
    [...all].map(([id, partitions]) => [id, partitions.filter(({ topic }) => activeTopics.has(topic))]),
  )
}

export interface ClusterMemory {
  readonly cluster: ClusterLoad
  readonly scales: Scales
  readonly loads: ReadonlyMap<string, WorkerLoad>
}
