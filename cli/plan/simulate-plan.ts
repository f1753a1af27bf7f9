import type { RemedyId } from '../../lib/domain/vocabulary.ts'
import { findFamily } from '../../lib/heap/connectors/index.ts'
import {
  createEstimator,
  type HeapEstimator,
  type WorkerLoad,
  type WorkerTotal,
} from '../../lib/heap/estimate.ts'

import type { Fit } from '../../lib/heap/fit.ts'
import type { ClusterLoad, ConnectorFacts } from '../../lib/heap/model.ts'
import { isHelpful, rankHelpful, type SimulatedRemedy, simulateRemedies } from '../../lib/heap/remedies.ts'
import { DEFAULT_HEAP_BYTES, type TaskLoad, toTaskFacts } from '../../lib/heap/task-estimate.ts'
import {
  type Baseline,
  createBaseline,
  type Utilization,
  utilization,
  utilizationOf,
} from '../../lib/heap/utilization.ts'
import { type Bytes, exactBytes, formatMebibytes } from '../../lib/util/bytes.ts'

/** What `plan --json` prints: part of the public interface, so fields are only ever added. All sizes are in bytes. */
export interface SimulatedPlan {
  readonly cluster: string
  readonly connector: string
  /** Those that hold tasks of it first, the fullest first. */
  readonly workers: readonly WorkerPlan[]
  readonly now: Effect
  /** What would help, best first. */
  readonly remedies: readonly (Effect & Pick<SimulatedRemedy, 'remedy' | 'what' | 'price'>)[]
  /** What people try and what does not help here. */
  readonly ineffective: readonly IneffectiveRemedy[]
  /** One's own change; null: none was given. */
  readonly yours: (Effect & { readonly what: string }) | null
  /** What was taken for want of knowledge. */
  readonly assumptions: readonly string[]
  /** What is not known, with the command that would tell. */
  readonly missing: readonly string[]
}

export interface Effect {
  /** What the connector itself holds, on the worker where that is most. */
  readonly own: Bytes
  /** The fullest of the workers that it concerns. */
  readonly fullest: WorkerFill
  /** The same after the worst loss of a worker; null if there is only one. */
  readonly oneFewer: WorkerFill | null
}

export interface WorkerFill extends Bytes {
  readonly worker: string
  /** Null: not known. */
  readonly heap: number | null
  readonly fit: Fit
}

export interface WorkerPlan extends WorkerFill {
  /** What the worker takes without tasks. */
  readonly base: number
  /** Largest first. */
  readonly tasks: readonly TaskPlan[]
}

export interface TaskPlan extends Bytes {
  readonly connector: string
  readonly task: number
  /** How many it reads; null: not known. 0 for a source. */
  readonly partitions: number | null
  /** Largest first. */
  readonly shares: readonly (Bytes & { readonly what: string; readonly setting: string | null })[]
}

export interface IneffectiveRemedy {
  readonly remedy: RemedyId
  readonly why: string
}

export interface PlanQuestion {
  readonly cluster: string
  /** The connector has tasks in it, on workers. */
  readonly load: ClusterLoad
  readonly connector: ConnectorFacts
  /** One's own change; null: none. */
  readonly yours: { readonly what: string; readonly load: ClusterLoad } | null
  /** What was taken in building it, before those of the model. */
  readonly assumptions: readonly string[]
  readonly missing: readonly string[]
}

export function simulatePlan({
  cluster,
  load,
  connector,
  yours,
  assumptions,
  missing,
}: PlanQuestion): SimulatedPlan {
  const { name } = connector
  const use = createEstimator()
  const workers = workersFor(name, use.estimateTasks(load))
  const now = createBaseline(load, name, use)
  const all = simulateRemedies(load, name, use)
  return {
    cluster,
    connector: name,
    workers: workers.map(toWorker),
    now: effectOf(load, now, use),
    remedies: rankHelpful(all).map(({ remedy, what, price, ...fullness }) => ({
      remedy,
      what,
      price,
      ...toEffect(fullness),
    })),
    ineffective: ineffectiveFor(connector, workers, all, load),
    yours: yours && { what: yours.what, ...effectOf(yours.load, now, use) },
    assumptions: [...assumptions, ...assumptionsOf(name, workers)],
    missing,
  }
}

/** The connector that takes the most of the fullest worker; null if no task is placed. */
export function fullestConnector(load: ClusterLoad): string | null {
  const [fullest] = createEstimator()
    .estimateTasks(load)
    .filter(({ tasks }) => tasks.length > 0)
    .toSorted((a, b) => utilization(b) - utilization(a))
  return fullest?.tasks[0]?.connector ?? null
}

