import type { Diagnosis, Remedy } from '../domain/diagnosis.ts'
import type { ConnectorSnapshot, InstanceStatus, Snapshot, TaskStatus } from '../domain/snapshot.ts'
import type { Kind, RestartAdvice } from '../domain/vocabulary.ts'
import { type ClusterHeap, createEstimator } from '../heap/estimate.ts'
import { type HeapInputs, toClusterLoad } from '../heap/inputs.ts'
import type { ClusterLoad } from '../heap/model.ts'
import { redact } from '../util/redact.ts'
import { linkConsequences } from './consequences.ts'
import {
  betterTrace,
  fingerprintChain,
  firstOwnFrame,
  isSameFailure,
  type ParsedTrace,
  prepareTrace,
} from './fingerprint.ts'
import { KIND_FACTS } from './kinds.ts'
import { diagnoseOutOfMemory, findOutOfMemory, type OomSituation, type OomVerdict } from './out-of-memory.ts'
import { diagnosePlacement } from './placement.ts'
import { type Classification, classify, classifyFor } from './rules/classify.ts'
import { deepestCause } from './stack-trace.ts'

export interface DiagnoseInput {
  readonly snapshot: Snapshot
  /** What is known of its memory; NOTHING_KNOWN if nothing is. */
  readonly heap: HeapInputs
  /**
   * Connector name to how long, in milliseconds, something of it has been UNASSIGNED or it has been RUNNING
   * without tasks. A connector that is not in it: unknown for how long, as with a saved file. A live caller gives 0
   * when it sees it first.
   */
  readonly waitedMs: ReadonlyMap<string, number>
  /** How long that is left to the rebalance, in milliseconds. */
  readonly rebalanceDelayMs: number
  /** Connector name to the best trace that was kept of its open incident. */
  readonly keptTraces: ReadonlyMap<string, string>
}

/** For so many connectors, what would help is simulated; in a large cluster that takes a while each. */
const MAX_SIMULATED = 10

/** What is wrong in a cluster, most important first; nothing for what is healthy, paused, stopped or restarting. */
export function diagnose(input: DiagnoseInput): readonly Diagnosis[] {
  const readings = new Map<string, Reading>()
  // Only worked out if memory ran out somewhere.
  const heap = lazily(() => createClusterHeap(toClusterLoad(input.snapshot, input.heap)))
  const failed = input.snapshot.connectors.flatMap((connector) =>
    failuresOf(connector, input, readings).map((failures) => ({ connector, failures })),
  )
  const starved = failed.filter(({ failures }) => failures.reading.kind === 'out-of-memory')
  const simulated = new Set(starved.slice(0, MAX_SIMULATED))
  const diagnoses = [
    ...failed.map((each) =>
      toDiagnosis(each.connector, each.failures, { heap, simulates: simulated.has(each) }),
    ),
    ...input.snapshot.connectors.flatMap((connector) =>
      diagnosePlacement(connector, input.waitedMs.get(connector.name) ?? null, input.rebalanceDelayMs),
    ),
  ].sort(byImportance)
  return linkConsequences(diagnoses)
}

function createClusterHeap(cluster: ClusterLoad): ClusterHeap {
  const own = createEstimator()
  return {
    cluster,
    estimator: own,
    loads: new Map(own.estimateTasks(cluster).map((load) => [load.worker.id, load])),
  }
}

/** What a diagnosis draws on besides its connector. */
type Surroundings = Pick<OomSituation, 'heap' | 'simulates'>

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
    (a.connector < b.connector ? -1 : Number(a.connector > b.connector))
  )
}

/**
 * What is kept of a trace that was read: tasks of one connector mostly fail with the same text, and each is read once.
 * Not its frames, which would take far more memory than the text; a group's own trace is read again.
 */
interface Reading {
  readonly trace: string
  readonly kind: Kind
  readonly fingerprint: string
}

/** Instances of one connector that failed with the same fault. */
interface Failures {
  readonly reading: Reading
  readonly hasInstance: boolean
  readonly tasks: TaskStatus[]
}

function failuresOf(
  connector: ConnectorSnapshot,
  { keptTraces }: DiagnoseInput,
  readings: Map<string, Reading>,
): readonly Failures[] {
  const kept = keptTraces.get(connector.name) ?? ''
  const groups = new Map<string, Failures>()
  const groupOf = (status: InstanceStatus, hasInstance: boolean): Failures => {
    const reading = read(bestTrace(status.trace ?? '', kept), readings)
    const key = `${reading.kind} ${reading.fingerprint}`
    const group = groups.get(key) ?? { reading, hasInstance, tasks: [] }
    groups.set(key, group)
    return group
  }
  if (connector.connector.state === 'FAILED') groupOf(connector.connector, true)
  for (const task of connector.tasks) {
    if (task.state === 'FAILED') groupOf(task, false).tasks.push(task)
  }
  return [...groups.values()]
}

