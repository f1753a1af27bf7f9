import type { Diagnosis, Remedy } from '../domain/diagnosis.ts'
import type { ConnectorSnapshot, Snapshot } from '../domain/snapshot.ts'
import type { Classification, OutOfMemorySigns } from '../domain/trace-findings.ts'
import type { Kind, RestartAdvice } from '../domain/vocabulary.ts'
import { type ClusterHeap, createClusterHeap } from '../heap/estimate.ts'
import { type HeapInputs, toClusterLoad } from '../heap/inputs.ts'
import { redact } from '../util/redact.ts'
import { classifyFailures, type Failure } from './classify-failures.ts'
import { findConsequences, linkConsequences, ranOutOfHeap, type StarvedConnector } from './consequences.ts'
import { KIND_FACTS, restartLimits } from './kinds.ts'
import {
  assessOutOfMemory,
  explainOutOfMemory,
  findBogusAllocation,
  type OomAssessment,
  type OomDetail,
  type OomSituation,
  type OomVerdict,
} from './out-of-memory.ts'
import { diagnosePlacement } from './placement.ts'
import { classifyFor } from './rules/classify.ts'

export interface DiagnoseInput {
  readonly snapshot: Snapshot
  /** What is known of its memory; NO_HEAP_INPUTS if nothing is. */
  readonly heap: HeapInputs
  /**
   * Connector name to how long, in milliseconds, something of it has been UNASSIGNED or it has been RUNNING
   * without tasks. A connector that is not in it: unknown for how long, as with a saved file. A live caller gives 0
   * when it sees it first.
   */
  readonly waitedMs: ReadonlyMap<string, number>
  /** How long that is left to the rebalance, in milliseconds. */
  readonly rebalanceDelayMs: number
}

/** For so many connectors, what would help is simulated; in a large cluster that takes a while each. */
const MAX_SIMULATED = 10

/** What is wrong in a cluster, most important first; nothing for what is healthy, paused, stopped or restarting. */
export function diagnose(input: DiagnoseInput): readonly Diagnosis[] {
  return diagnoseFailures(classifyFailures(input.snapshot, new Map()), input)
}

/**
 * The same, of failures that are classified already.
 * @param known the diagnosis of a failure that needs no new one; null: there is none
 */
export function diagnoseFailures(
  failures: readonly Failure[],
  { snapshot, heap: inputs, waitedMs, rebalanceDelayMs }: DiagnoseInput,
  known: (failure: Failure) => Diagnosis | null = () => null,
): readonly Diagnosis[] {
  // Only worked out if memory ran out somewhere.
  const heap = lazily(() => createClusterHeap(toClusterLoad(snapshot, inputs)))
  const assessed = failures.map((failure) => assess(failure, known(failure), heap)).sort(byTasks)
  const cases = findConsequences(assessed.flatMap(toStarved))
  const isCase = ({ failure, memory }: AssessedFailure) =>
    memory?.assessment.kind === 'out-of-memory' && !cases.has(failure.connector.name)
  const simulated = new Set(assessed.filter(isCase).slice(0, MAX_SIMULATED))
  const detailOf = (each: AssessedFailure) =>
    simulated.has(each) ? 'simulated' : isCase(each) ? 'modelled' : 'brief'
  const diagnoses = [
    ...assessed.map((each) =>
      each.known === null
        ? toDiagnosis(each, detailOf(each))
        : { ...each.known, ...whereFailed(each.failure) },
    ),
    ...snapshot.connectors.flatMap((connector) =>
      diagnosePlacement(connector, waitedMs.get(connector.name) ?? null, rebalanceDelayMs),
    ),
  ].sort(byImportance)
  return linkConsequences(diagnoses, cases)
}

/** A failure and, if memory ran out, who took it. */
interface AssessedFailure {
  readonly failure: Failure
  readonly known: Diagnosis | null
  readonly memory: {
    readonly signs: OutOfMemorySigns
    readonly situation: OomSituation
    readonly assessment: OomAssessment
  } | null
}

function assess(failure: Failure, known: Diagnosis | null, heap: () => ClusterHeap): AssessedFailure {
  const { connector, findings } = failure
  const signs = findings.outOfMemory
  if (signs === null || known !== null) return { failure, known, memory: null }
  const situation = { connector, failedOn: whereFailed(failure).workers, heap }
  return { failure, known, memory: { signs, situation, assessment: assessOutOfMemory(signs, situation) } }
}

function byTasks({ failure: a }: AssessedFailure, { failure: b }: AssessedFailure): number {
  return b.tasks.length - a.tasks.length || byName(a.connector.name, b.connector.name)
}

function byName(a: string, b: string): number {
  return a < b ? -1 : Number(a > b)
}

function toStarved({ failure, known, memory }: AssessedFailure): readonly StarvedConnector[] {
  const { workers } = whereFailed(failure)
  const connector = failure.connector.name
  if (known !== null) {
    const heldBytes = known.oom?.bytes?.connector.low ?? 0
    return ranOutOfHeap(known) ? [{ connector, workers, heldBytes }] : []
  }
  if (memory === null) return []
  const { signs, assessment } = memory
  const starved = ranOutOfHeap({ kind: assessment.kind, oom: { ...signs, cause: assessment.cause } })
  return starved ? [{ connector, workers, heldBytes: assessment.attribution?.own.low ?? 0 }] : []
}

