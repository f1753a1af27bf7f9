import type { Snapshot } from '../lib/connect/snapshot.ts'
import type { Diagnosis } from '../lib/diagnosis/diagnosis.ts'
import { toReport } from '../lib/diagnosis/report.ts'
import { table } from './table.ts'
import { paintFor, plainJson, type Terminal } from './terminal.ts'

export interface Findings {
  /** Name of the cluster, or of the file. */
  readonly cluster: string
  readonly snapshot: Snapshot
  /** Most important first. */
  readonly diagnoses: readonly Diagnosis[]
}

/** To standard output: the documented JSON, or a table for people. */
export function show(findings: Findings, json: boolean, { stdout }: Terminal): void {
  const { cluster, diagnoses } = findings
  stdout.write(json ? `${plainJson(toReport(cluster, diagnoses))}\n` : table(findings, paintFor(stdout)))
}
