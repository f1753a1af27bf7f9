import { type Bytes, exactBytes, NO_BYTES, sumBytes, typicalBytes } from '../util/bytes.ts'

import { classifyFit, type Fit } from './fit.ts'

import { toJvm } from './g1.ts'
import type { ClusterLoad, Jvm, WorkerFacts } from './model.ts'
import { createLossSimulator } from './simulate.ts'
import {
  DEFAULT_HEAP_BYTES,
  memoizeTaskEstimates,
  type TaskEstimate,
  type TaskEstimates,
  type TaskLoad,
} from './task-estimate.ts'
import { createTotalsEstimator } from './worker-totals.ts'

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
  /** The cluster after the loss of that worker, and the rebalance that follows. */
  readonly loseWorker: (cluster: ClusterLoad, id: string) => ClusterLoad
}

export function createEstimator(): HeapEstimator {
  const estimates = memoizeTaskEstimates()
  const addUp = createTotalsEstimator(estimates)
  const loseWorker = createLossSimulator()
  return {
    loseWorker,
    estimateTasks(cluster) {
      const loads = new Map<string, TaskLoad[]>(cluster.workers.map(({ id }) => [id, []]))
      forEachTask(cluster, estimates, (connector, workerId, { id, partitions, shares, bytes }) => {
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
      const totals = addUp(cluster)
      return cluster.workers.map((worker) => {
        const bytes = totals.get(worker.id) ?? exactBytes(worker.baseBytes)
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

function forEachTask(
  { workers, connectors }: ClusterLoad,
  estimates: TaskEstimates,
  use: (connector: string, workerId: string, task: TaskEstimate) => void,
): void {
  const jvms = new Map(workers.map(({ id, heapBytes }) => [id, toJvm(heapBytes ?? DEFAULT_HEAP_BYTES)]))
  for (const connector of connectors) {
    // Most clusters have one size of heap, so the answer for the task before mostly holds for the next.
    let last: { readonly jvm: Jvm; readonly tasks: readonly TaskEstimate[] } | undefined
    connector.tasks.forEach(({ workerId }, index) => {
      const jvm = jvms.get(workerId)
      if (jvm === undefined) return
      if (last?.jvm.regionBytes !== jvm.regionBytes) last = { jvm, tasks: estimates(connector, jvm) }
      const task = last.tasks[index]
      if (task !== undefined) use(connector.name, workerId, task)
    })
  }
}

export interface ClusterHeap {
  readonly cluster: ClusterLoad
  readonly estimator: HeapEstimator
  readonly loads: ReadonlyMap<string, WorkerLoad>
}

export function createClusterHeap(cluster: ClusterLoad): ClusterHeap {
  const estimator = createEstimator()
  const loads = estimator.estimateTasks(cluster).map((load) => [load.worker.id, load] as const)
  return { cluster, estimator, loads: new Map(loads) }
}
