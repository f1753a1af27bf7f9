import type { ClusterIncident, ClusterProblem } from '../domain/cluster-incident.ts'
import { enqueueTransition, type Words } from './outbox.ts'

/**
 * A cluster's own incident after a scan; undefined if there is none and nothing is wrong.
 * @param problem why it could not be read; null: it could
 */
export function applyScan(
  cluster: string,
  incident: ClusterIncident | undefined,
  problem: ClusterProblem | null,
  now: number,
): ClusterIncident | undefined {
  if (problem === null) {
    if (incident === undefined || incident.phase === 'recovered' || incident.health.is === 'readable')
      return incident
    return { ...incident, health: { is: 'readable', since: now } }
  }
  if (incident === undefined || incident.phase === 'recovered')
    return openClusterIncident(cluster, problem, now)
  const health =
    incident.health.is === 'unreadable' ? incident.health : { is: 'unreadable' as const, since: now }
  return { ...incident, problem, health }
}

function openClusterIncident(cluster: string, problem: ClusterProblem, now: number): ClusterIncident {
  return {
    cluster,
    phase: 'open',
    openedAt: now,
    closedAt: null,
    problem,
    health: { is: 'unreadable', since: now },
    // What people were not told of a former incident is overtaken by this one.
    outbox: [],
    transitions: 0,
  }
}

export function escalateClusterIncident(
  incident: ClusterIncident,
  words: Words,
  now: number,
): ClusterIncident {
  return incident.phase === 'escalated'
    ? incident
    : enqueueTransition({ ...incident, phase: 'escalated' as const }, 'escalated', words, now)
}

/** People hear of it only if they heard of the trouble. */
export function closeClusterIncident(incident: ClusterIncident, words: Words, now: number): ClusterIncident {
  const recovered = { ...incident, phase: 'recovered' as const, closedAt: now }
  return incident.transitions === 0 ? recovered : enqueueTransition(recovered, 'recovered', words, now)
}
