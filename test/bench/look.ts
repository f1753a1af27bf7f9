import { policyFor } from '../../lib/config/config.ts'
import type { ConnectClient } from '../../lib/connect/client.ts'
import { diagnose } from '../../lib/diagnosis/diagnose.ts'
import type { ClusterConfig } from '../../lib/domain/cluster-config.ts'
import type { Decision } from '../../lib/domain/decision.ts'
import type { Diagnosis } from '../../lib/domain/diagnosis.ts'
import type { Snapshot } from '../../lib/domain/snapshot.ts'
import { NO_HEAP_INPUTS } from '../../lib/heap/inputs.ts'
import type { ClusterState } from '../../lib/incident/store.ts'
import { decideConnectors } from '../../lib/policy/decide.ts'
import { observeCluster } from '../../lib/reconcile/observe.ts'
import { updateIncidents } from '../../lib/reconcile/update-incidents.ts'
import { isAddressable } from '../../lib/util/path-segment.ts'

export interface Look {
  readonly state: ClusterState
  readonly decisions: readonly Decision[]
}

/** All of a reconcile that is not storing, acting or telling: fetch → snapshot → diagnose → decide. */
export async function look(
  cluster: ClusterConfig,
  connect: ConnectClient,
  before: ClusterState,
  now: number,
): Promise<Look> {
  const observation = await observeCluster(connect, before, new AbortController().signal)
  if (observation.is === 'unread') throw observation.error
  const { snapshot, state } = observation
  const diagnoses = diagnoseAll(cluster, snapshot)
  const known = { cluster: { version: 1, value: state }, incidents: new Map() }
  const incidents = updateIncidents(cluster.name, known, observation, diagnoses, now).map(({ seen }) => seen)
  const decisions = decideConnectors({
    now,
    incidents,
    rebalancing: false,
    governor: cluster.governor,
    policyOf: (connector) => policyFor(cluster, connector),
    isAddressable,
  })
  return { state, decisions }
}

export function diagnoseAll(cluster: ClusterConfig, snapshot: Snapshot): readonly Diagnosis[] {
  return diagnose({
    snapshot,
    heap: { ...NO_HEAP_INPUTS, workerHeapBytes: cluster.workerHeapBytes, workers: cluster.workers },
    waitedMs: new Map(),
    rebalanceDelayMs: cluster.governor.rebalanceDelayMs,
    keptTraces: new Map(),
  })
}
