import type { ClusterIncident } from '../domain/cluster-incident.ts'
import type { Diagnosis } from '../domain/diagnosis.ts'
import type { Incident } from '../domain/incident.ts'
import type { ConnectorSnapshot, Snapshot } from '../domain/snapshot.ts'
import { applyScan } from '../incident/cluster-transitions.ts'
import type { Stored, StoredState } from '../incident/store.ts'
import { applyObservation } from '../incident/transitions.ts'
import { memoizeText } from '../util/memoize-text.ts'
import { diagnoseUnreadable } from './diagnose-unreadable.ts'
import type { Observation } from './observe.ts'
import { maskTrace, observeHealth } from './observed-health.ts'

/** An incident before and after one scan. */
export interface Update<I> {
  /** As it was stored; undefined if it is new. */
  readonly before: Stored<I> | undefined
  readonly seen: I
}

export interface IncidentUpdate extends Update<Incident> {
  /** Undefined if it was deleted. */
  readonly connector: ConnectorSnapshot | undefined
}

export interface ClusterUpdates {
  /** Of the cluster itself; null: it is in no trouble. */
  readonly cluster: Update<ClusterIncident> | null
  /** Of connectors that are or were in trouble; none of a cluster that could not be read. */
  readonly connectors: readonly IncidentUpdate[]
}

export function updateIncidents(
  cluster: string,
  { clusterIncident, incidents }: StoredState,
  observation: Observation,
  diagnoses: readonly Diagnosis[],
  now: number,
): ClusterUpdates {
  const problem = observation.is === 'read' ? null : diagnoseUnreadable(observation.error)
  const seen = applyScan(cluster, clusterIncident?.value, problem, now)
  return {
    cluster: seen === undefined || isOver(seen) ? null : { before: clusterIncident, seen },
    connectors:
      observation.is === 'read'
        ? [
            ...updatePresent(cluster, incidents, observation.snapshot, diagnoses, now),
            ...findDeleted(incidents, new Set(observation.state.known)),
          ]
        : [],
  }
}

function updatePresent(
  cluster: string,
  incidents: StoredState['incidents'],
  { connectors }: Snapshot,
  diagnoses: readonly Diagnosis[],
  now: number,
): readonly IncidentUpdate[] {
  const diagnosesOf = Map.groupBy(diagnoses, ({ connector }) => connector)
  const mask = memoizeText(maskTrace)
  return connectors.flatMap((connector) => {
    const before = incidents.get(connector.name)
    const own = diagnosesOf.get(connector.name) ?? []
    if (before === undefined && own.length === 0) return []
    const observed = observeHealth(connector, own, before?.value.diagnosis, mask)
    const seen = applyObservation(cluster, connector.name, before?.value, observed, now)
    return seen === undefined || isOver(seen) ? [] : [{ before, seen, connector }]
  })
}

function findDeleted(
  incidents: StoredState['incidents'],
  known: ReadonlySet<string>,
): readonly IncidentUpdate[] {
  return [...incidents.values()]
    .filter(({ value }) => !known.has(value.connector) && !isOver(value))
    .map((before) => ({ before, seen: before.value, connector: undefined }))
}

/** Of what has recovered there is nothing left to do but to tell people of it. */
function isOver({ phase, outbox }: Incident | ClusterIncident): boolean {
  return phase === 'recovered' && outbox.length === 0
}
