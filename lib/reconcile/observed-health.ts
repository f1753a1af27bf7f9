import type { Diagnosis } from '../domain/diagnosis.ts'
import type { ObservedHealth } from '../domain/observed-health.ts'
import type { ConnectorSnapshot } from '../domain/snapshot.ts'
import { redact } from '../util/redact.ts'

/** Longest trace that is kept with an incident, in characters: an item of DynamoDB holds 400 KB. */
const MAX_TRACE_LENGTH = 32_000

/**
 * What a snapshot and its diagnoses mean for one connector's incident.
 * @param diagnoses those of this connector, most important first
 */
export function observeHealth(connector: ConnectorSnapshot, diagnoses: readonly Diagnosis[]): ObservedHealth {
  const { state, stateText } = connector.connector
  // Somebody stopped it on purpose: what failed before is left alone.
  if (state === 'PAUSED' || state === 'STOPPED') return { is: 'other', what: state }
  const strange = [connector.connector, ...connector.tasks].find(
    (instance) => instance.state === 'UNRECOGNISED',
  )
  if (strange !== undefined) {
    return {
      is: 'other',
      what: `in the state ${redact(strange.stateText).slice(0, 100)}, which this version does not know`,
    }
  }
  const [first, ...others] = diagnoses
  if (first !== undefined) return { is: 'failed', diagnosis: kept(first, others) }
  const running =
    state === 'RUNNING' &&
    connector.tasks.length > 0 &&
    connector.tasks.every((task) => task.state === 'RUNNING')
  if (running) return { is: 'running' }
  const waiting = connector.tasks.find((task) => task.state !== 'RUNNING')
  return { is: 'other', what: waiting?.stateText ?? (state === 'RUNNING' ? 'without tasks' : stateText) }
}

/** The diagnosis as it is stored: its trace masked before it is cut, since half a secret is not recognised. */
function kept(diagnosis: Diagnosis, others: readonly Diagnosis[]): Diagnosis {
  const trace = redact(diagnosis.trace)
  const tasks = [...new Set([diagnosis, ...others].flatMap((each) => each.tasks))].sort((a, b) => a - b)
  const workers = [...new Set([diagnosis, ...others].flatMap((each) => each.workers))].sort()
  const also = others.map(
    ({ tasks: ids, summary }) =>
      `Also, on ${ids.length === 0 ? 'the connector' : `tasks ${ids.join(', ')}`}: ${summary}`,
  )
  return {
    ...diagnosis,
    tasks,
    workers,
    evidence: [...diagnosis.evidence, ...also],
    trace:
      trace.length <= MAX_TRACE_LENGTH
        ? trace
        : `${trace.slice(0, MAX_TRACE_LENGTH / 2)}\n…\n${trace.slice(-MAX_TRACE_LENGTH / 2)}`,
  }
}
