import type { OomCause } from '../domain/vocabulary.ts'
import { type Bytes, NO_BYTES, typicalBytes } from '../util/bytes.ts'
import { findFamily } from './connectors/index.ts'

import type { WorkerLoad } from './estimate.ts'
import type { Fit } from './fit.ts'

import type { ClusterLoad, OwnedShare } from './model.ts'
import { DEFAULT_HEAP_BYTES, type TaskLoad } from './task-estimate.ts'

/** Who took the heap, by the budget: the frames name only the last one to ask. */
export interface Attribution {
  readonly cause: OomCause
  readonly confidence: 'high' | 'medium' | 'low'
  /** The worker that was fullest of those on which it failed. */
  readonly worker: WorkerLoad
  /** The task that takes the most there; not one of the failed connector's if that is a victim. */
  readonly culprit: TaskLoad
  /** The largest part of what the culprit takes. */
  readonly share: OwnedShare
  /** All that the failed connector takes on that worker. */
  readonly own: Bytes
}

/** A heap that ran out although all that is known would take less than half of it. */
export interface Unexplained {
  readonly worker: WorkerLoad
  /** Connectors there of which nobody knows what they hold. */
  readonly unknown: readonly string[]
}

/** A connector that takes less than this part of all tasks on its worker is not whom to blame. */
const VICTIM_BELOW = 0.25
/** One that takes more than this part of the heap can be blamed by itself. */
export const HOG_FROM = 0.5
/** What takes less than this part of the heap does not fill it, not even in bursts or in a fragmented heap. */
const FAR_BELOW = 0.5

/**
 * The cause of an OutOfMemoryError of the heap.
 * @param loads of each worker, by its id
 * @param workers on which tasks of the connector failed
 * @returns null if the budget does not tell: nothing is known of what the tasks take, or it is next to nothing
 */
export function attributeHeap(
  loads: ReadonlyMap<string, WorkerLoad>,
  connector: string,
  workers: readonly string[],
): Attribution | null {
  const worker = fullestOf(loads, workers)
  if (worker === null) return null
  const blame = blameOf(worker, connector)
  // The largest comes first.
  const culprit = worker.tasks.find((task) => blame === 'victim' || task.connector === connector)
  const share = culprit && (blame === 'worker-exhausted' ? culprit.shares[0] : largestOwn(culprit, worker))
  if (culprit === undefined || share === undefined) return null
  return {
    cause: blame === 'own' ? share.cause : blame,
    confidence: confidenceIn(worker.fit, culprit),
    worker,
    culprit,
    share,
    own: worker.connectors.get(connector) ?? NO_BYTES,
  }
}

/**
 * The fullest of the workers on which a connector failed, if what that connector takes is known and all that is known
 * leaves half of its heap; else null.
 */
export function findUnexplained(
  loads: ReadonlyMap<string, WorkerLoad>,
  { connectors }: ClusterLoad,
  connector: string,
  workers: readonly string[],
): Unexplained | null {
  const load = fullestOf(loads, workers)
  if (load === null || load.worker.heapBytes === null) return null
  if (load.bytes.high >= FAR_BELOW * load.worker.heapBytes) return null
  const unknown = new Set([
    ...connectors
      .filter((each) => load.connectors.has(each.name) && findFamily(each) === null)
      .map(({ name }) => name),
    ...load.tasks.filter((task) => !isBounded(task)).map((task) => task.connector),
  ])
  return unknown.has(connector) ? null : { worker: load, unknown: [...unknown] }
}

/** Whether a task can't take more than is known: its partitions are, and it does not just count records of any size. */
function isBounded({ partitions, shares }: TaskLoad): boolean {
  return partitions !== null && shares.every(({ cause }) => !OF_ANY_SIZE.has(cause))
}

const OF_ANY_SIZE: ReadonlySet<OomCause> = new Set([
  'source-queue',
  'unbounded-buffer',
  'driver-full-fetch',
  'huge-input',
])

function fullestOf(loads: ReadonlyMap<string, WorkerLoad>, workers: readonly string[]): WorkerLoad | null {
  return workers
    .flatMap((id) => loads.get(id) ?? [])
    .reduce<WorkerLoad | null>(
      (most, load) => (most === null || typicalBytes(load.bytes) > typicalBytes(most.bytes) ? load : most),
      null,
    )
}

/** Whom to blame: the connector itself, another one that holds most of it, or all of them together. */
function blameOf(
  { connectors, bytes, fit, worker }: WorkerLoad,
  connector: string,
): 'own' | 'victim' | 'worker-exhausted' {
  const all = bytes.low - worker.baseBytes
  const own = connectors.get(connector)?.low ?? 0
  const most = Math.max(...[...connectors.values()].map(({ low }) => low))
  const isHog = most >= HOG_FROM * (worker.heapBytes ?? all)
  if (isHog) return own < VICTIM_BELOW * all ? 'victim' : 'own'
  return connectors.size > 1 && (fit === 'certain' || fit === 'likely') ? 'worker-exhausted' : 'own'
}

/**
 * The largest part of what the connector itself holds. What the framework takes of every task explains no death; it is
 * the frames then that tell of large records or responses.
 */
function largestOwn({ shares, bytes, partitions }: TaskLoad, { worker }: WorkerLoad): OwnedShare | undefined {
  const largest = shares.find(({ owner }) => owner === 'connector')
  // Where the partitions are not known, what it holds is a multiple of the estimate.
  const least =
    partitions === null ? TASK_PART * bytes.high : HEAP_PART * (worker.heapBytes ?? DEFAULT_HEAP_BYTES)
  return largest !== undefined && largest.bytes.high >= least ? largest : undefined
}

/** A smaller part of a task, or of the heap, than these is no cause. */
const TASK_PART = 0.1
const HEAP_PART = 0.06

function confidenceIn(fit: Fit, { partitions }: TaskLoad): Attribution['confidence'] {
  const isKnown = partitions !== null
  if (isKnown && fit === 'certain') return 'high'
  return isKnown && (fit === 'likely' || fit === 'possible') ? 'medium' : 'low'
}
