import type { Decision } from '../domain/decision.ts'
import type { Incident } from '../domain/incident.ts'
import { formatDuration } from '../util/time.ts'

/** A worker that restarts, or a network that blinks, is no reason to wake anybody. Milliseconds. */
const ESCALATION_GRACE_MS = 3 * 60_000

/** What to do about a cluster that can't be read: nothing can be done in it, but people must know. */
export function evaluateCluster(
  { connector, phase, health, openedAt }: Incident,
  now: number,
): Decision | undefined {
  if (phase === 'recovered') return undefined
  if (health.is === 'running') {
    return {
      do: 'close',
      connector,
      why: 'The cluster can be read again.',
      next: 'Its connectors are looked after again.',
    }
  }
  return now - openedAt < ESCALATION_GRACE_MS
    ? undefined
    : {
        do: 'escalate',
        connector,
        why: `The cluster could not be read for ${formatDuration(now - openedAt)}.`,
        next: 'Nothing is done in it until it can be read; it is tried with every scan.',
      }
}