function bestTrace(present: string, kept: string): string {
  return kept !== '' && kept !== present && isSameFailure(present, kept)
    ? betterTrace(present, kept)
    : present
}

function read(trace: string, readings: Map<string, Reading>): Reading {
  // Not the trace itself: V8 hashes texts above 16 KB by their length only, and traces of one fault are equally long.
  const key = `${trace.length} ${trace.slice(-500)}`
  const known = readings.get(key)
  if (known?.trace === trace) return known
  const fault = prepareTrace(trace)
  const kind = findOutOfMemory(fault) === undefined ? classify(fault).kind : 'out-of-memory'
  const reading: Reading = { trace, kind, fingerprint: fingerprintChain(fault.chain) }
  readings.set(key, reading)
  return reading
}

function toDiagnosis(
  connector: ConnectorSnapshot,
  failures: Failures,
  surroundings: Surroundings,
): Diagnosis {
  const { reading, tasks } = failures
  const fault = prepareTrace(reading.trace)
  const verdict = verdictOf(fault, connector, failures, surroundings)
  const scope = scopeOf(connector, failures)
  const ids = tasks.map((task) => task.id)
  const rootCause = rootCauseOf(fault)
  return {
    connector: connector.name,
    scope,
    tasks: ids,
    workers: workersOf(connector, failures),
    kind: verdict.kind,
    restart: verdict.restart,
    probe: verdict.probe,
    minRestartDelayMs: KIND_FACTS[verdict.kind].minRestartDelayMs,
    ...(verdict.oom === undefined ? {} : { oom: verdict.oom }),
    remedies: verdict.remedies,
    summary: `${subject(connector, ids)} ${verdict.phrase}.`,
    evidence: [
      ...(rootCause === '' ? ['It failed without a trace.'] : [rootCause]),
      ...verdict.evidence.map(redact),
      ...whereOf(fault, verdict.kind, scope, connector, tasks),
    ],
    rootCause,
    fingerprint: reading.fingerprint === '' ? verdict.kind : reading.fingerprint,
    trace: reading.trace,
  }
}

interface Verdict {
  readonly kind: Kind
  readonly restart: RestartAdvice
  readonly probe: boolean
  readonly oom?: OomVerdict['oom']
  readonly remedies: readonly Remedy[]
  readonly phrase: string
  readonly evidence: readonly string[]
}

function verdictOf(
  fault: ParsedTrace,
  connector: ConnectorSnapshot,
  failures: Failures,
  surroundings: Surroundings,
): Verdict {
  const outOfMemory = findOutOfMemory(fault)
  return outOfMemory === undefined
    ? plainVerdict(classifyFor(connector.type, classify(fault)))
    : diagnoseOutOfMemory(fault, outOfMemory, {
        ...surroundings,
        connector,
        failedOn: workersOf(connector, failures),
      })
}

function plainVerdict(judgement: Classification): Verdict {
  return { ...judgement, probe: false, phrase: KIND_FACTS[judgement.kind].phrase, evidence: [] }
}

function workersOf({ connector }: ConnectorSnapshot, { hasInstance, tasks }: Failures): readonly string[] {
  const ids = [...(hasInstance ? [connector] : []), ...tasks].map(({ workerId }) => workerId)
  return [...new Set(ids)].sort()
}

function scopeOf(connector: ConnectorSnapshot, { hasInstance, tasks }: Failures): Diagnosis['scope'] {
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

/** Class and message of the deepest cause on one line, without secrets. */
function rootCauseOf({ chain }: ParsedTrace): string {
  const deepest = deepestCause(chain)
  if (deepest === undefined) return ''
  const line = [deepest.className, deepest.message.slice(0, 2_000)].filter((part) => part !== '').join(': ')
  const masked = redact(line).replaceAll(/\s+/g, ' ')
  return masked.length <= 300 ? masked : `${masked.slice(0, 299)}…`
}

/** Faults that may come from the records of one partition. */
const OF_A_RECORD: ReadonlySet<Kind> = new Set([
  'bad-record',
  'sink-rejected',
  'record-too-large',
  'connector-bug',
  'unknown',
])

function whereOf(
  { chain }: ParsedTrace,
  kind: Kind,
  scope: Diagnosis['scope'],
  connector: ConnectorSnapshot,
  tasks: readonly TaskStatus[],
): readonly string[] {
  const frame = firstOwnFrame(chain)
  return [
    ...(frame === '' ? [] : [`It failed in ${redact(frame)}.`]),
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
