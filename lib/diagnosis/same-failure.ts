import type { TraceFindings, TraceRichness } from '../domain/trace-findings.ts'
import { withoutNumbers } from './fingerprint.ts'

/** Of the findings of several traces, those that show the most of the same failure as `present`; `present` if none does. */
export function findRichest(present: TraceFindings, others: readonly TraceFindings[]): TraceFindings {
  return others
    .filter((other) => isSameFailure(present, other))
    .reduce((best, other) => (isRicher(other.richness, best.richness) ? other : best), present)
}

/** A trace without frames of its deepest cause has another fingerprint than one that has them: then class and message count. */
function isSameFailure(present: TraceFindings, other: TraceFindings): boolean {
  if (present.rootCause === '' || other.rootCause === '') return false
  if (present.fingerprint === other.fingerprint) return true
  return (
    present.richness.deepestFrames === 0 &&
    withoutNumbers(present.rootCause) === withoutNumbers(other.rootCause)
  )
}

/** Frames of the deepest cause count first. */
function isRicher(a: TraceRichness, b: TraceRichness): boolean {
  return (a.deepestFrames - b.deepestFrames || a.throwables - b.throwables || a.frames - b.frames) > 0
}
