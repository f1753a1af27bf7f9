import type { Remedy } from '../diagnosis.ts'
import type { RemedyId } from '../vocabulary.ts'
import { strategyOf } from './assignment.ts'
import { budget, type TaskLoad, taskFacts, type WorkerLoad } from './budget.ts'
import { exactly, mebibytes } from './bytes.ts'
import { familyOf } from './families.ts'
import type { Bytes, ClusterLoad, ConnectorFacts, Settings } from './model.ts'
import { ownNames, withHeap, withoutWorker, withSettings, withSplit, withTasks } from './what-if.ts'

/** A change, the cluster as it would be then, and what that is worth. */
export interface Prospect {
  readonly remedy: RemedyId
  /** What to do, such as `s3.part.size=5242880`. */
  readonly what: string
  readonly price: string
  readonly after: ClusterLoad
  /** The worker that would be fullest, of those that have a heap. */
  readonly fullest: WorkerLoad
  /** The same once any one worker is lost; null if there is only one. */
  readonly oneFewer: WorkerLoad | null
}

/** From here on a load is likely to fail; see budget.ts. */
const SAFE = 0.88
/** A change that takes away less than this part of the fullest worker's load is no help. */
const WORTH_IT = 0.1
/** More parts, or more tasks than this for each worker, are no remedy that an operator would choose. */
const MOST_PARTS = 4

const ROUND_ROBIN: Settings = {
  'consumer.override.partition.assignment.strategy': 'org.apache.kafka.clients.consumer.RoundRobinAssignor',
}

/** What would help a connector whose load does not fit, simulated: best first. */
export function prospects(cluster: ClusterLoad, name: string): readonly Prospect[] {
  const connector = cluster.connectors.find((each) => each.name === name)
  const before = fullestOf(budget(cluster))
  if (connector === undefined || before === null) return []
  return [
    ...assignor(cluster, connector),
    ...settings(cluster, connector),
    ...moreTasks(cluster, connector),
    ...split(cluster, connector),
    ...moreHeap(cluster, before),
  ]
    .flatMap(({ after, ...change }) => {
      const fullest = fullestOf(budget(after))
      if (fullest === null || fullest.bytes.low > before.bytes.low * (1 - WORTH_IT)) {
        // More heap leaves the load as it is, and makes room.
        if (fullest === null || ratio(fullest) > ratio(before) * (1 - WORTH_IT)) return []
      }
      return [{ ...change, after, fullest, oneFewer: worstLoss(after) }]
    })
    .toSorted((a, b) => rank(a.fullest) - rank(b.fullest) || rankOf(a.oneFewer) - rankOf(b.oneFewer))
}

interface Change {
  readonly remedy: RemedyId
  readonly what: string
  readonly price: string
  readonly after: ClusterLoad
}

function assignor(cluster: ClusterLoad, connector: ConnectorFacts): readonly Change[] {
  if (connector.tasks.length < 2 || strategyOf(connector).name !== 'range') return []
  return [
    {
      remedy: 'change-assignor',
      what: 'consumer.override.partition.assignment.strategy=org.apache.kafka.clients.consumer.RoundRobinAssignor',
      price: '',
      after: withSettings(cluster, connector.name, ROUND_ROBIN),
    },
  ]
}

function settings(cluster: ClusterLoad, connector: ConnectorFacts): readonly Change[] {
  const known = familyOf(connector)
  const heaviest = heaviestTask(cluster, connector)
  if (known === null || heaviest === null) return []
  return known.family
    .levers(taskFacts(connector, heaviest, cluster.workers))
    .map(({ remedy, set, price }) => {
      const own = ownNames(connector, set)
      return {
        remedy,
        what: Object.entries(own)
          .map(([key, value]) => `${key}=${value}`)
          .join(', '),
        price,
        after: withSettings(cluster, connector.name, own),
      }
    })
}

/** The fewest tasks that make it fit, else as many as there are workers. */
function moreTasks(cluster: ClusterLoad, connector: ConnectorFacts): readonly Change[] {
  if (connector.type !== 'sink' || connector.partitions === null) return []
  const all = [...connector.partitions.values()].reduce((sum, count) => sum + count, 0)
  const most = Math.min(all, MOST_PARTS * cluster.workers.length)
  const now = connector.tasks.length
  const counts = Array.from({ length: Math.max(0, most - now) }, (_, index) => now + index + 1)
  const tries = counts.map((count) => ({ count, after: withTasks(cluster, connector.name, count) }))
  const best = tries.find(({ after }) => isSafe(after)) ?? tries.at(-1)
  return best === undefined
    ? []
    : [{ remedy: 'raise-tasks-max', what: `tasks.max=${best.count}`, price: '', after: best.after }]
}

