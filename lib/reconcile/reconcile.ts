import { isDeepStrictEqual } from 'node:util'
import type { ScanReport } from '../aws/metrics.ts'
import { policyFor } from '../config/config.ts'
import type { ClusterConfig } from '../domain/cluster-config.ts'
import type { Diagnosis } from '../domain/diagnosis.ts'
import { type ClusterState, ConflictError, type Stored, type StoredState } from '../incident/store.ts'
import { type ClusterInput, decideCluster } from '../policy/decide-cluster.ts'
import { isAddressable } from '../util/path-segment.ts'
import { detectStalls } from './detect-stalls.ts'
import { diagnoseCluster } from './diagnose-cluster.ts'
import { handleIncidents } from './handle-incidents.ts'
import { type Observation, observeCluster } from './observe.ts'
import type { Ports } from './ports.ts'
import { createScanReport } from './scan-report.ts'
import { isRebalancing } from './track-placement.ts'
import { type ClusterUpdates, updateIncidents } from './update-incidents.ts'
import { findRisksToWarnOf, warnedRisks, warnOfRisks } from './warn-of-risks.ts'

/**
 * One scan of one cluster, and what follows from it: observe → diagnose → update incidents → decide → act → notify →
 * report. A scan that could not be read whole leads to no action. Safe to kill anywhere, and to run again at once.
 */
export async function reconcile(cluster: ClusterConfig, ports: Ports): Promise<ScanReport> {
  const startedAt = ports.now()
  const stored = await ports.store.load(cluster.name, ports.signal)
  const observation = await observeCluster(ports.connect, stored.cluster.value, ports.signal)
  const diagnoses = await diagnoseAll(cluster, stored, observation, ports)
  const updates = updateIncidents(cluster.name, stored, observation, diagnoses, ports.now())
  const decisions = decideCluster(decisionInput(cluster, updates, observation, ports.now()))
  // Acts on each incident, and notifies people of it before the next one: what was done is never left untold for long.
  const outcomes = await handleIncidents(cluster, updates, decisions, ports)
  return createScanReport(cluster.name, observation, outcomes, ports.now() - startedAt)
}

/** What has failed, and what says RUNNING and stands still; on the way, keeps what the next scan has to know. */
async function diagnoseAll(
  cluster: ClusterConfig,
  stored: StoredState,
  observation: Observation,
  ports: Ports,
): Promise<readonly Diagnosis[]> {
  if (observation.is === 'unread') {
    await saveState(cluster, stored.cluster, observation.state, ports)
    return []
  }
  const { snapshot, state } = observation
  const { progress, stalls } = await detectStalls(cluster, state.progress, snapshot, ports)
  const risks = findRisksToWarnOf(cluster, snapshot)
  const next = { ...state, progress, warned: warnedRisks(risks) }
  const saved = await saveState(cluster, stored.cluster, next, ports)
  if (saved !== null) await warnOfRisks(cluster, risks, stored.cluster.value.warned, saved, ports)
  return [...(await diagnoseCluster(cluster, stored, observation, ports)), ...stalls]
}

/** Null if another invocation keeps the state of the same cluster at the same time. */
async function saveState(
  cluster: ClusterConfig,
  before: Stored<ClusterState>,
  state: ClusterState,
  { store, signal }: Ports,
): Promise<Stored<ClusterState> | null> {
  if (isDeepStrictEqual(state, before.value)) return before
  try {
    return await store.saveCluster(cluster.name, { ...before, value: state }, signal)
  } catch (error) {
    if (error instanceof ConflictError) return null
    throw error
  }
}

function decisionInput(
  cluster: ClusterConfig,
  updates: ClusterUpdates,
  observation: Observation,
  now: number,
): ClusterInput {
  const { governor } = cluster
  const [present, deleted] = [true, false].map((exists) =>
    updates.connectors
      .filter(({ connector }) => (connector !== undefined) === exists)
      .map(({ seen }) => seen),
  )
  return {
    now,
    clusterIncident: updates.cluster?.seen ?? null,
    incidents: present ?? [],
    deleted: deleted ?? [],
    rebalancing:
      observation.is === 'read' &&
      isRebalancing(observation.snapshot, observation.state.unplaced, governor.rebalanceDelayMs),
    governor,
    policyOf: (connector) => policyFor(cluster, connector),
    isAddressable,
  }
}
