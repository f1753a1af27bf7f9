import { assign, strategyOf } from './assignment.ts'
import { exactly, sum } from './bytes.ts'
import { familyOf } from './families.ts'
import { frameworkShares, pollRecords } from './framework.ts'
import { jvmOf } from './jvm.ts'
import type {
  Bytes,
  ClusterLoad,
  ConnectorFacts,
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
  /** Largest first, by their lower end. */
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

const LIKELY_FROM = 0.88

/** The load of every worker of a cluster, as its tasks are placed; a heap that is not known counts as 2 GiB for arrays. */
export function budget(cluster: ClusterLoad): readonly WorkerLoad[] {
  const tasks = cluster.connectors.flatMap((connector) => loadsOf(connector, cluster.workers))
  const byWorker = Map.groupBy(tasks, ({ workerId }) => workerId)
  return cluster.workers.map((worker) => {
    const own = (byWorker.get(worker.id) ?? []).toSorted((a, b) => b.bytes.low - a.bytes.low)
    const bytes = sum([exactly(worker.baseBytes), ...own.map((task) => task.bytes)])
    return { worker, tasks: own, bytes, fit: fitOf(bytes, worker.heapBytes) }
  })
}

export function fitOf({ low, high }: Bytes, heapBytes: number | null): Fit {
  if (heapBytes === null) return 'unknown'
  if (low > heapBytes) return 'certain'
  if (low >= LIKELY_FROM * heapBytes) return 'likely'
  return high >= LIKELY_FROM * heapBytes ? 'possible' : 'fits'
}

/** connect-distributed.sh starts a worker with -Xmx2G (KAFKA_HEAP_OPTS). */
export const DEFAULT_HEAP_BYTES = 2 * 1024 ** 3

function loadsOf(connector: ConnectorFacts, workers: readonly WorkerFacts[]): readonly TaskLoad[] {
  const assigned = assignmentOf(connector)
  const family = familyOf(connector)?.family
  return connector.tasks.map(({ id, workerId }) => {
    const task = { workerId, partitions: assigned === null ? null : (assigned.get(id) ?? []) }
    const facts = taskFacts(connector, task, workers)
    const shares = [...(family?.shares(facts) ?? []), ...frameworkShares(facts)]
      .filter(({ bytes }) => bytes.high > 0)
      .toSorted((a, b) => b.bytes.low - a.bytes.low || b.bytes.high - a.bytes.high)
    return { connector: connector.name, id, ...task, shares, bytes: sum(shares.map(({ bytes }) => bytes)) }
  })
}

/** What a family is asked about a task. */
export function taskFacts(
  connector: ConnectorFacts,
  { workerId, partitions }: Pick<TaskLoad, 'workerId' | 'partitions'>,
  workers: readonly WorkerFacts[],
): TaskFacts {
  const heapBytes = workers.find((worker) => worker.id === workerId)?.heapBytes ?? DEFAULT_HEAP_BYTES
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