/** Whether it takes the heap model to tell the cause. */
export function ranOutOfMemory({ findings: { outOfMemory }, connector }: Failure): boolean {
  return outOfMemory !== null && findBogusAllocation(outOfMemory, connector) === null
}

function lazily<T>(make: () => T): () => T {
  let made: { readonly value: T } | undefined
  return () => {
    made ??= { value: make() }
    return made.value
  }
}

function byImportance(a: Diagnosis, b: Diagnosis): number {
  return (
    KIND_FACTS[a.kind].rank - KIND_FACTS[b.kind].rank ||
    b.tasks.length - a.tasks.length ||
    byName(a.connector, b.connector)
  )
}

function toDiagnosis({ failure, memory }: AssessedFailure, detail: OomDetail): Diagnosis {
  const { connector, findings, trace } = failure
  const where = whereFailed(failure)
  const verdict =
    memory === null
      ? plainVerdict(classifyFor(connector.type, findings.classification))
      : {
          rule: null,
          minRestartDelayMs: 0,
          ...explainOutOfMemory(memory.signs, memory.assessment, memory.situation, detail),
        }
  return {
    connector: connector.name,
    ...where,
    kind: verdict.kind,
    rule: verdict.rule,
    restart: verdict.restart,
    ...restartLimits(verdict.kind, verdict.restart),
    probe: verdict.probe,
    minRestartDelayMs: verdict.minRestartDelayMs,
    ...(verdict.oom === undefined ? {} : { oom: verdict.oom }),
    remedies: verdict.remedies,
    summary: `${subject(connector, where.tasks)} ${verdict.phrase}.`,
    evidence: [
      findings.rootCause === '' ? 'It failed without a trace.' : findings.rootCause,
      ...verdict.evidence.map(redact),
      ...locationEvidence(failure, verdict.kind, where.scope),
    ],
    rootCause: findings.rootCause,
    fingerprint: findings.fingerprint === '' ? verdict.kind : findings.fingerprint,
    findings,
    trace,
  }
}

interface Verdict {
  readonly kind: Kind
  readonly rule: string | null
  readonly minRestartDelayMs: number
  readonly restart: RestartAdvice
  readonly probe: boolean
  readonly oom?: OomVerdict['oom']
  readonly remedies: readonly Remedy[]
  readonly phrase: string
  readonly evidence: readonly string[]
}

function plainVerdict(classification: Classification): Verdict {
  const { kind, rule } = classification
  return {
    ...classification,
    probe: false,
    phrase: KIND_FACTS[kind].phrase,
    evidence: rule === null ? [] : [`Recognised by rule ${rule}.`],
  }
}

function whereFailed(failure: Failure): Pick<Diagnosis, 'scope' | 'tasks' | 'workers'> {
  const { connector, hasInstance, tasks } = failure
  const workers = [...(hasInstance ? [connector.connector] : []), ...tasks].map(({ workerId }) => workerId)
  return {
    scope: scopeOf(failure),
    tasks: tasks.map(({ id }) => id),
    workers: [...new Set(workers)].sort(),
  }
}

function scopeOf({ connector, hasInstance, tasks }: Failure): Diagnosis['scope'] {
  if (hasInstance || tasks.length === connector.tasks.length) return 'connector'
  const [first, second] = tasks
  if (first === undefined || second === undefined) return 'tasks'
  const onSameWorker = tasks.every((task) => task.workerId === first.workerId)
  const ofThatWorker = connector.tasks.filter((task) => task.workerId === first.workerId)
  return onSameWorker && ofThatWorker.length === tasks.length ? 'worker' : 'tasks'
}

function subject({ name }: ConnectorSnapshot, tasks: readonly number[]): string {
  if (tasks.length === 0) return name
  if (tasks.length > 8) return `${name}: each of ${tasks.length} tasks`
  return tasks.length === 1 ? `${name}: task ${tasks[0]}` : `${name}: each of tasks ${tasks.join(', ')}`
}

/** Faults that may come from the records of one partition. */
const OF_A_RECORD: ReadonlySet<Kind> = new Set([
  'bad-record',
  'sink-rejected',
  'record-too-large',
  'connector-bug',
  'unknown',
])

function locationEvidence(
  { findings: { location }, connector, tasks }: Failure,
  kind: Kind,
  scope: Diagnosis['scope'],
): readonly string[] {
  return [
    ...(location === '' ? [] : [`It failed in ${location}.`]),
    ...(scope === 'connector' && tasks.length > 1 && kind !== 'out-of-memory'
      ? ['All tasks failed alike: that points outside, or at the configuration.']
      : []),
    ...(scope === 'worker'
      ? [`All failed tasks were on ${tasks[0]?.workerId}: that points at this worker.`]
      : []),
    ...(scope === 'tasks' && tasks.length === 1 && connector.tasks.length > 1 && OF_A_RECORD.has(kind)
      ? ['One task of several failed: that points at a record or a partition.']
      : []),
  ]
}
