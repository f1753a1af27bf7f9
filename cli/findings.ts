import { type DiagnoseInput, diagnose } from '../lib/diagnosis/diagnose.ts'
import type { Findings } from '../lib/diagnosis/report.ts'
import { findRisks } from '../lib/diagnosis/risks.ts'
import type { Diagnosis } from '../lib/domain/diagnosis.ts'
import type { OomVariant } from '../lib/domain/vocabulary.ts'
import type { EvidenceClient } from './evidence.ts'

/** What a look at a cluster shows. Only where a heap ran out is more asked for, to tell the cause in bytes. */
export async function diagnoseWithEvidence(
  cluster: string,
  look: DiagnoseInput,
  connect: EvidenceClient,
): Promise<Findings> {
  const diagnoses = diagnose(look)
  const starved = [...new Set(diagnoses.filter(lacksHeap).map(({ connector }) => connector))]
  if (starved.length === 0) return { cluster, diagnoses, risks: risksOf(look, diagnoses), missing: [] }
  // Loaded when needed: a check of a healthy cluster takes little longer than its one request.
  const { gatherEvidence } = await import('./evidence.ts')
  const { heap, missing } = await gatherEvidence(look.heap, look.snapshot, starved, connect)
  const explained = { ...look, heap }
  const sharper = diagnose(explained)
  return { cluster, diagnoses: sharper, risks: risksOf(explained, sharper), missing }
}

const risksOf = ({ snapshot, heap }: DiagnoseInput, diagnoses: readonly Diagnosis[]) =>
  findRisks(snapshot, heap, new Set(diagnoses.map(({ connector }) => connector)))

/** Of other memory no budget tells. */
const OF_THE_HEAP: ReadonlySet<OomVariant> = new Set(['heap', 'gc-overhead'])

const lacksHeap = ({ kind, oom }: Diagnosis) =>
  kind === 'out-of-memory' && oom !== undefined && OF_THE_HEAP.has(oom.variant)
