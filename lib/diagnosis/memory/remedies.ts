import type { Remedy } from '../diagnosis.ts'
import type { RemedyId } from '../vocabulary.ts'
import { strategyOf } from './assignment.ts'
import {
  DEFAULT_HEAP_BYTES,
  SAFE,
  type Scales,
  scales,
  type TaskLoad,
  taskFacts,
  type WorkerWeight,
} from './budget.ts'
import { exactly, mebibytes, typical } from './bytes.ts'
import { familyOf } from './families.ts'
import type { ClusterLoad, ConnectorFacts, Settings } from './model.ts'
import { ownNames, withHeap, withoutWorker, withSettings, withSplit, withTasks } from './what-if.ts'

/** A change, and what it is worth. */
export interface Prospect {
  readonly remedy: RemedyId
  /** What to do, such as `s3.part.size=5242880`. */
  readonly what: string
  /** What it costs or needs, in words; empty if nothing. */
  readonly price: string
  /** The fullest worker of today. */
  readonly before: WorkerWeight
  /** The worker that would be fullest. */
  readonly fullest: WorkerWeight
  /** The same after the loss of a worker; null if there is only one. */
  readonly oneFewer: WorkerWeight | null
}

interface Change extends Pick<Prospect, 'remedy' | 'what' | 'price'> {
  readonly after: ClusterLoad
}

/** A change that takes less than this part off the fullest worker is no help. */
const WORTH_IT = 0.1
/** More tasks a worker, or more parts, than this are no remedy that an operator would choose. */
const MOST = 4
/** Losses that are tried: those of the fullest workers, whose tasks weigh most on the others. */
const LOSSES = 4

/** What would help a connector, simulated: the best first, and of equals what changes least. */
export function prospects(cluster: ClusterLoad, name: string, use: Scales = scales()): readonly Prospect[] {
  const connector = cluster.connectors.find((each) => each.name === name)
  const before = fullestOf(use.weigh(cluster))
  if (connector === undefined || before === null) return []
  const changes = [
    ...assignor(cluster, connector),
    ...settings(cluster, connector, use),
    ...moreTasks(cluster, connector, use),
    ...split(cluster, connector, use),
    ...moreHeap(cluster, before, use),
  ]
  return changes
    .flatMap(({ after, ...change }) => {
      const fullest = fullestOf(use.weigh(after))
      const helps = fullest !== null && filled(fullest) <= filled(before) * (1 - WORTH_IT)
      return helps ? [{ ...change, before, fullest, oneFewer: worstLoss(after, use) }] : []
    })
    .toSorted((a, b) => rank(a.fullest) - rank(b.fullest) || rank(a.oneFewer) - rank(b.oneFewer))
}

const ROUND_ROBIN: Settings = {
  'consumer.override.partition.assignment.strategy': 'org.apache.kafka.clients.consumer.RoundRobinAssignor',
}

function assignor(cluster: ClusterLoad, connector: ConnectorFacts): readonly Change[] {
  if (connector.tasks.length < 2 || strategyOf(connector).name !== 'range') return []
  const after = withSettings(cluster, connector.name, ROUND_ROBIN)
  return [{ remedy: 'change-assignor', what: words(ROUND_ROBIN), price: '', after }]
}

function settings(cluster: ClusterLoad, connector: ConnectorFacts, use: Scales): readonly Change[] {
  const family = familyOf(connector)?.family
  const heaviest = heaviestTask(cluster, connector.name, use)
  if (family === undefined || heaviest === null) return []
  const heapBytes =
    cluster.workers.find(({ id }) => id === heaviest.workerId)?.heapBytes ?? DEFAULT_HEAP_BYTES
  return family.levers(taskFacts(connector, heaviest.partitions, heapBytes)).map(({ remedy, set, price }) => {
    const own = ownNames(connector, set)
    return { remedy, what: words(own), price, after: withSettings(cluster, connector.name, own) }
  })
}

function words(settings: Settings): string {
  return Object.entries(settings)
    .map(([key, value]) => `${key}=${value}`)
    .join(', ')
}

/** The fewest tasks that make it fit, else as many as are sensible. */
function moreTasks(cluster: ClusterLoad, connector: ConnectorFacts, use: Scales): readonly Change[] {
  if (connector.type !== 'sink' || connector.partitions === null) return []
  const all = [...connector.partitions.values()].reduce((sum, count) => sum + count, 0)
  const now = connector.tasks.length
  const most = Math.min(all, MOST * cluster.workers.length, now + 2 * MOST)
  const tries = Array.from({ length: Math.max(0, most - now) }, (_, index) => {
    const count = now + index + 1
    return { count, after: withTasks(cluster, connector.name, count) }
  })
  const best = tries.find(({ after }) => isSafe(after, use)) ?? tries.at(-1)
  return best === undefined
    ? []
    : [{ remedy: 'raise-tasks-max', what: `tasks.max=${best.count}`, price: '', after: best.after }]
}

