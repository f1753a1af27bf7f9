import { type Bytes, exactBytes, NO_BYTES, sumBytes, typicalBytes } from '../util/bytes.ts'
import { findFamily } from './connectors/index.ts'
import { classifyFit, type Fit } from './fit.ts'
import { frameworkShares, maxPollRecords } from './framework.ts'
import { toJvm } from './g1.ts'
import type {
  ClusterLoad,
  ConnectorFacts,
  Jvm,
  OwnedShare,
  TaskFacts,
  TopicPartition,
  WorkerFacts,
} from './model.ts'
import { assignmentStrategy, assignPartitions } from './partition-assignment.ts'

/** What one task takes of its worker's heap when it holds all that it may hold. */
export interface TaskLoad {
  readonly connector: string
  readonly id: number
  readonly workerId: string
  /** Null: not known. Empty for a source. */
  readonly partitions: readonly TopicPartition[] | null
  /** Largest first. */
  readonly shares: readonly OwnedShare[]
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

/** A worker and all that it holds, without whose it is. */
export type WorkerTotal = Omit<WorkerLoad, 'tasks' | 'connectors'>

/** Scales for many questions about one cluster: what a connector holds is worked out once, however its tasks are placed. */
export interface HeapEstimator {
  /** The load of every worker, task by task; a heap that is not known counts as 2 GiB for what arrays cost. */
  estimateTasks(cluster: ClusterLoad): readonly WorkerLoad[]
  estimateTotals(cluster: ClusterLoad): readonly WorkerTotal[]
}

export function createEstimator(): HeapEstimator {
  const held = memoizeTaskEstimates()
  return {
    estimateTasks(cluster) {
      const loads = new Map<string, TaskLoad[]>(cluster.workers.map(({ id }) => [id, []]))
      forEachTask(cluster, held, (connector, workerId, { id, partitions, shares, bytes }) => {
        loads.get(workerId)?.push({ connector, id, workerId, partitions, shares, bytes })
      })
      return cluster.workers.map((worker) => {
        const tasks = (loads.get(worker.id) ?? []).sort(
          (a, b) => typicalBytes(b.bytes) - typicalBytes(a.bytes),
        )
        const bytes = sumBytes([exactBytes(worker.baseBytes), ...tasks.map((task) => task.bytes)])
        return {
          worker,
          tasks,
          connectors: byConnector(tasks),
          bytes,
          fit: classifyFit(bytes, worker.heapBytes),
        }
      })
    },
    estimateTotals(cluster) {
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
        const bytes = weights.get(worker.id) ?? exactBytes(worker.baseBytes)
        return { worker, bytes, fit: classifyFit(bytes, worker.heapBytes) }
      })
    },
  }
}

function byConnector(tasks: readonly TaskLoad[]): ReadonlyMap<string, Bytes> {
  const connectors = new Map<string, Bytes>()
  for (const { connector, bytes } of tasks)
    connectors.set(connector, sumBytes([connectors.get(connector) ?? NO_BYTES, bytes]))
  return connectors
}

/** What one task holds, wherever it is. */
type TaskEstimate = Omit<TaskLoad, 'connector' | 'workerId'>

/** What each task of a connector holds on workers of that JVM, in their order. */
type TaskEstimates = (connector: ConnectorFacts, jvm: Jvm) => readonly TaskEstimate[]

/** Answers once for all that differs only in where tasks are, or in heaps with regions of one size. */
function memoizeTaskEstimates(): TaskEstimates {
  const known = new Map<string, KnownEstimate[]>()
  return (connector, jvm) => {
    const answers = known.get(connector.name) ?? []
    const same = answers.find((answer) => isSame(answer, connector, jvm))
    if (same !== undefined) return same.tasks
    const tasks = estimateConnector(connector, jvm)
    known.set(connector.name, [...answers, { connector, jvm, tasks }])
    return tasks
  }
}

interface KnownEstimate {
  readonly connector: ConnectorFacts
  readonly jvm: Jvm
  readonly tasks: readonly TaskEstimate[]
}