/** The fewest parts that make it fit; topics are dealt out by their partitions, the largest first. */
function split(cluster: ClusterLoad, connector: ConnectorFacts): readonly Change[] {
  if (connector.type !== 'sink' || connector.partitions === null || cluster.workers.length < 2) return []
  const topics = [...connector.partitions].toSorted(([, a], [, b]) => b - a)
  const most = Math.min(topics.length, MOST_PARTS)
  const counts = Array.from({ length: Math.max(0, most - 1) }, (_, index) => index + 2)
  const tries = counts.map((count) => ({
    count,
    after: withSplit(cluster, connector.name, pack(topics, count)),
  }))
  const best = tries.find(({ after }) => isSafe(after)) ?? tries[0]
  return best === undefined
    ? []
    : [
        {
          remedy: 'split-connector',
          what: `${best.count} connectors of ${Math.ceil(topics.length / best.count)} topics each`,
          price: 'its offsets have to move with the topics',
          after: best.after,
        },
      ]
}

/** Topics into parts of about equal numbers of partitions. */
export function pack(
  topics: readonly (readonly [string, number])[],
  count: number,
): readonly (readonly string[])[] {
  const parts = Array.from({ length: count }, () => ({ topics: [] as string[], partitions: 0 }))
  for (const [topic, partitions] of topics) {
    const emptiest = parts.reduce((least, part) => (part.partitions < least.partitions ? part : least))
    emptiest.topics.push(topic)
    emptiest.partitions += partitions
  }
  return parts.map((part) => part.topics)
}

const GIB = 1024 ** 3

/** The next whole gibibyte in which it fits. */
function moreHeap(cluster: ClusterLoad, before: WorkerLoad): readonly Change[] {
  const now = before.worker.heapBytes ?? 0
  const first = Math.max(Math.floor(now / GIB) + 1, Math.ceil(before.bytes.low / SAFE / GIB))
  // A larger heap may have larger regions, and so take more for the same arrays.
  const sizes = [first, first + 1, first + 2, 2 * first].map((size) => size * GIB)
  const fits = sizes.find((size) => isSafe(withHeap(cluster, size)))
  return fits === undefined
    ? []
    : [
        {
          remedy: 'raise-heap',
          what: `-Xmx${fits / GIB}g on every worker`,
          price: 'workers restart',
          after: withHeap(cluster, fits),
        },
      ]
}

function isSafe(cluster: ClusterLoad): boolean {
  const fullest = fullestOf(budget(cluster))
  return fullest !== null && ratio(fullest) < SAFE
}

export function fullestOf(loads: readonly WorkerLoad[]): WorkerLoad | null {
  return loads.reduce<WorkerLoad | null>(
    (most, load) => (most === null || ratio(load) > ratio(most) ? load : most),
    null,
  )
}

/** The fullest worker after the worst loss of one. */
export function worstLoss(cluster: ClusterLoad): WorkerLoad | null {
  if (cluster.workers.length < 2) return null
  return fullestOf(cluster.workers.flatMap(({ id }) => fullestOf(budget(withoutWorker(cluster, id))) ?? []))
}

function ratio({ bytes, worker }: WorkerLoad): number {
  return bytes.low / (worker.heapBytes ?? Number.POSITIVE_INFINITY)
}

function rank(load: WorkerLoad): number {
  const filled = ratio(load)
  return filled < SAFE ? 0 : filled <= 1 ? 1 : 2
}

function rankOf(load: WorkerLoad | null): number {
  return load === null ? 0 : rank(load)
}

function heaviestTask(cluster: ClusterLoad, { name }: ConnectorFacts): TaskLoad | null {
  const own = budget(cluster).flatMap(({ tasks }) => tasks.filter(({ connector }) => connector === name))
  return own.reduce<TaskLoad | null>(
    (most, task) => (most === null || task.bytes.low > most.bytes.low ? task : most),
    null,
  )
}

/** The prospect in words for people, with its predicted effect on the fullest worker. */
export function toRemedy(prospect: Prospect, before: WorkerLoad): Remedy {
  const { remedy, what, price, fullest, oneFewer } = prospect
  const heap = fullest.worker.heapBytes === null ? '' : ` of ${mebibytes(exactly(fullest.worker.heapBytes))}`
  const effect = `the fullest worker ${number(before.bytes)} → ${number(fullest.bytes)}${heap}`
  const loss = oneFewer === null ? '' : `, ${number(oneFewer.bytes)} with one worker fewer`
  const enough = ratio(fullest) < SAFE ? '' : '; not enough by itself'
  return { remedy, effect: `${what}: ${effect}${loss}${enough}${price === '' ? '' : ` (${price})`}` }
}

const number = ({ low }: Bytes) => mebibytes(exactly(low))
