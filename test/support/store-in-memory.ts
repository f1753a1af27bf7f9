import type { ClusterIncident } from '../../lib/domain/cluster-incident.ts'
import type { Incident } from '../../lib/domain/incident.ts'
import {
  type ClusterState,
  ConflictError,
  type IncidentStore,
  NEW_CLUSTER,
  type Stored,
  type StoredState,
} from '../../lib/incident/store.ts'

/** An incident store in memory with the conditions of the real one; what it holds has been through JSON. */
export class StoreInMemory implements IncidentStore {
  readonly #cluster = new Map<string, { version: number; body: string }>()
  readonly #incidents = new Map<string, { version: number; body: string }>()
  readonly #clusterIncidents = new Map<string, { version: number; body: string }>()
  /** Called before each write; may throw. */
  disturb: (() => void) | undefined

  async load(cluster: string): Promise<StoredState> {
    const state = this.#cluster.get(cluster)
    const own = this.#clusterIncidents.get(cluster)
    const incidents = [...this.#incidents]
      .filter(([key]) => key.startsWith(`${cluster}/`))
      .map(([key, { version, body }]): [string, Stored<Incident>] => [
        key.slice(cluster.length + 1),
        { version, value: JSON.parse(body) },
      ])
    return {
      cluster:
        state === undefined
          ? { version: 0, value: NEW_CLUSTER }
          : { version: state.version, value: JSON.parse(state.body) },
      clusterIncident: own && { version: own.version, value: JSON.parse(own.body) },
      incidents: new Map(incidents),
    }
  }

  async saveIncident(stored: Stored<Incident>): Promise<Stored<Incident>> {
    return this.#save(this.#incidents, `${stored.value.cluster}/${stored.value.connector}`, stored)
  }

  async saveClusterIncident(stored: Stored<ClusterIncident>): Promise<Stored<ClusterIncident>> {
    return this.#save(this.#clusterIncidents, stored.value.cluster, stored)
  }

  async saveCluster(cluster: string, stored: Stored<ClusterState>): Promise<Stored<ClusterState>> {
    return this.#save(this.#cluster, cluster, stored)
  }

  #save<T>(
    items: Map<string, { version: number; body: string }>,
    key: string,
    { value, version }: Stored<T>,
  ): Stored<T> {
    this.disturb?.()
    if ((items.get(key)?.version ?? 0) !== version) throw new ConflictError(key, {})
    items.set(key, { version: version + 1, body: JSON.stringify(value) })
    return { value, version: version + 1 }
  }
}
