import type { ClusterIncident } from '../domain/cluster-incident.ts'
import type { ClusterDecision, Decision } from '../domain/decision.ts'
import type { Incident } from '../domain/incident.ts'
import { decideConnectors } from './decide.ts'
import { evaluateCluster } from './evaluate-cluster.ts'
import type { PolicyInput } from './input.ts'

/** A cluster as one scan left it. */
export interface ClusterInput extends PolicyInput {
  /** Null: the cluster itself is in no trouble. */
  readonly clusterIncident: ClusterIncident | null
  /** Incidents of connectors that do not exist any more. */
  readonly deleted: readonly Incident[]
}

export interface ClusterDecisions {
  readonly cluster: ClusterDecision | null
  /** By connector, at most one each. */
  readonly connectors: ReadonlyMap<string, Decision>
}

/** What to do in a cluster. Of one that could not be read no incident of a connector is given, and so none is acted on. */
export function decideCluster(input: ClusterInput): ClusterDecisions {
  const { clusterIncident, deleted, now } = input
  const closed = deleted
    .filter(({ phase }) => phase !== 'recovered')
    .map(
      ({ connector }): Decision => ({
        do: 'close',
        connector,
        action: 'It was deleted.',
        next: 'There is nothing left to do.',
      }),
    )
  return {
    cluster: clusterIncident && evaluateCluster(clusterIncident, now),
    connectors: new Map(
      [...closed, ...decideConnectors(input)].map((decision) => [decision.connector, decision]),
    ),
  }
}
