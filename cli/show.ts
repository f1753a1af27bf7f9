import { type Findings, toReport } from '../lib/diagnosis/report.ts'
import type { Snapshot } from '../lib/domain/snapshot.ts'
import { findingsTable } from './findings-table.ts'
import { paintFor, plainJson, type Terminal } from './terminal.ts'

/** To standard output: the documented JSON, or a table for people. */
export function printFindings(
  findings: Findings,
  snapshot: Snapshot,
  json: boolean,
  { stdout }: Terminal,
): void {
  stdout.write(
    json ? `${plainJson(toReport(findings))}\n` : findingsTable(findings, snapshot, paintFor(stdout)),
  )
}
