import { type Bytes, exactBytes } from '../util/bytes.ts'
import { toJvm } from './g1.ts'
import type { ClusterLoad, ConnectorFacts, Jvm, WorkerFacts } from './model.ts'
import { DEFAULT_HEAP_BYTES, type TaskEstimate, type TaskEstimates } from './task-estimate.ts'

/** Worker id to all that it holds. */
export type WorkerTotals = ReadonlyMap<string, Bytes>

/**
 * Adds up what workers hold, for many clusters that differ little from one that was added up whole: a simulation asks for dozens, each with
 * other settings, a split or a worker lost. Only tasks that hold something else than there, or elsewhere, are taken off
 * and added again.
 */
export function createTotalsEstimator(estimates: TaskEstimates): (cluster: ClusterLoad) => WorkerTotals {
  /** One for each size of heap: with another one, all arrays may take more or less. */
  const firsts: First[] = []
  return (cluster) => {
    const first = firsts.find((each) => areAlike(each.cluster, cluster))
    if (first !== undefined) return addDifference(first, cluster)
    const estimatesOf = onWorkers(cluster, estimates)
    const totals = startFrom(cluster.workers)
    for (const connector of cluster.connectors) replaceTasks(null, connector, estimatesOf, totals)
    firsts.push({ cluster, totals, estimatesOf })
    return totals
  }
}

interface First {
  readonly cluster: ClusterLoad
  readonly totals: WorkerTotals
  readonly estimatesOf: EstimatesOf
}

type Sums = Map<string, { low: number; high: number }>

function startFrom(workers: readonly WorkerFacts[], totals?: WorkerTotals): Sums {
  return new Map(workers.map(({ id, baseBytes }) => [id, { ...(totals?.get(id) ?? exactBytes(baseBytes)) }]))
}

/** Whether each worker is in the first as well, with a heap in which the same arrays take as much. */
function areAlike(first: ClusterLoad, { workers }: ClusterLoad): boolean {
  const former = new Map(first.workers.map((worker) => [worker.id, worker]))
  return workers.every((worker) => {
    const before = former.get(worker.id)
    if (before === undefined || before === worker) return before === worker
    return jvmOf(before).regionBytes === jvmOf(worker).regionBytes
  })
}

const jvmOf = ({ heapBytes }: WorkerFacts) => toJvm(heapBytes ?? DEFAULT_HEAP_BYTES)

function addDifference({ cluster: first, totals, estimatesOf }: First, cluster: ClusterLoad): WorkerTotals {
  const sums = startFrom(cluster.workers, totals)
  const former = new Map(first.connectors.map((connector) => [connector.name, connector]))
  for (const connector of cluster.connectors) {
    const before = former.get(connector.name)
    former.delete(connector.name)
    if (before !== connector) replaceTasks(before ?? null, connector, estimatesOf, sums)
  }
  for (const gone of former.values()) replaceTasks(gone, null, estimatesOf, sums)
  return sums
}

/** What each task of a connector holds where it is; undefined: it is on no worker. */
type EstimatesOf = (connector: ConnectorFacts) => (index: number) => TaskEstimate | undefined

function onWorkers({ workers }: ClusterLoad, estimates: TaskEstimates): EstimatesOf {
  const jvms = new Map(workers.map((worker) => [worker.id, jvmOf(worker)]))
  return (connector) => {
    // Most clusters have one size of heap, so the answer for the task before mostly holds for the next.
    let last: { readonly jvm: Jvm; readonly tasks: readonly TaskEstimate[] } | undefined
    return (index) => {
      const jvm = jvms.get(connector.tasks[index]?.workerId ?? '')
      if (jvm === undefined) return undefined
      if (last?.jvm.regionBytes !== jvm.regionBytes) last = { jvm, tasks: estimates(connector, jvm) }
      return last.tasks[index]
    }
  }
}

function replaceTasks(
  before: ConnectorFacts | null,
  after: ConnectorFacts | null,
  estimatesOf: EstimatesOf,
  totals: Sums,
): void {
  const [heldBefore, heldAfter] = [before && estimatesOf(before), after && estimatesOf(after)]
  const count = Math.max(before?.tasks.length ?? 0, after?.tasks.length ?? 0)
  for (let index = 0; index < count; index += 1) {
    const [from, to] = [before?.tasks[index]?.workerId, after?.tasks[index]?.workerId]
    const [held, holds] = [heldBefore?.(index), heldAfter?.(index)]
    if (from === to && held === holds) continue
    add(totals.get(from ?? ''), held, -1)
    add(totals.get(to ?? ''), holds, 1)
  }
}

function add(
  sum: { low: number; high: number } | undefined,
  task: TaskEstimate | undefined,
  sign: 1 | -1,
): void {
  if (sum === undefined || task === undefined) return
  sum.low += sign * task.bytes.low
  sum.high += sign * task.bytes.high
}
