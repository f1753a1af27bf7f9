import type { Diagnosis } from '../domain/diagnosis.ts'
import type { Incident } from '../domain/incident.ts'
import type { ConnectorSnapshot, Snapshot } from '../domain/snapshot.ts'
import type { Memory, Stored } from '../incident/store.ts'
import { see } from '../incident/transitions.ts'
import { unreadable } from './diagnose-unreadable.ts'
import type { Observation } from './observe.ts'
import { sightingOf } from './observed-health.ts'

/** One incident at one scan. */
export interface Case {
  /** As it was stored; undefined if it is new. */
  readonly before: Stored<Incident> | undefined
  /** After the scan. */
  readonly seen: Incident
  /** Undefined if it was deleted, or if the incident is the cluster's own. */
  readonly connector: ConnectorSnapshot | undefined
}

/** The incidents of a cluster after an observation: its own, and those of its connectors that are or were in trouble. */
export function casesOf(
  cluster: string,
  { incidents }: Memory,
  observation: Observation,
  diagnoses: readonly Diagnosis[],
  now: number,
): readonly Case[] {
  const own = caseOf(incidents.get(''), undefined, (before) =>
    see(
      cluster,
      '',
      before,
      observation.is === 'read'
        ? { is: 'running' }
        : { is: 'failed', diagnosis: unreadable(observation.error) },
      now,
    ),
  )
  if (observation.is === 'unread') return own
  const known = new Set(observation.memory.known)
  const deleted = [...incidents.values()].filter(
    ({ value: { connector } }) => connector !== '' && !known.has(connector),
  )
  return [
    ...own,
    ...present(cluster, incidents, observation.snapshot, diagnoses, now),
    ...deleted.flatMap((stored) => caseOf(stored, undefined, (before) => before)),
  ]
}

function present(
  cluster: string,
  incidents: Memory['incidents'],
  { connectors }: Snapshot,
  diagnoses: readonly Diagnosis[],
  now: number,
): readonly Case[] {
  const diagnosesOf = Map.groupBy(diagnoses, ({ connector }) => connector)
  return connectors.flatMap((connector) => {
    const stored = incidents.get(connector.name)
    const own = diagnosesOf.get(connector.name) ?? []
    if (stored === undefined && own.length === 0) return []
    return caseOf(stored, connector, (before) =>
      see(cluster, connector.name, before, sightingOf(connector, own), now),
    )
  })
}

function caseOf(
  before: Stored<Incident> | undefined,
  connector: ConnectorSnapshot | undefined,
  after: (incident: Incident | undefined) => Incident | undefined,
): readonly Case[] {
  const seen = after(before?.value)
  // Of what has recovered there is nothing left to do but to tell people of it.
  const isOver = seen === undefined || (seen.phase === 'recovered' && seen.outbox.length === 0)
  return isOver ? [] : [{ before, seen, connector }]
}
