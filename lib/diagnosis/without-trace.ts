import type { Diagnosis } from '../domain/diagnosis.ts'
import type { Kind } from '../domain/vocabulary.ts'
import { KIND_FACTS, restartLimits } from './kinds.ts'

/** The diagnosis of a connector of which no instance says FAILED, so that there is no trace to read. */
export function diagnoseWithoutTrace(
  kind: Kind,
  given: Pick<Diagnosis, 'connector' | 'tasks' | 'workers' | 'evidence' | 'fingerprint'>,
): Diagnosis {
  const { restart, minRestartDelayMs, phrase, remedies } = KIND_FACTS[kind]
  return {
    ...given,
    scope: 'connector',
    kind,
    rule: null,
    restart,
    ...restartLimits(kind, restart),
    probe: false,
    minRestartDelayMs,
    remedies,
    summary: `${given.connector} ${phrase}.`,
    rootCause: '',
    findings: null,
    trace: '',
  }
}