function workersFor(name: string, loads: readonly WorkerLoad[]): readonly WorkerLoad[] {
  const holds = ({ tasks }: WorkerLoad) => tasks.some(({ connector }) => connector === name)
  return loads.toSorted((a, b) => Number(holds(b)) - Number(holds(a)) || utilization(b) - utilization(a))
}

function effectOf(load: ClusterLoad, now: Baseline, use: HeapEstimator): Effect {
  const fullness = utilizationOf(load, now, use)
  if (fullness === null) throw new RangeError('the connector is on no worker')
  return toEffect(fullness)
}

function toEffect({ own, fullest, oneFewer }: Utilization): Effect {
  return { own, fullest: toFilling(fullest), oneFewer: oneFewer && toFilling(oneFewer) }
}

function toFilling({ worker, bytes, fit }: WorkerTotal): WorkerFill {
  return { worker: worker.id, heap: worker.heapBytes, fit, ...bytes }
}

function toWorker(load: WorkerLoad): WorkerPlan {
  return { ...toFilling(load), base: load.worker.baseBytes, tasks: load.tasks.map(toTask) }
}

function toTask({ connector, id, partitions, shares, bytes }: TaskLoad): TaskPlan {
  return {
    connector,
    task: id,
    partitions: partitions?.length ?? null,
    shares: shares.map(({ what, setting, bytes }) => ({ what, setting, ...bytes })),
    ...bytes,
  }
}

/** By what the family knows, and by what was simulated without effect; one reason for each remedy. */
function ineffectiveFor(
  connector: ConnectorFacts,
  workers: readonly WorkerLoad[],
  all: readonly SimulatedRemedy[],
  load: ClusterLoad,
): readonly IneffectiveRemedy[] {
  const offered = new Set(all.filter(isHelpful).map(({ remedy }) => remedy))
  const [fullest] = workers
  const heaviest = fullest?.tasks.find((task) => task.connector === connector.name)
  const facts =
    heaviest && toTaskFacts(connector, heaviest.partitions, fullest?.worker.heapBytes ?? DEFAULT_HEAP_BYTES)
  const reasons = [
    ...((facts && findFamily(connector)?.family.ineffective(facts)) ?? []),
    ...all.map(
      (prospect): IneffectiveRemedy => ({ remedy: prospect.remedy, why: withoutEffect(prospect, connector) }),
    ),
    ...notTried(connector, load),
  ].filter(({ remedy }) => !offered.has(remedy))
  return [...new Map(reasons.toReversed().map((each) => [each.remedy, each])).values()].toReversed()
}

function withoutEffect({ remedy, what, fullest }: SimulatedRemedy, { partitions }: ConnectorFacts): string {
  const most = Math.max(0, ...(partitions?.values() ?? []))
  const why =
    remedy === 'raise-tasks-max' && most === 1
      ? '; topics of one partition all go to the same task by RangeAssignor, however many there are'
      : ''
  return `${what}: simulated, and the fullest worker would still hold ${formatMebibytes(fullest.bytes)}${why}`
}

function notTried(
  { type, partitions, tasks }: ConnectorFacts,
  { workers }: ClusterLoad,
): readonly IneffectiveRemedy[] {
  if (type !== 'sink') return []
  const all = partitions === null ? null : [...partitions.values()].reduce((sum, each) => sum + each, 0)
  return [
    ...(workers.length === 1
      ? [
          {
            remedy: 'split-connector' as const,
            why: 'both parts would be on the one worker, and hold together what one holds now',
          },
        ]
      : []),
    ...(all !== null && tasks.length >= all
      ? [
          {
            remedy: 'raise-tasks-max' as const,
            why: 'there is a task for each partition: more would be idle',
          },
        ]
      : []),
  ]
}

function assumptionsOf(name: string, workers: readonly WorkerLoad[]): readonly string[] {
  const own = workers.flatMap(({ tasks }) => tasks).filter(({ connector }) => connector === name)
  const isHeapUnknown = workers.some(({ worker }) => worker.heapBytes === null)
  return [
    ...(isHeapUnknown
      ? [
          `The heap of the workers is not known: arrays are taken to cost what they do in one of up to ${formatMebibytes(exactBytes(DEFAULT_HEAP_BYTES))}, the default of Kafka’s scripts, and nothing is said of what fits.`,
        ]
      : []),
    ...new Set(own.flatMap(({ shares }) => shares.flatMap(({ assumptions }) => assumptions))),
  ]
}
