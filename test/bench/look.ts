import { policyFor } from '../../lib/config/config.ts'
import type { ConnectClient } from '../../lib/connect/client.ts'
import { diagnose } from '../../lib/diagnosis/diagnose.ts'
import type { ClusterConfig } from '../../lib/domain/cluster-config.ts'
import type { Decision } from '../../lib/domain/decision.ts'
import type { Diagnosis } from '../../lib/domain/diagnosis.ts'
import type { Snapshot } from '../../lib/domain/snapshot.ts'
import { NO_HEAP_INPUTS } from '../../lib/heap/inputs.ts'
import { NEW_CLUSTER, type StoredState } from '../../lib/incident/store.ts'
import { decideConnectors } from '../../lib/policy/decide.ts'
import { diagnoseCluster } from '../../lib/reconcile/diagnose-cluster.ts'
import { observeCluster } from '../../lib/reconcile/observe.ts'
import type { Ports } from '../../lib/reconcile/ports.ts'
import { updateIncidents } from '../../lib/reconcile/update-incidents.ts'
import { isAddressable } from '../../lib/util/path-segment.ts'

export interface Look {
  /** What the next look starts from. */
  readonly state: StoredState
  readonly decisions: readonly Decision[]
}

/** Of each worker of an outbreak, so that there is something to explain. */
export const OUTBREAK_HEAP_BYTES = 8 * 1024 ** 3

/** Before the first look. */
export const NOTHING_STORED: StoredState = {
  cluster: { value: NEW_CLUSTER, version: 0 },
  clusterIncident: undefined,
  incidents: new Map(),
}

/** All of a reconcile that is not storing, acting or telling: fetch → snapshot → diagnose → update incidents → decide. */
export async function look(
  cluster: ClusterConfig,
  connect: ConnectClient,
  before: StoredState,
  now: number,
): Promise<Look> {
  const { signal } = new AbortController()
  const observation = await observeCluster(connect, before.cluster.value, signal)
  if (observation.is === 'unread') throw observation.error
  const diagnoses = await diagnoseCluster(cluster, before, observation, {
    connect,
    cloudWatch: SILENT,
    signal,
  })
  const updates = updateIncidents(cluster.name, before, observation, diagnoses, now)
  const incidents = updates.connectors.map(({ seen }) => seen)
  const decisions = decideConnectors({
    now,
    incidents,
    rebalancing: false,
    governor: cluster.governor,
    policyOf: (connector) => policyFor(cluster, connector),
    isAddressable,
  })
  const state = {
    cluster: { value: observation.state, version: 1 },
    clusterIncident: undefined,
    incidents: new Map(incidents.map((value) => [value.connector, { value, version: 1 }])),
  }
  return { state, decisions }
}

/** Nothing is asked of CloudWatch where no cluster names it. */
const SILENT: Ports['cloudWatch'] = {
  send: () => Promise.reject(new Error('CloudWatch is not part of this bench')),
}

export function diagnoseAll(cluster: ClusterConfig, snapshot: Snapshot): readonly Diagnosis[] {
  return diagnose({
    snapshot,
    heap: { ...NO_HEAP_INPUTS, workerHeapBytes: cluster.workerHeapBytes, workers: cluster.workers },
    waitedMs: new Map(),
    rebalanceDelayMs: cluster.governor.rebalanceDelayMs,
  })
}
