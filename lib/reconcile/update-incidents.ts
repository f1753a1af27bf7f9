import type { Diagnosis } from '../domain/diagnosis.ts'
import type { Incident } from '../domain/incident.ts'
import type { ConnectorSnapshot, Snapshot } from '../domain/snapshot.ts'
import type { Stored, StoredState } from '../incident/store.ts'
import { applyObservation } from '../incident/transitions.ts'
import { memoizeText } from '../util/memoize-text.ts'
import { diagnoseUnreadable } from './diagnose-unreadable.ts'
import type { Observation } from './observe.ts'
import { maskTrace, observeHealth } from './observed-health.ts'

/** One incident at one scan. */
export interface IncidentUpdate {
  /** As it was stored; undefined if it is new. */
  readonly before: Stored<Incident> | undefined
  /** After the scan. */
  readonly seen: Incident
  /** Undefined if it was deleted, or if the incident is the cluster's own. */
  readonly connector: ConnectorSnapshot | undefined
}

/** The incidents of a cluster after an observation: its own, and those of its connectors that are or were in trouble. */
export function updateIncidents(
  cluster: string,
  { incidents }: StoredState,
  observation: Observation,
  diagnoses: readonly Diagnosis[],
  now: number,
): readonly IncidentUpdate[] {
  const own = toUpdate(incidents.get(''), undefined, (before) =>
    applyObservation(
      cluster,
      '',
      before,
      observation.is === 'read'
        ? { is: 'running' }
        : { is: 'failed', diagnosis: diagnoseUnreadable(observation.error) },
      now,
    ),
  )
  if (observation.is === 'unread') return own
  const known = new Set(observation.state.known)
  const deleted = [...incidents.values()].filter(
    ({ value: { connector } }) => connector !== '' && !known.has(connector),
  )
  return [
    ...own,
    ...present(cluster, incidents, observation.snapshot, diagnoses, now),
    ...deleted.flatMap((stored) => toUpdate(stored, undefined, (before) => before)),
  ]
}

function present(
  cluster: string,
  incidents: StoredState['incidents'],
  { connectors }: Snapshot,
  diagnoses: readonly Diagnosis[],
  now: number,
): readonly IncidentUpdate[] {
  const diagnosesOf = Map.groupBy(diagnoses, ({ connector }) => connector)
  const mask = memoizeText(maskTrace)
  return connectors.flatMap((connector) => {
    const stored = incidents.get(connector.name)
    const own = diagnosesOf.get(connector.name) ?? []
    if (stored === undefined && own.length === 0) return []
    return toUpdate(stored, connector, (before) =>
      applyObservation(
        cluster,
        connector.name,
        before,
        observeHealth(connector, own, before?.diagnosis, mask),
        now,
      ),
    )
  })
}

function toUpdate(
  before: Stored<Incident> | undefined,
  connector: ConnectorSnapshot | undefined,
  after: (incident: Incident | undefined) => Incident | undefined,
): readonly IncidentUpdate[] {
  const seen = after(before?.value)
  // Of what has recovered there is nothing left to do but to tell people of it.
  const isOver = seen === undefined || (seen.phase === 'recovered' && seen.outbox.length === 0)
  return isOver ? [] : [{ before, seen, connector }]
}
