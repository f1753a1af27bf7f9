import { isDeepStrictEqual } from 'node:util'
import pLimit from 'p-limit'
import type { ScanReport } from '../aws/metrics.ts'
import { policyFor } from '../config/config.ts'
import type { ClusterConfig } from '../domain/cluster-config.ts'
import type { Decision } from '../domain/decision.ts'
import { type ClusterState, ConflictError, type Stored, type StoredState } from '../incident/store.ts'
import { decideConnectors } from '../policy/decide.ts'
import { evaluateCluster } from '../policy/evaluate-cluster.ts'
import { isAddressable } from '../util/path-segment.ts'
import { detectStalls } from './detect-stalls.ts'
import { diagnoseCluster } from './diagnose-cluster.ts'
import { handleIncident, type IncidentOutcome } from './handle-incident.ts'
import { type Observation, observeCluster } from './observe.ts'
import type { Ports } from './ports.ts'
import { createScanReport } from './scan-report.ts'
import { isRebalancing } from './track-placement.ts'
import { type IncidentUpdate, updateIncidents } from './update-incidents.ts'
import { findRisksToWarnOf, warnedRisks, warnOfRisks } from './warn-of-risks.ts'

/** Incidents attended to at once: each costs a few requests to Kafka Connect, DynamoDB and SNS. */
const MAX_CONCURRENT_INCIDENTS = 8

/**
 * One look at one cluster, and what follows from it: observe → diagnose → decide → remediate → report. A scan that
 * could not be read whole leads to no action. Safe to kill anywhere, and to run again at once.
 */
export async function reconcile(cluster: ClusterConfig, ports: Ports): Promise<ScanReport> {
  const { store, connect, signal, now } = ports
  const startedAt = now()
  const memory = await store.load(cluster.name, signal)
  const observation = await observeCluster(connect, memory.cluster.value, signal)
  const { progress, stalls } = await stallsIn(cluster, observation, ports)
  const risks = observation.is === 'read' ? findRisksToWarnOf(cluster, observation.snapshot) : []
  const warned = observation.is === 'read' ? warnedRisks(risks) : observation.state.warned
  const remembered = await saveClusterState(
    cluster,
    memory,
    { ...observation.state, progress, warned },
    ports,
  )
  if (remembered !== null) await warnOfRisks(cluster, risks, memory.cluster.value.warned, remembered, ports)

  const failures = observation.is === 'read' ? await diagnoseCluster(cluster, memory, observation, ports) : []
  const diagnoses = [...failures, ...stalls]
  const cases = updateIncidents(cluster.name, memory, observation, diagnoses, now())
  const decisions = decideCluster(cluster, cases, observation, now())
  const outcomes = await handleIncidents(cluster, cases, decisions, ports)
  return createScanReport(cluster.name, observation, outcomes, now() - startedAt)
}

/** Where the cluster can't be read, what stood still before may still do so. */
async function stallsIn(cluster: ClusterConfig, observation: Observation, ports: Ports) {
  const { progress } = observation.state
  return observation.is === 'read'
    ? detectStalls(cluster, progress, observation.snapshot, ports)
    : { progress, stalls: [] }
}

/** Null if another invocation remembers the same cluster at the same time. */
async function saveClusterState(
  cluster: ClusterConfig,
  { cluster: before }: StoredState,
  now: ClusterState,
  ports: Ports,
): Promise<Stored<ClusterState> | null> {
  if (isDeepStrictEqual(now, before.value)) return before
  try {
    return await ports.store.saveCluster(cluster.name, { ...before, value: now }, ports.signal)
  } catch (error) {
    if (error instanceof ConflictError) return null
    throw error
  }
}

/** By connector, at most one each. */
function decideCluster(
  cluster: ClusterConfig,
  cases: readonly IncidentUpdate[],
  observation: Observation,
  now: number,
): ReadonlyMap<string, Decision> {
  const own = cases
    .filter(({ seen }) => seen.connector === '')
    .flatMap(({ seen }) => evaluateCluster(seen, now) ?? [])
  const incidents = cases.flatMap(({ seen, connector }) => (connector === undefined ? [] : [seen]))
  const deleted = cases
    .map(({ seen, connector }) => ({ ...seen, isGone: connector === undefined && seen.connector !== '' }))
    .filter(({ isGone, phase }) => isGone && phase !== 'recovered')
    .map(
      ({ connector }): Decision => ({
        do: 'close',
        connector,
        why: 'It was deleted.',
        next: 'Nothing more is done.',
      }),
    )
  const present =
    observation.is === 'unread'
      ? []
      : decideConnectors({
          now,
          incidents,
          rebalancing: isRebalancing(
            observation.snapshot,
            observation.state.unplaced,
            cluster.governor.rebalanceDelayMs,
          ),
          governor: cluster.governor,
          policyOf: (connector) => policyFor(cluster, connector),
          isAddressable,
        })
  return new Map([...own, ...deleted, ...present].map((decision) => [decision.connector, decision]))
}

/** @throws AggregateError if some could not be attended to; all others have been then. */
async function handleIncidents(
  cluster: ClusterConfig,
  cases: readonly IncidentUpdate[],
  decisions: ReadonlyMap<string, Decision>,
  ports: Ports,
): Promise<readonly IncidentOutcome[]> {
  const limit = pLimit(MAX_CONCURRENT_INCIDENTS)
  const settled = await Promise.allSettled(
    cases.map((each) =>
      limit(() => handleIncident(cluster, each, decisions.get(each.seen.connector), ports)),
    ),
  )
  const failures = settled.flatMap((each) => (each.status === 'rejected' ? [each.reason] : []))
  if (failures.length > 0) {
    throw new AggregateError(
      failures,
      `${cluster.name}: ${failures.length} incidents could not be attended to`,
    )
  }
  return settled.flatMap((each) => (each.status === 'fulfilled' ? [each.value] : []))
}
