import type { Incident } from '../domain/incident.ts'
import type { OffsetPoint } from '../domain/offsets.ts'
import type { Policy } from '../domain/policy.ts'

/** Without offsets that move, this many times the proving time must pass before time alone counts. */
const TIME_ALONE = 3

/** How long the connector must run before its recovery can be proven, in milliseconds. */
export function provingTimeMs(incident: Incident, policy: Policy): number {
  return Math.max(policy.provenAfterMs, 2 * (incident.timeToFailMs ?? 0))
}

export type RecoveryProof =
  | { readonly proven: true; readonly by: string }
  | { readonly proven: false; readonly why: string }

/**
 * RUNNING is no recovery: the committed offsets must have passed the point of failure. Where offsets can't tell,
 * time alone proves it, and the proof says so. Call it only for a connector that ran for `provingTimeMs`.
 * @param point where the offsets stand now
 */
export function proveRecovery(
  incident: Incident,
  point: OffsetPoint,
  policy: Policy,
  now: number,
): RecoveryProof {
  if (incident.health.is !== 'running') return { proven: false, why: 'It is not running.' }
  const ranMs = now - incident.health.since
  const neededMs = provingTimeMs(incident, policy)
  if (ranMs < neededMs) return { proven: false, why: 'It has not run for long enough.' }
  const progress = compare(incident.failurePoint, point)
  switch (progress.is) {
    case 'moved':
      return { proven: true, by: progress.how }
    case 'unavailable':
      return { proven: true, by: `Time alone proves it: ${progress.why}` }
    case 'still':
      return ranMs >= TIME_ALONE * neededMs
        ? {
            proven: true,
            by: 'Time alone proves it: its offsets have not moved since, so either there was nothing to read or it does not read. Look at its lag once.',
          }
        : { proven: false, why: 'Its offsets have not moved since the failure.' }
  }
}

type OffsetProgress =
  | { readonly is: 'moved'; readonly how: string }
  | { readonly is: 'still' }
  | { readonly is: 'unavailable'; readonly why: string }

function compare(then: OffsetPoint | null, now: OffsetPoint): OffsetProgress {
  if (now.type === 'unavailable') return { is: 'unavailable', why: now.why }
  if (then === null) return { is: 'unavailable', why: 'its offsets were not read when it failed.' }
  if (then.type === 'unavailable') return { is: 'unavailable', why: then.why }
  if (then.type === 'sink' && now.type === 'sink') {
    const moved = now.committed - then.committed
    if (moved > 0) return { is: 'moved', how: `Its committed offsets have moved on by ${moved} since.` }
    // A deleted topic, or offsets that were reset by hand: the sums can't be compared any more.
    if (moved < 0) return { is: 'unavailable', why: 'its committed offsets were set back.' }
    return { is: 'still' }
  }
  if (then.type === 'source' && now.type === 'source') {
    return then.digest === now.digest
      ? { is: 'still' }
      : { is: 'moved', how: 'Its source offsets have moved on since.' }
  }
  return { is: 'unavailable', why: 'it was a connector of another type when it failed.' }
}
