import { isDeepStrictEqual } from 'node:util'
import type { Diagnosis } from '../domain/diagnosis.ts'
import type { ObservedHealth } from '../domain/observed-health.ts'
import type { ConnectorSnapshot } from '../domain/snapshot.ts'
import { redact } from '../util/redact.ts'

/** Longest trace that is kept with an incident, in characters: an item of DynamoDB holds 400 KB. */
const MAX_TRACE_LENGTH = 32_000

/**
 * What a snapshot and its diagnoses mean for one connector's incident.
 * @param diagnoses those of this connector, most important first
 * @param before the diagnosis of its incident
 * @param mask makes a trace fit to be stored
 */
export function observeHealth(
  connector: ConnectorSnapshot,
  diagnoses: readonly Diagnosis[],
  before: Diagnosis | undefined,
  mask: (trace: string) => string,
): ObservedHealth {
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
  if (first !== undefined) return { is: 'failed', diagnosis: toStored(first, others, before, mask) }
  const running =
    state === 'RUNNING' &&
    connector.tasks.length > 0 &&
    connector.tasks.every((task) => task.state === 'RUNNING')
  if (running) return { is: 'running' }
  const waiting = connector.tasks.find((task) => task.state !== 'RUNNING')
  return { is: 'other', what: waiting?.stateText ?? (state === 'RUNNING' ? 'without tasks' : stateText) }
}

/** Secrets masked before it is cut, since half a secret is not recognised. */
export function maskTrace(trace: string): string {
  const masked = redact(trace)
  return masked.length <= MAX_TRACE_LENGTH
    ? masked
    : `${masked.slice(0, MAX_TRACE_LENGTH / 2)}\n…\n${masked.slice(-MAX_TRACE_LENGTH / 2)}`
}

/** The diagnosis as it is stored. A trace that shows nothing else than the one that is stored is not masked again. */
function toStored(
  diagnosis: Diagnosis,
  others: readonly Diagnosis[],
  before: Diagnosis | undefined,
  mask: (trace: string) => string,
): Diagnosis {
  const { findings, evidence, trace } = diagnosis
  const isUnchanged =
    findings !== null && before !== undefined && isDeepStrictEqual(findings, before.findings)
  const all = [diagnosis, ...others]
  const also = others.map(
    ({ tasks, summary }) =>
      `Also, on ${tasks.length === 0 ? 'the connector' : `tasks ${tasks.join(', ')}`}: ${summary}`,
  )
  return {
    ...diagnosis,
    tasks: [...new Set(all.flatMap(({ tasks }) => tasks))].sort((a, b) => a - b),
    workers: [...new Set(all.flatMap(({ workers }) => workers))].sort(),
    evidence: [...new Set([...evidence, ...also])],
    trace: isUnchanged ? before.trace : mask(trace),
  }
}
