import type { Settings } from '../domain/cluster-config.ts'
import type { Remedy } from '../domain/diagnosis.ts'
import type { RemedyId } from '../domain/vocabulary.ts'
import { type Bytes, exactBytes, formatMebibytes, typicalBytes } from '../util/bytes.ts'
import { clientOverridePrice, supportsClientOverrides } from './client-overrides.ts'
import { findFamily } from './connectors/index.ts'

import { createEstimator, type HeapEstimator, type WorkerTotal } from './estimate.ts'
import { SAFE_FRACTION } from './fit.ts'

import type { ClusterLoad, ConnectorFacts } from './model.ts'
import { assignmentStrategy } from './partition-assignment.ts'
import { toOwnNames, withHeap, withSettings, withSplit, withTasks } from './simulate.ts'
import { DEFAULT_HEAP_BYTES, type TaskLoad, toTaskFacts } from './task-estimate.ts'
import {
  affectedWorkers,
  type Baseline,
  createBaseline,
  fullestWorker,
  type Utilization,
  utilization,
  utilizationOf,
} from './utilization.ts'

/** A change, and what it is worth. */
export interface SimulatedRemedy extends Utilization {
  readonly remedy: RemedyId
  /** What to do, such as `s3.part.size=5242880`. */
  readonly what: string
  /** What it costs or needs, in words; empty if nothing. */
  readonly price: string
  /** As it is today. */
  readonly before: Utilization
}

interface Change extends Pick<SimulatedRemedy, 'remedy' | 'what' | 'price'> {
  readonly after: ClusterLoad
}

/** A change that takes less than this part off the fullest worker is no help. */
const WORTH_IT = 0.1
/** More tasks a worker, or more parts, than this are no remedy that an operator would choose. */
const MAX_PER_WORKER = 4

/** What would help a connector, simulated: the best first, and of equals what changes least. */
export function helpfulRemedies(
  cluster: ClusterLoad,
  name: string,
  use: HeapEstimator = createEstimator(),
): readonly SimulatedRemedy[] {
  return rankHelpful(simulateRemedies(cluster, name, use))
}

/** Of what was simulated, what would help: the best first. */
export function rankHelpful(simulated: readonly SimulatedRemedy[]): readonly SimulatedRemedy[] {
  return simulated
    .filter(isHelpful)
    .toSorted((a, b) => fitRank(a.fullest) - fitRank(b.fullest) || fitRank(a.oneFewer) - fitRank(b.oneFewer))
}

/** All that is tried for a connector, whether it helps or not. */
export function simulateRemedies(
  cluster: ClusterLoad,
  name: string,
  use: HeapEstimator = createEstimator(),
): readonly SimulatedRemedy[] {
  const connector = cluster.connectors.find((each) => each.name === name)
  const now = createBaseline(cluster, name, use)
  const before = utilizationOf(cluster, now, use)
  if (connector === undefined || before === null) return []
  const changes = [
    ...assignor(cluster, connector),
    ...settings(cluster, connector, use),
    ...moreTasks(cluster, connector, now, use),
    ...split(cluster, connector, now, use),
    ...moreHeap(cluster, before.fullest, now, use),
  ]
  return changes.flatMap(({ after, ...change }) => {
    const fullness = utilizationOf(after, now, use)
    return fullness === null ? [] : [{ ...change, ...fullness, before }]
  })
}

/** Whether it takes enough off the fullest worker. */
export function isHelpful({ fullest, before }: SimulatedRemedy): boolean {
  return utilization(fullest) <= utilization(before.fullest) * (1 - WORTH_IT)
}

const ROUND_ROBIN: Settings = {
  'consumer.override.partition.assignment.strategy': 'org.apache.kafka.clients.consumer.RoundRobinAssignor',
}

function assignor(cluster: ClusterLoad, connector: ConnectorFacts): readonly Change[] {
  if (connector.tasks.length < 2 || assignmentStrategy(connector).name !== 'range') return []
  if (!supportsClientOverrides(connector)) return []
  const after = withSettings(cluster, connector.name, ROUND_ROBIN)
  const price = clientOverridePrice(connector)
  return [{ remedy: 'change-assignor', what: settingsText(ROUND_ROBIN), price, after }]
}

function settings(cluster: ClusterLoad, connector: ConnectorFacts, use: HeapEstimator): readonly Change[] {
  const family = findFamily(connector)?.family
  const heaviest = heaviestTask(cluster, connector.name, use)
  if (family === undefined || heaviest === null) return []
  const heapBytes =
    cluster.workers.find(({ id }) => id === heaviest.workerId)?.heapBytes ?? DEFAULT_HEAP_BYTES
  return family
    .levers(toTaskFacts(connector, heaviest.partitions, heapBytes))
    .map(({ remedy, set, price }) => {
      const own = toOwnNames(connector, set)
      return { remedy, what: settingsText(own), price, after: withSettings(cluster, connector.name, own) }
    })
}

