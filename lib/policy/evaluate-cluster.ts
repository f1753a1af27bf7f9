import type { ClusterIncident } from '../domain/cluster-incident.ts'
import type { ClusterDecision } from '../domain/decision.ts'
import { formatDuration } from '../util/time.ts'

/** A worker that restarts, or a network that blinks, is no reason to wake anybody. Milliseconds. */
const ESCALATION_GRACE_MS = 3 * 60_000

/** What to do about a cluster that can't be read: nothing can be done in it, but people must know. Null: nothing yet. */
export function evaluateCluster(
  { phase, health, openedAt }: ClusterIncident,
  now: number,
): ClusterDecision | null {
  if (phase === 'recovered') return null
  if (health.is === 'readable') {
    return {
      do: 'close',
      action: 'The cluster can be read again.',
      next: 'Its connectors are being looked after again.',
    }
  }
  return now - openedAt < ESCALATION_GRACE_MS
    ? null
    : {
        do: 'escalate',
        action: `The cluster has not been readable for ${formatDuration(now - openedAt)}.`,
        next: 'Nothing is done in it until it can be read again; every scan tries.',
      }
}