/** Of one connector, as the what-ifs change it: settings and partitions are known by their identity. */
function isSame({ connector, jvm }: KnownEstimate, other: ConnectorFacts, { regionBytes }: Jvm): boolean {
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
  held: TaskEstimates,
  use: (connector: string, workerId: string, task: TaskEstimate) => void,
): void {
  const jvms = new Map(workers.map(({ id, heapBytes }) => [id, toJvm(heapBytes ?? DEFAULT_HEAP_BYTES)]))
  for (const connector of connectors) {
    // Most clusters have one size of heap, so the answer for the task before mostly holds for the next.
    let last: { readonly jvm: Jvm; readonly tasks: readonly TaskEstimate[] } | undefined
    connector.tasks.forEach(({ workerId }, index) => {
      const jvm = jvms.get(workerId)
      if (jvm === undefined) return
      if (last?.jvm.regionBytes !== jvm.regionBytes) last = { jvm, tasks: held(connector, jvm) }
      const task = last.tasks[index]
      if (task !== undefined) use(connector.name, workerId, task)
    })
  }
}

/** connect-distributed.sh starts a worker with -Xmx2G (KAFKA_HEAP_OPTS). */
export const DEFAULT_HEAP_BYTES = 2 * 1024 ** 3

function estimateConnector(connector: ConnectorFacts, jvm: Jvm): readonly TaskEstimate[] {
  const assigned = assignmentOf(connector)
  // Families count partitions and don't look at their names: tasks with as many hold the same.
  const known = new Map<number | null, Pick<TaskEstimate, 'shares' | 'bytes'>>()
  return connector.tasks.map(({ id }) => {
    const partitions = assigned === null ? null : (assigned.get(id) ?? [])
    const count = partitions?.length ?? null
    const load = known.get(count) ?? estimateTask(connector, partitions, jvm)
    known.set(count, load)
    return { id, partitions, ...load }
  })
}

function estimateTask(
  connector: ConnectorFacts,
  partitions: TaskLoad['partitions'],
  jvm: Jvm,
): Pick<TaskEstimate, 'shares' | 'bytes'> {
  const facts = toTaskFacts(connector, partitions, jvm.heapBytes)
  const own = findFamily(connector)?.family.shares(facts) ?? []
  const shares = [
    ...own.map((share): OwnedShare => ({ ...share, owner: 'connector' })),
    ...frameworkShares(facts).map((share): OwnedShare => ({ ...share, owner: 'framework' })),
  ]
    .filter(({ bytes }) => bytes.high > 0)
    .toSorted((a, b) => typicalBytes(b.bytes) - typicalBytes(a.bytes))
  return { shares, bytes: sumBytes(shares.map(({ bytes }) => bytes)) }
}

/** What a family is asked about a task. */
export function toTaskFacts(
  connector: ConnectorFacts,
  partitions: TaskLoad['partitions'],
  heapBytes: number,
): TaskFacts {
  return {
    connector,
    config: findFamily(connector)?.config ?? connector.config,
    jvm: toJvm(heapBytes),
    partitions,
    pollRecords: maxPollRecords(connector),
  }
}

/** Task to its partitions that may have records; null if it is not known how many there are. */
function assignmentOf(connector: ConnectorFacts): ReadonlyMap<number, readonly TopicPartition[]> | null {
  if (connector.type === 'source') return new Map()
  if (connector.partitions === null) return null
  const ids = connector.tasks.map(({ id }) => id)
  const all = assignPartitions(assignmentStrategy(connector).name, connector.partitions, ids)
  const { activeTopics } = connector
  if (activeTopics === null) return all
  return new Map(
    [...all].map(([id, partitions]) => [id, partitions.filter(({ topic }) => activeTopics.has(topic))]),
  )
}

export interface ClusterHeap {
  readonly cluster: ClusterLoad
  readonly estimator: HeapEstimator
  readonly loads: ReadonlyMap<string, WorkerLoad>
}
