import type { ClusterIncident } from '../domain/cluster-incident.ts'
import type { Incident } from '../domain/incident.ts'
import type { OffsetPoint } from '../domain/offsets.ts'

/** What is known of a cluster from earlier scans, beside its incidents. */
export interface ClusterState {
  /** Names of the connectors seen at the last scan, sorted. */
  readonly known: readonly string[]
  /** Connector name to since when it has waited to be placed; see reconcile/track-placement.ts. */
  readonly unplaced: Readonly<Record<string, number>>
  /** Sink that has something to read, to where its offsets stand and since when; see diagnosis/stalled.ts. */
  readonly progress: Readonly<Record<string, { readonly since: number; readonly point: OffsetPoint }>>
  /** Connector that may run out of memory, to the risk that people were told of. */
  readonly warned: Readonly<Record<string, string>>
}

export const NEW_CLUSTER: ClusterState = { known: [], unplaced: {}, progress: {}, warned: {} }

/** A thing with the version under which it is stored; version 0: not stored yet. */
export interface Stored<T> {
  readonly value: T
  readonly version: number
}

export interface StoredState {
  readonly cluster: Stored<ClusterState>
  /** Of the cluster itself; undefined: there has been none. */
  readonly clusterIncident: Stored<ClusterIncident> | undefined
  /** Connector name to its incident. */
  readonly incidents: ReadonlyMap<string, Stored<Incident>>
}

/**
 * Where incidents outlive invocations. Every write is conditional on the version that was read, so that of two
 * invocations that saw the same thing only one goes on to act.
 */
export interface IncidentStore {
  load(cluster: string, signal: AbortSignal): Promise<StoredState>
  /** @throws ConflictError if somebody else has written it since it was read */
  saveIncident(incident: Stored<Incident>, signal: AbortSignal): Promise<Stored<Incident>>
  /** @throws ConflictError if somebody else has written it since it was read */
  saveClusterIncident(
    incident: Stored<ClusterIncident>,
    signal: AbortSignal,
  ): Promise<Stored<ClusterIncident>>
  /** @throws ConflictError if somebody else has written it since it was read */
  saveCluster(
    cluster: string,
    state: Stored<ClusterState>,
    signal: AbortSignal,
  ): Promise<Stored<ClusterState>>
}

export class ConflictError extends Error {
  override readonly name = 'ConflictError'
  constructor(what: string, options: ErrorOptions) {
    super(
      `${what} was changed by another invocation at the same time; it goes on, this one leaves it`,
      options,
    )
  }
}
