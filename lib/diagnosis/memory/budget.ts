import { assign, strategyOf } from './assignment.ts'
import { exactly, sum, typical } from './bytes.ts'
import { familyOf } from './families.ts'
import { frameworkShares, pollRecords } from './framework.ts'
import { jvmOf } from './jvm.ts'
import type {
  Bytes,
  ClusterLoad,
  ConnectorFacts,
  Settings,
  Share,
  TaskFacts,
  TopicPartition,
  WorkerFacts,
} from './model.ts'

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
export type WorkerWeight = Omit<WorkerLoad, 'tasks'>

/** Scales for many questions about one cluster: what a connector holds is worked out once, however its tasks are placed. */
export interface Scales {
  /** The load of every worker, task by task; a heap that is not known counts as 2 GiB for what arrays cost. */
  budget(cluster: ClusterLoad): readonly WorkerLoad[]
  weigh(cluster: ClusterLoad): readonly WorkerWeight[]
}

export function scales(): Scales {
  const known = new Map<Settings, Map<unknown, Map<string, readonly Held[]>>>()
  const held = (connector: ConnectorFacts, heapBytes: number): readonly Held[] => {
    const { name, config, partitions, tasks } = connector
    const bySettings = known.get(config) ?? new Map<unknown, Map<string, readonly Held[]>>()
    const byPartitions = bySettings.get(partitions) ?? new Map<string, readonly Held[]>()
    known.set(config, bySettings.set(partitions, byPartitions))
    // What tasks hold depends on the heap only by the size of its regions.
    const key = `${name} ${jvmOf(heapBytes).regionBytes} ${tasks.length}`
    const answer = byPartitions.get(key) ?? heldBy(connector, heapBytes)
    byPartitions.set(key, answer)
    return answer
  }
  return {
    budget(cluster) {
      const loads = new Map<string, TaskLoad[]>(cluster.workers.map(({ id }) => [id, []]))
      forEachTask(cluster, held, (connector, workerId, task) => {
        loads.get(workerId)?.push({ connector, workerId, ...task })
      })
      return cluster.workers.map((worker) => {
        const tasks = (loads.get(worker.id) ?? []).sort((a, b) => typical(b.bytes) - typical(a.bytes))
        const bytes = sum([exactly(worker.baseBytes), ...tasks.map((task) => task.bytes)])
        return { worker, tasks, bytes, fit: fitOf(bytes, worker.heapBytes) }
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

/** What one task holds, wherever it is. */
type Held = Omit<TaskLoad, 'connector' | 'workerId'>

function forEachTask(
  { workers, connectors }: ClusterLoad,
  held: (connector: ConnectorFacts, heapBytes: number) => readonly Held[],
  use: (connector: string, workerId: string, task: Held) => void,
): void {
  const heaps = new Map(workers.map(({ id, heapBytes }) => [id, heapBytes ?? DEFAULT_HEAP_BYTES]))
  for (const connector of connectors) {
    const byHeap = new Map<number, readonly Held[]>()
    for (const [index, { workerId }] of connector.tasks.entries()) {
      const heapBytes = heaps.get(workerId) ?? DEFAULT_HEAP_BYTES
      const tasks = byHeap.get(heapBytes) ?? held(connector, heapBytes)
      byHeap.set(heapBytes, tasks)
      const task = tasks[index]
      if (task !== undefined) use(connector.name, workerId, task)
    }
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

/** Of each task, in their order. */
function heldBy(connector: ConnectorFacts, heapBytes: number): readonly Held[] {
  const assigned = assignmentOf(connector)
  const family = familyOf(connector)?.family
  return connector.tasks.map(({ id }) => {
    const partitions = assigned === null ? null : (assigned.get(id) ?? [])
    const facts = taskFacts(connector, partitions, heapBytes)
    const shares = [...(family?.shares(facts) ?? []), ...frameworkShares(facts)]
      .filter(({ bytes }) => bytes.high > 0)
      .toSorted((a, b) => typical(b.bytes) - typical(a.bytes))
    return { id, partitions, shares, bytes: sum(shares.map(({ bytes }) => bytes)) }
  })
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
