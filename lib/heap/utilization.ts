import { type Bytes, NO_BYTES, sumBytes, typicalBytes } from '../util/bytes.ts'
import type { HeapEstimator, WorkerTotal } from './estimate.ts'
import type { ClusterLoad, ConnectorFacts } from './model.ts'
import { DEFAULT_HEAP_BYTES } from './task-estimate.ts'

/** How full it gets where a connector runs. */
export interface Utilization {
  /**
   * What the connector itself holds (buffers, queues), beside what any task takes for its clients and what they read:
   * on the worker where that is most.
   */
  readonly own: Bytes
  /** The fullest of the workers that it concerns. */
  readonly fullest: WorkerTotal
  /** The same after the worst loss of a worker; null if there is only one. */
  readonly oneFewer: WorkerTotal | null
}

/** A connector and its cluster as they are, with which changes are compared. */
export interface Baseline {
  readonly name: string
  /** Other connectors. What only a changed cluster has are parts of this one. */
  readonly others: ReadonlySet<string>
  /** Worker id to what it typically holds, in bytes. */
  readonly weights: ReadonlyMap<string, number>
}

export function createBaseline(cluster: ClusterLoad, name: string, use: HeapEstimator): Baseline {
  const names = cluster.connectors.map((connector) => connector.name)
  const weights = use
    .estimateTotals(cluster)
    .map(({ worker, bytes }) => [worker.id, typicalBytes(bytes)] as const)
  return { name, others: new Set(names.filter((each) => each !== name)), weights: new Map(weights) }
}

/** As it would be, or is. Null if nothing of the connector is placed. */
export function utilizationOf(cluster: ClusterLoad, now: Baseline, use: HeapEstimator): Utilization | null {
  const fullest = fullestWorker(affectedWorkers(cluster, now, use))
  if (fullest === null) return null
  const own = ownOf(cluster, now)
  return { own: mostHeld(cluster, own, use), fullest, oneFewer: worstLoss(cluster, own, use) }
}

/**
 * The workers that a change of one connector concerns: those that hold its tasks then, and those that get more to hold.
 * A full worker elsewhere must not hide what it does here.
 */
export function affectedWorkers(
  cluster: ClusterLoad,
  now: Baseline,
  use: HeapEstimator,
): readonly WorkerTotal[] {
  const hosts = hostsOf(ownOf(cluster, now))
  return use
    .estimateTotals(cluster)
    .filter(
      ({ worker, bytes }) =>
        hosts.has(worker.id) || typicalBytes(bytes) > (now.weights.get(worker.id) ?? worker.baseBytes),
    )
}

export function fullestWorker(loads: readonly WorkerTotal[]): WorkerTotal | null {
  return loads.reduce<WorkerTotal | null>(
    (most, load) => (most === null || utilization(load) > utilization(most) ? load : most),
    null,
  )
}

/** The part of its heap that the estimate typically takes; a heap that is not known counts as the default. */
export function utilization({ bytes, worker }: WorkerTotal): number {
  return typicalBytes(bytes) / (worker.heapBytes ?? DEFAULT_HEAP_BYTES)
}

/** Losses that are tried. */
const MAX_LOSSES = 4

/**
 * The cluster after the loss of one worker and the rebalance that follows, for some of its workers: the fullest, whose
 * tasks weigh most on the others. None if there is only one.
 * @param first ids of workers that are lost before others
 */
export function simulateLosses(
  cluster: ClusterLoad,
  use: HeapEstimator,
  first: ReadonlySet<string> = new Set(),
): readonly ClusterLoad[] {
  if (cluster.workers.length < 2) return []
  return use
    .estimateTotals(cluster)
    .toSorted(
      (a, b) =>
        Number(first.has(b.worker.id)) - Number(first.has(a.worker.id)) ||
        typicalBytes(b.bytes) - typicalBytes(a.bytes),
    )
    .slice(0, MAX_LOSSES)
    .map(({ worker }) => use.loseWorker(cluster, worker.id))
}

/** The connector, and parts into which it was split. */
function ownOf({ connectors }: ClusterLoad, { others }: Baseline): readonly ConnectorFacts[] {
  return connectors.filter(({ name }) => !others.has(name))
}

function hostsOf(connectors: readonly ConnectorFacts[]): ReadonlySet<string> {
  return new Set(connectors.flatMap(({ tasks }) => tasks.map(({ workerId }) => workerId)))
}

function mostHeld(
  { workers }: ClusterLoad,
  connectors: readonly ConnectorFacts[],
  use: HeapEstimator,
): Bytes {
  const held = use
    .estimateTasks({ workers, connectors })
    .map(({ tasks }) => tasks.flatMap(({ shares }) => shares.filter(({ owner }) => owner === 'connector')))
    .map((shares) => sumBytes(shares.map(({ bytes }) => bytes)))
  return held.reduce((most, bytes) => (typicalBytes(bytes) > typicalBytes(most) ? bytes : most), NO_BYTES)
}

/** The fullest worker that holds one of these after the worst loss; null if there is no worker to lose. */
function worstLoss(
  cluster: ClusterLoad,
  own: readonly ConnectorFacts[],
  use: HeapEstimator,
): WorkerTotal | null {
  const names = new Set(own.map(({ name }) => name))
  return fullestWorker(
    simulateLosses(cluster, use, hostsOf(own)).flatMap((after) => {
      const hosts = hostsOf(after.connectors.filter(({ name }) => names.has(name)))
      return use.estimateTotals(after).filter(({ worker }) => hosts.has(worker.id))
    }),
  )
}
