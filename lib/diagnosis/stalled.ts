import { isDeepStrictEqual } from 'node:util'
import type { Diagnosis } from '../domain/diagnosis.ts'
import type { OffsetPoint } from '../domain/offsets.ts'
import type { ConnectorSnapshot } from '../domain/snapshot.ts'
import { countNoun } from '../util/quantity.ts'
import { diagnoseWithoutTrace } from './without-trace.ts'

/** What is known of a connector that says RUNNING. */
export interface ObservedProgress {
  /** Since when its offsets have stood at this point, in milliseconds since the epoch; null: not seen before. */
  readonly history: { readonly since: number; readonly point: OffsetPoint } | null
  /** Where its offsets are now. */
  readonly point: OffsetPoint
  /** Records that it has still to read; null: not known. */
  readonly lag: number | null
  /** How long they may stand still. */
  readonly thresholdMs: number
  /** Milliseconds since the epoch. */
  readonly now: number
}

export type Stall =
  | { readonly stalled: false }
  /** `words` is a sentence. */
  | { readonly stalled: true; readonly words: string }

/**
 * Whether offsets stand still though there is something to read. Without a lag nothing is claimed: offsets of a sink
 * that has read all stand still too. Nor of a point that can't be compared, nor of a source, which has no lag.
 * A lag by committed offsets, as CloudWatch's, also counts what a healthy sink holds in a file that is still open: then
 * the threshold has to be longer than files are.
 */
export function detectStall({ history, point, lag, thresholdMs, now }: ObservedProgress): Stall {
  if (history === null || lag === null || !(lag > 0)) return { stalled: false }
  if (point.type !== 'sink' || !isDeepStrictEqual(history.point, point)) return { stalled: false }
  const stoodMs = now - history.since
  if (stoodMs < thresholdMs) return { stalled: false }
  const minutes = Math.floor(stoodMs / 60_000)
  const words = `It says RUNNING, but its offsets have not moved for ${countNoun(minutes, 'minute')} while ${countNoun(lag, 'record')} or more are there to read.`
  return { stalled: true, words }
}

/** The history to keep for the next look: since when the point is what it is now. A point that is not available keeps what was known. */
export function updateProgress(
  history: ObservedProgress['history'],
  point: OffsetPoint,
  now: number,
): NonNullable<ObservedProgress['history']> | null {
  if (point.type === 'unavailable') return history
  return history !== null && isDeepStrictEqual(history.point, point) ? history : { since: now, point }
}

/** @param words of the stall */
export function diagnoseStall({ name, tasks }: ConnectorSnapshot, words: string): Diagnosis {
  return diagnoseWithoutTrace('stalled', {
    connector: name,
    tasks: tasks.map(({ id }) => id),
    workers: [...new Set(tasks.map(({ workerId }) => workerId))].sort(),
    evidence: [words],
    fingerprint: 'stalled',
  })
}
