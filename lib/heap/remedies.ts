import type { Settings } from '../domain/cluster-config.ts'
import type { Remedy } from '../domain/diagnosis.ts'
import type { RemedyId } from '../domain/vocabulary.ts'
import { type Bytes, exactly, mebibytes, typical } from '../util/bytes.ts'
import { familyOf } from './connectors/index.ts'
import {
  DEFAULT_HEAP_BYTES,
  SAFE,
  type Scales,
  scales,
  type TaskLoad,
  taskFacts,
  type WorkerWeight,
} from './estimate.ts'
import type { ClusterLoad, ConnectorFacts } from './model.ts'
import { strategyOf } from './partition-assignment.ts'
import { ownNames, withHeap, withSettings, withSplit, withTasks } from './simulate.ts'
import { concerned, type Fullness, filled, fullestOf, fullnessOf, type Today, today } from './utilization.ts'

/** A change, and what it is worth. */
export interface Prospect extends Fullness {
  readonly remedy: RemedyId
  /** What to do, such as `s3.part.size=5242880`. */
  readonly what: string
  /** What it costs or needs, in words; empty if nothing. */
  readonly price: string
  /** As it is today. */
  readonly before: Fullness
}

interface Change extends Pick<Prospect, 'remedy' | 'what' | 'price'> {
  readonly after: ClusterLoad
}

/** A change that takes less than this part off the fullest worker is no help. */
const WORTH_IT = 0.1
/** More tasks a worker, or more parts, than this are no remedy that an operator would choose. */
const MOST = 4

/** What would help a connector, simulated: the best first, and of equals what changes least. */
export function prospects(cluster: ClusterLoad, name: string, use: Scales = scales()): readonly Prospect[] {
  return tried(cluster, name, use)
    .filter(helps)
    .toSorted((a, b) => rank(a.fullest) - rank(b.fullest) || rank(a.oneFewer) - rank(b.oneFewer))
}

/** All that is tried for a connector, whether it helps or not. */
export function tried(cluster: ClusterLoad, name: string, use: Scales = scales()): readonly Prospect[] {
  const connector = cluster.connectors.find((each) => each.name === name)
  const now = today(cluster, name, use)
  const before = fullnessOf(cluster, now, use)
  if (connector === undefined || before === null) return []
  const changes = [
    ...assignor(cluster, connector),
    ...settings(cluster, connector, use),
    ...moreTasks(cluster, connector, now, use),
    ...split(cluster, connector, now, use),
    ...moreHeap(cluster, before.fullest, now, use),
  ]
  return changes.flatMap(({ after, ...change }) => {
    const fullness = fullnessOf(after, now, use)
    return fullness === null ? [] : [{ ...change, ...fullness, before }]
  })
}

/** Whether it takes enough off the fullest worker. */
export function helps({ fullest, before }: Prospect): boolean {
  return filled(fullest) <= filled(before.fullest) * (1 - WORTH_IT)
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
function moreTasks(
  cluster: ClusterLoad,
  connector: ConnectorFacts,
  now: Today,
  use: Scales,
): readonly Change[] {
  if (connector.type !== 'sink' || connector.partitions === null) return []
  const all = [...connector.partitions.values()].reduce((sum, count) => sum + count, 0)
  const present = connector.tasks.length
  const most = Math.min(all, MOST * cluster.workers.length, present + 2 * MOST)
  const tries = Array.from({ length: Math.max(0, most - present) }, (_, index) => {
    const count = present + index + 1
    return { count, after: withTasks(cluster, connector.name, count) }
  })
  const best = tries.find(({ after }) => isSafe(after, now, use)) ?? tries.at(-1)
  return best === undefined
    ? []
    : [{ remedy: 'raise-tasks-max', what: `tasks.max=${best.count}`, price: '', after: best.after }]
}

/** The fewest parts that make it fit. Parts on one worker would hold together what one holds now. */
function split(cluster: ClusterLoad, connector: ConnectorFacts, now: Today, use: Scales): readonly Change[] {
  if (connector.type !== 'sink' || connector.partitions === null || cluster.workers.length < 2) return []
  const topics = [...connector.partitions]
  const most = Math.min(topics.length, MOST)
  const tries = Array.from({ length: Math.max(0, most - 1) }, (_, index) => {
    const parts = pack(topics, index + 2)
    return { parts, after: withSplit(cluster, connector.name, parts) }
  })
  const best = tries.find(({ after }) => isSafe(after, now, use)) ?? tries[0]
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

/** More rounds than there are sizes of regions are not needed. */
const ROUNDS = 8

/** The next whole gibibyte in which it fits; a larger heap may have larger regions, and so take more for the same arrays. */
function moreHeap(
  cluster: ClusterLoad,
  { worker }: WorkerWeight,
  now: Today,
  use: Scales,
): readonly Change[] {
  if (worker.heapBytes === null) return []
  let size = Math.floor(worker.heapBytes / GIB) + 1
  for (let round = 0; round < ROUNDS; round += 1) {
    const after = withHeap(cluster, size * GIB)
    const fullest = fullestOf(concerned(after, now, use))
    if (fullest === null) return []
    if (filled(fullest) < SAFE)
      return [{ remedy: 'raise-heap', what: `-Xmx${size}g on every worker`, price: 'workers restart', after }]
    size = Math.max(size + 1, Math.ceil(typical(fullest.bytes) / SAFE / GIB))
  }
  return []
}

function isSafe(after: ClusterLoad, now: Today, use: Scales): boolean {
  const fullest = fullestOf(concerned(after, now, use))
  return fullest !== null && filled(fullest) < SAFE
}

function rank(load: WorkerWeight | null): number {
  if (load === null || filled(load) < SAFE) return 0
  return filled(load) <= 1 ? 1 : 2
}

function heaviestTask(cluster: ClusterLoad, name: string, use: Scales): TaskLoad | null {
  const connectors = cluster.connectors.filter((connector) => connector.name === name)
  const own = use.budget({ ...cluster, connectors }).flatMap(({ tasks }) => tasks)
  return own.reduce<TaskLoad | null>(
    (most, task) => (most === null || typical(task.bytes) > typical(most.bytes) ? task : most),
    null,
  )
}

/** A prospect in words, with its predicted effect. `whose`: such as `of s3-orders: `, if not the failed connector's. */
export function toRemedy(
  { remedy, what, price, before, own, fullest, oneFewer }: Prospect,
  whose: string,
): Remedy {
  const held = before.own.high === 0 ? '' : `what it holds itself ${change(before.own, own)}, `
  const heap = fullest.worker.heapBytes === null ? '' : ` of ${mebibytes(exactly(fullest.worker.heapBytes))}`
  const effect = `${held}the fullest worker ${change(before.fullest.bytes, fullest.bytes)}${heap}`
  const loss = oneFewer === null ? '' : `, ${mebibytes(oneFewer.bytes)} with one worker fewer`
  const enough = rank(fullest) === 0 ? '' : '; not enough by itself'
  return { remedy, effect: `${whose}${what}: ${effect}${loss}${enough}${price === '' ? '' : ` (${price})`}` }
}

function change(before: Bytes, after: Bytes): string {
  const [now, then] = [mebibytes(before), mebibytes(after)]
  return now === then ? `still ${then}` : `from ${now} to ${then}`
}
