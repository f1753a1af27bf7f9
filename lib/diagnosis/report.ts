import type { Diagnosis, Remedy } from '../domain/diagnosis.ts'
import type { Risk } from '../domain/risk.ts'
import type { Kind, RestartAdvice } from '../domain/vocabulary.ts'

/** What is said of one cluster. */
export interface Findings {
  /** Name of the cluster, or of the file. */
  readonly cluster: string
  /** Most important first. */
  readonly diagnoses: readonly Diagnosis[]
  /** What may fail next, the nearest first. */
  readonly risks: readonly Risk[]
  /** What could not be found out, one line each, with the command that would tell if there is one. */
  readonly missing: readonly string[]
}

/** What `--json` prints: part of the public interface, so fields are only ever added. */
export interface Report extends Omit<Findings, 'diagnoses'> {
  readonly diagnoses: readonly ReportedDiagnosis[]
}

export interface ReportedDiagnosis {
  readonly connector: string
  readonly scope: Diagnosis['scope']
  readonly tasks: readonly number[]
  readonly workers: readonly string[]
  readonly kind: Kind
  /** Id of the rule that recognised it; null: none did. */
  readonly rule: string | null
  readonly restart: RestartAdvice
  readonly oom?: NonNullable<Diagnosis['oom']>
  readonly remedies: readonly Remedy[]
  readonly summary: string
  readonly evidence: readonly string[]
}

/** Leaves out what is internal or may hold secrets: the trace, the fingerprint, and what the policy goes by. */
export function toReport({ cluster, diagnoses, risks, missing }: Findings): Report {
  return { cluster, diagnoses: diagnoses.map(toReported), risks, missing }
}

function toReported(diagnosis: Diagnosis): ReportedDiagnosis {
  const { connector, scope, tasks, workers, kind, rule, restart, oom, remedies, summary, evidence } =
    diagnosis
  return {
    connector,
    scope,
    tasks,
    workers,
    kind,
    rule,
    restart,
    ...(oom === undefined ? {} : { oom }),
    remedies,
    summary,
    evidence,
  }
}
