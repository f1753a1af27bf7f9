import type { Diagnosis, Remedy } from './diagnosis.ts'
import type { Kind, RestartAdvice } from './vocabulary.ts'

/** What `--json` prints: part of the public interface, so fields are only ever added. */
export interface Report {
  readonly cluster: string
  /** Most important first. */
  readonly diagnoses: readonly ReportedDiagnosis[]
  /** What may fail next; empty in this version. */
  readonly risks: readonly never[]
}

export interface ReportedDiagnosis {
  readonly connector: string
  readonly scope: Diagnosis['scope']
  readonly tasks: readonly number[]
  readonly workers: readonly string[]
  readonly kind: Kind
  readonly restart: RestartAdvice
  readonly oom?: NonNullable<Diagnosis['oom']>
  readonly remedies: readonly Remedy[]
  readonly summary: string
  readonly evidence: readonly string[]
}

/** Leaves out what is internal or may hold secrets: the trace, the fingerprint, and what the policy goes by. */
export function toReport(cluster: string, diagnoses: readonly Diagnosis[]): Report {
  return { cluster, diagnoses: diagnoses.map(toReported), risks: [] }
}

function toReported(diagnosis: Diagnosis): ReportedDiagnosis {
  const { connector, scope, tasks, workers, kind, restart, oom, remedies, summary, evidence } = diagnosis
  return {
    connector,
    scope,
    tasks,
    workers,
    kind,
    restart,
    ...(oom === undefined ? {} : { oom }),
    remedies,
    summary,
    evidence,
  }
}
