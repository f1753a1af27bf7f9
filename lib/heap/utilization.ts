import { type Bytes, NONE, sum, typical } from '../util/bytes.ts'
import { OF_ANY_TASK } from './attribution.ts'
import { DEFAULT_HEAP_BYTES, type Scales, type WorkerWeight } from './estimate.ts'
import type { ClusterLoad, ConnectorFacts } from './model.ts'
import { withoutWorker } from './simulate.ts'

/** How full it gets where a connector runs. */
export interface Fullness {
  /**
   * What the connector itself holds (buffers, queues), beside what any task takes for its clients and what they read:
   * on the worker where that is most.
   */
  readonly own: Bytes
  /** The fullest of the workers that it concerns. */
  readonly fullest: WorkerWeight
  /** The same after the worst loss of a worker; null if there is only one. */
  readonly oneFewer: WorkerWeight | null
}

/** A connector and its cluster as they are, with which changes are compared. */
export interface Today {
  readonly name: string
  /** Other connectors. What only a changed cluster has are parts of this one. */
  readonly others: ReadonlySet<string>
  /** Worker id to what it typically holds, in bytes. */
  readonly weights: ReadonlyMap<string, number>
}

export function today(cluster: ClusterLoad, name: string, use: Scales): Today {
  const names = cluster.connectors.map((connector) => connector.name)
  const weights = use.weigh(cluster).map(({ worker, bytes }) => [worker.id, typical(bytes)] as const)
  return { name, others: new Set(names.filter((each) => each !== name)), weights: new Map(weights) }
}

/** As it would be, or is. Null if nothing of the connector is placed. */
export function fullnessOf(cluster: ClusterLoad, now: Today, use: Scales): Fullness | null {
  const fullest = fullestOf(concerned(cluster, now, use))
  if (fullest === null) return null
  const own = ownOf(cluster, now)
  return { own: mostHeld(cluster, own, use), fullest, oneFewer: worstLoss(cluster, own, use) }
}

/**
 * The workers that a change of one connector concerns: those that hold its tasks then, and those that get more to hold.
 * A full worker elsewhere must not hide what it does here.
 */
export function concerned(cluster: ClusterLoad, now: Today, use: Scales): readonly WorkerWeight[] {
  const hosts = hostsOf(ownOf(cluster, now))
  return use
    .weigh(cluster)
    .filter(
      ({ worker, bytes }) =>
        hosts.has(worker.id) || typical(bytes) > (now.weights.get(worker.id) ?? worker.baseBytes),
    )
}

export function fullestOf(loads: readonly WorkerWeight[]): WorkerWeight | null {
  return loads.reduce<WorkerWeight | null>(
    (most, load) => (most === null || filled(load) > filled(most) ? load : most),
    null,
  )
}

/** The part of its heap that the estimate typically takes; a heap that is not known counts as the default. */
export function filled({ bytes, worker }: WorkerWeight): number {
  return typical(bytes) / (worker.heapBytes ?? DEFAULT_HEAP_BYTES)
}

/** Losses that are tried. */
const LOSSES = 4

/**
 * The cluster after the loss of one worker and the rebalance that follows, for some of its workers: the fullest, whose
 * tasks weigh most on the others. None if there is only one.
 * @param first ids of workers that are lost before others
 */
export function losses(
  cluster: ClusterLoad,
  use: Scales,
  first: ReadonlySet<string> = new Set(),
): readonly ClusterLoad[] {
  if (cluster.workers.length < 2) return []
  return use
    .weigh(cluster)
    .toSorted(
      (a, b) =>
        Number(first.has(b.worker.id)) - Number(first.has(a.worker.id)) ||
        typical(b.bytes) - typical(a.bytes),
    )
    .slice(0, LOSSES)
    .map(({ worker }) => withoutWorker(cluster, worker.id))
}

/** The connector, and parts into which it was split. */
function ownOf({ connectors }: ClusterLoad, { others }: Today): readonly ConnectorFacts[] {
  return connectors.filter(({ name }) => !others.has(name))
}

function hostsOf(connectors: readonly ConnectorFacts[]): ReadonlySet<string> {
  return new Set(connectors.flatMap(({ tasks }) => tasks.map(({ workerId }) => workerId)))
}

function mostHeld({ workers }: ClusterLoad, connectors: readonly ConnectorFacts[], use: Scales): Bytes {
  const held = use
    .budget({ workers, connectors })
    .map(({ tasks }) => tasks.flatMap(({ shares }) => shares.filter(({ cause }) => !OF_ANY_TASK.has(cause))))
    .map((shares) => sum(shares.map(({ bytes }) => bytes)))
  return held.reduce((most, bytes) => (typical(bytes) > typical(most) ? bytes : most), NONE)
}

/** The fullest worker that holds one of these after the worst loss; null if there is no worker to lose. */
function worstLoss(cluster: ClusterLoad, own: readonly ConnectorFacts[], use: Scales): WorkerWeight | null {
  const names = new Set(own.map(({ name }) => name))
  return fullestOf(
    losses(cluster, use, hostsOf(own)).flatMap((after) => {
      const hosts = hostsOf(after.connectors.filter(({ name }) => names.has(name)))
      return use.weigh(after).filter(({ worker }) => hosts.has(worker.id))
    }),
  )
}
