import type { OomCause } from '../vocabulary.ts'
import { DEFAULT_HEAP_BYTES, type Fit, type TaskLoad, type WorkerLoad } from './budget.ts'
import { sum, typical } from './bytes.ts'
import type { Bytes, Share } from './model.ts'

/** Who took the heap, by the budget: the frames name only the last one to ask. */
export interface Attribution {
  readonly cause: OomCause
  readonly confidence: 'high' | 'medium' | 'low'
  /** The worker that was fullest of those on which it failed. */
  readonly worker: WorkerLoad
  /** The task that takes the most there; not one of the failed connector's if that is a victim. */
  readonly culprit: TaskLoad
  /** The largest part of what the culprit takes. */
  readonly share: Share
  /** All that the failed connector takes on that worker. */
  readonly own: Bytes
}

/** A connector that takes less than this part of all tasks on its worker is not whom to blame. */
const VICTIM_BELOW = 0.25
/** One that takes more than this part of the heap can be blamed by itself. */
const HOG_FROM = 0.5

/**
 * The cause of an OutOfMemoryError of the heap.
 * @param loads of each worker, by its id
 * @param workers on which tasks of the connector failed
 * @returns null if the budget does not tell: nothing is known of what the tasks take, or it would fit by far
 */
export function attribute(
  loads: ReadonlyMap<string, WorkerLoad>,
  connector: string,
  workers: readonly string[],
): Attribution | null {
  const fullest = workers
    .flatMap((id) => loads.get(id) ?? [])
    .reduce<WorkerLoad | null>(
      (most, load) => (most === null || typical(load.bytes) > typical(most.bytes) ? load : most),
      null,
    )
  if (fullest === null) return null
  const own = fullest.tasks.filter((task) => task.connector === connector)
  const ownBytes = sum(own.map(({ bytes }) => bytes))
  const culprit = heaviest(isVictim(ownBytes, fullest) ? fullest.tasks : own)
  const share =
    culprit === undefined ? undefined : largestOwn(culprit, fullest.worker.heapBytes ?? DEFAULT_HEAP_BYTES)
  if (culprit === undefined || share === undefined) return null
  return {
    cause: causeOf(fullest, culprit, share, connector),
    confidence: confidenceIn(fullest.fit, culprit),
    worker: fullest,
    culprit,
    share,
    own: ownBytes,
  }
}

function causeOf(load: WorkerLoad, culprit: TaskLoad, share: Share, connector: string): OomCause {
  if (culprit.connector !== connector) return 'victim'
  const connectors = new Map<string, Bytes[]>()
  for (const task of load.tasks)
    connectors.set(task.connector, [...(connectors.get(task.connector) ?? []), task.bytes])
  const largest = Math.max(...[...connectors.values()].map((bytes) => sum(bytes).low))
  const isShared = load.fit === 'certain' || load.fit === 'likely'
  return isShared &&
    connectors.size > 1 &&
    largest < HOG_FROM * (load.worker.heapBytes ?? Number.POSITIVE_INFINITY)
    ? 'worker-exhausted'
    : share.cause
}

/**
 * The largest part of what the connector itself holds. What the framework takes of every task explains no death; it is
 * the frames then that tell of large records or responses.
 */
function largestOwn({ shares, bytes, partitions }: TaskLoad, heapBytes: number): Share | undefined {
  const own = shares.filter(({ cause }) => !OF_ANY_TASK.has(cause))
  const [largest] = own.toSorted((a, b) => typical(b.bytes) - typical(a.bytes))
  // Where the partitions are not known, what it holds is a multiple of the estimate.
  const least = partitions === null ? TASK_PART * bytes.high : HEAP_PART * heapBytes
  return largest !== undefined && largest.bytes.high >= least ? largest : undefined
}

/** What Kafka Connect takes for a task, whatever its connector. */
export const OF_ANY_TASK: ReadonlySet<OomCause> = new Set([
  'fetch-buffers',
  'record-batch',
  'source-in-flight',
])

/** A smaller part of a task, or of the heap, than these is no cause. */
const TASK_PART = 0.1
const HEAP_PART = 0.06

function isVictim(own: Bytes, { tasks, worker }: WorkerLoad): boolean {
  const all = sum(tasks.map(({ bytes }) => bytes))
  const others = all.low - own.low
  return (
    own.low < VICTIM_BELOW * all.low && (worker.heapBytes === null || others > HOG_FROM * worker.heapBytes)
  )
}

function heaviest(tasks: readonly TaskLoad[]): TaskLoad | undefined {
  return tasks.toSorted((a, b) => typical(b.bytes) - typical(a.bytes))[0]
}

function confidenceIn(fit: Fit, { partitions }: TaskLoad): Attribution['confidence'] {
  const isKnown = partitions !== null
  if (isKnown && fit === 'certain') return 'high'
  return isKnown && (fit === 'likely' || fit === 'possible') ? 'medium' : 'low'
}