/** The fewest parts that make it fit. Parts on one worker would hold together what one holds now. */
function split(cluster: ClusterLoad, connector: ConnectorFacts, use: Scales): readonly Change[] {
  if (connector.type !== 'sink' || connector.partitions === null || cluster.workers.length < 2) return []
  const topics = [...connector.partitions]
  const most = Math.min(topics.length, MOST)
  const tries = Array.from({ length: Math.max(0, most - 1) }, (_, index) => {
    const parts = pack(topics, index + 2)
    return { parts, after: withSplit(cluster, connector.name, parts) }
  })
  const best = tries.find(({ after }) => isSafe(after, use)) ?? tries[0]
  if (best === undefined) return []
  const what = `${best.parts.length} connectors of ${best.parts.map((part) => part.length).join(' and ')} topics`
  return [{ remedy: 'split-connector', what, price: 'offsets move with the topics', after: best.after }]
}

/** Topics into parts of about equal numbers of partitions, the largest dealt out first. */
export function pack(
  topics: readonly (readonly [string, number])[],
  count: number,
): readonly (readonly string[])[] {
  const parts = Array.from({ length: count }, (): { topics: string[]; partitions: number } => ({
    topics: [],
    partitions: 0,
  }))
  for (const [topic, partitions] of topics.toSorted(([, a], [, b]) => b - a)) {
    const emptiest = parts.reduce((least, part) => (part.partitions < least.partitions ? part : least))
    emptiest.topics.push(topic)
    emptiest.partitions += partitions
  }
  return parts.map((part) => part.topics)
}

const GIB = 1024 ** 3

/** The next whole gibibyte in which it fits; a larger heap may have larger regions, and so take more for the same arrays. */
function moreHeap(cluster: ClusterLoad, { worker, bytes }: WorkerWeight, use: Scales): readonly Change[] {
  if (worker.heapBytes === null) return []
  const first = Math.max(Math.floor(worker.heapBytes / GIB) + 1, Math.ceil(typical(bytes) / SAFE / GIB))
  const fits = [first, first + 1, first + 2, 2 * first].find((size) =>
    isSafe(withHeap(cluster, size * GIB), use),
  )
  if (fits === undefined) return []
  return [
    {
      remedy: 'raise-heap',
      what: `-Xmx${fits}g on every worker`,
      price: 'workers restart',
      after: withHeap(cluster, fits * GIB),
    },
  ]
}

function isSafe(cluster: ClusterLoad, use: Scales): boolean {
  const fullest = fullestOf(use.weigh(cluster))
  return fullest !== null && filled(fullest) < SAFE
}

export function fullestOf(loads: readonly WorkerWeight[]): WorkerWeight | null {
  return loads.reduce<WorkerWeight | null>(
    (most, load) => (most === null || filled(load) > filled(most) ? load : most),
    null,
  )
}

/** The fullest worker after the worst loss of one; null if there is none to lose. */
export function worstLoss(cluster: ClusterLoad, use: Scales): WorkerWeight | null {
  if (cluster.workers.length < 2) return null
  const heaviest = use
    .weigh(cluster)
    .toSorted((a, b) => typical(b.bytes) - typical(a.bytes))
    .slice(0, LOSSES)
  return fullestOf(
    heaviest.flatMap(({ worker }) => fullestOf(use.weigh(withoutWorker(cluster, worker.id))) ?? []),
  )
}

/** The part of its heap that the estimate typically takes; a heap that is not known counts as the default. */
function filled({ bytes, worker }: WorkerWeight): number {
  return typical(bytes) / (worker.heapBytes ?? DEFAULT_HEAP_BYTES)
}

function rank(load: WorkerWeight | null): number {
  if (load === null || filled(load) < SAFE) return 0
  return filled(load) <= 1 ? 1 : 2
}

function heaviestTask(cluster: ClusterLoad, name: string, use: Scales): TaskLoad | null {
  const own = use.budget(cluster).flatMap(({ tasks }) => tasks.filter(({ connector }) => connector === name))
  return own.reduce<TaskLoad | null>(
    (most, task) => (most === null || typical(task.bytes) > typical(most.bytes) ? task : most),
    null,
  )
}

/** A prospect in words, with its predicted effect on the fullest worker. `whose`: such as `s3-orders: `, if not the failed connector's. */
export function toRemedy(
  { remedy, what, price, before, fullest, oneFewer }: Prospect,
  whose: string,
): Remedy {
  const heap = fullest.worker.heapBytes === null ? '' : ` of ${mebibytes(exactly(fullest.worker.heapBytes))}`
  const effect = `the fullest worker from ${mebibytes(before.bytes)} to ${mebibytes(fullest.bytes)}${heap}`
  const loss = oneFewer === null ? '' : `, ${mebibytes(oneFewer.bytes)} with one worker fewer`
  const enough = rank(fullest) === 0 ? '' : '; not enough by itself'
  return { remedy, effect: `${whose}${what}: ${effect}${loss}${enough}${price === '' ? '' : ` (${price})`}` }
}