function settingsText(settings: Settings): string {
  return Object.entries(settings)
    .map(([key, value]) => `${key}=${value}`)
    .join(', ')
}

/** The fewest tasks that make it fit, else as many as are sensible. */
function moreTasks(
  cluster: ClusterLoad,
  connector: ConnectorFacts,
  now: Baseline,
  use: HeapEstimator,
): readonly Change[] {
  if (connector.type !== 'sink' || connector.partitions === null) return []
  const all = [...connector.partitions.values()].reduce((sum, count) => sum + count, 0)
  const present = connector.tasks.length
  const most = Math.min(all, MAX_PER_WORKER * cluster.workers.length, present + 2 * MAX_PER_WORKER)
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
function split(
  cluster: ClusterLoad,
  connector: ConnectorFacts,
  now: Baseline,
  use: HeapEstimator,
): readonly Change[] {
  if (connector.type !== 'sink' || connector.partitions === null || cluster.workers.length < 2) return []
  const topics = [...connector.partitions]
  const most = Math.min(topics.length, MAX_PER_WORKER)
  const tries = Array.from({ length: Math.max(0, most - 1) }, (_, index) => {
    const parts = packTopics(topics, index + 2)
    return { parts, after: withSplit(cluster, connector.name, parts) }
  })
  const best = tries.find(({ after }) => isSafe(after, now, use)) ?? tries[0]
  if (best === undefined) return []
  const what = `${best.parts.length} connectors of ${best.parts.map((part) => part.length).join(' and ')} topics`
  return [{ remedy: 'split-connector', what, price: 'offsets move with the topics', after: best.after }]
}

/** Topics into parts of about equal numbers of partitions, the largest dealt out first. */
export function packTopics(
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
const MAX_ROUNDS = 8

/** The next whole gibibyte in which it fits; a larger heap may have larger regions, and so take more for the same arrays. */
function moreHeap(
  cluster: ClusterLoad,
  { worker }: WorkerTotal,
  now: Baseline,
  use: HeapEstimator,
): readonly Change[] {
  if (worker.heapBytes === null) return []
  let size = Math.floor(worker.heapBytes / GIB) + 1
  for (let round = 0; round < MAX_ROUNDS; round += 1) {
    const after = withHeap(cluster, size * GIB)
    const fullest = fullestWorker(affectedWorkers(after, now, use))
    if (fullest === null) return []
    if (utilization(fullest) < SAFE_FRACTION)
      return [{ remedy: 'raise-heap', what: `-Xmx${size}g on every worker`, price: 'workers restart', after }]
    size = Math.max(size + 1, Math.ceil(typicalBytes(fullest.bytes) / SAFE_FRACTION / GIB))
  }
  return []
}

function isSafe(after: ClusterLoad, now: Baseline, use: HeapEstimator): boolean {
  const fullest = fullestWorker(affectedWorkers(after, now, use))
  return fullest !== null && utilization(fullest) < SAFE_FRACTION
}

function fitRank(load: WorkerTotal | null): number {
  if (load === null || utilization(load) < SAFE_FRACTION) return 0
  return utilization(load) <= 1 ? 1 : 2
}

function heaviestTask(cluster: ClusterLoad, name: string, use: HeapEstimator): TaskLoad | null {
  const connectors = cluster.connectors.filter((connector) => connector.name === name)
  const own = use.estimateTasks({ ...cluster, connectors }).flatMap(({ tasks }) => tasks)
  return own.reduce<TaskLoad | null>(
    (most, task) => (most === null || typicalBytes(task.bytes) > typicalBytes(most.bytes) ? task : most),
    null,
  )
}

/** A prospect in words, with its predicted effect. `whose`: such as `of s3-orders: `, if not the failed connector's. */
export function toRemedy(
  { remedy, what, price, before, own, fullest, oneFewer }: SimulatedRemedy,
  whose: string,
): Remedy {
  const held = before.own.high === 0 ? '' : `what it holds itself ${change(before.own, own)}, `
  const heap =
    fullest.worker.heapBytes === null ? '' : ` of ${formatMebibytes(exactBytes(fullest.worker.heapBytes))}`
  const effect = `${held}the fullest worker ${change(before.fullest.bytes, fullest.bytes)}${heap}`
  const loss = oneFewer === null ? '' : `, ${formatMebibytes(oneFewer.bytes)} with one worker fewer`
  const enough = fitRank(fullest) === 0 ? '' : '; not enough by itself'
  return { remedy, effect: `${whose}${what}: ${effect}${loss}${enough}${price === '' ? '' : ` (${price})`}` }
}

function change(before: Bytes, after: Bytes): string {
  const [now, then] = [formatMebibytes(before), formatMebibytes(after)]
  return now === then ? `still ${then}` : `from ${now} to ${then}`
}
