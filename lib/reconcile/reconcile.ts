import { isDeepStrictEqual } from 'node:util'
import pLimit from 'p-limit'
import type { ScanReport } from '../aws/metrics.ts'
import { policyFor } from '../config/config.ts'
import type { ClusterConfig } from '../domain/cluster-config.ts'
import type { Decision } from '../domain/decision.ts'
import { type ClusterMemory, ConflictError, type Memory, type Stored } from '../incident/store.ts'
import { decide } from '../policy/decide.ts'
import { considerCluster } from '../policy/evaluate-cluster.ts'
import { isAddressable } from '../util/path-segment.ts'
import { lookForStalls } from './detect-stalls.ts'
import { understand } from './diagnose-cluster.ts'
import { attend, type Outcome } from './handle-incident.ts'
import { type Observation, observe } from './observe.ts'
import type { Ports } from './ports.ts'
import { reportOf } from './scan-report.ts'
import { isRebalancing } from './track-placement.ts'
import { type Case, casesOf } from './update-incidents.ts'
import { risksIn, warn, warnedOf } from './warn-of-risks.ts'

/** Incidents attended to at once: each costs a few requests to Kafka Connect, DynamoDB and SNS. */
const AT_ONCE = 8

/**
 * One look at one cluster, and what follows from it: observe → diagnose → decide → remediate → report. A scan that
 * could not be read whole leads to no action. Safe to kill anywhere, and to run again at once.
 */
export async function reconcile(cluster: ClusterConfig, ports: Ports): Promise<ScanReport> {
  const { store, connect, signal, now } = ports
  const startedAt = now()
  const memory = await store.load(cluster.name, signal)
  const observation = await observe(connect, memory.cluster.value, signal)
  const { progress, stalls } = await stallsIn(cluster, observation, ports)
  const risks = observation.is === 'read' ? risksIn(cluster, observation.snapshot) : []
  const warned = observation.is === 'read' ? warnedOf(risks) : observation.memory.warned
  const remembered = await remember(cluster, memory, { ...observation.memory, progress, warned }, ports)
  if (remembered !== null) await warn(cluster, risks, memory.cluster.value.warned, remembered, ports)

  const failures = observation.is === 'read' ? await understand(cluster, memory, observation, ports) : []
  const diagnoses = [...failures, ...stalls]
  const cases = casesOf(cluster.name, memory, observation, diagnoses, now())
  const decisions = decisionsOf(cluster, cases, observation, now())
  const outcomes = await attendAll(cluster, cases, decisions, ports)
  return reportOf(cluster.name, observation, outcomes, now() - startedAt)
}

/** Where the cluster can't be read, what stood still before may still do so. */
async function stallsIn(cluster: ClusterConfig, observation: Observation, ports: Ports) {
  const { progress } = observation.memory
  return observation.is === 'read'
    ? lookForStalls(cluster, progress, observation.snapshot, ports)
    : { progress, stalls: [] }
}

/** Null if another invocation remembers the same cluster at the same time. */
async function remember(
  cluster: ClusterConfig,
  { cluster: before }: Memory,
  now: ClusterMemory,
  ports: Ports,
): Promise<Stored<ClusterMemory> | null> {
  if (isDeepStrictEqual(now, before.value)) return before
  try {
    return await ports.store.saveCluster(cluster.name, { ...before, value: now }, ports.signal)
  } catch (error) {
    if (error instanceof ConflictError) return null
    throw error
  }
}

/** By connector, at most one each. */
function decisionsOf(
  cluster: ClusterConfig,
  cases: readonly Case[],
  observation: Observation,
  now: number,
): ReadonlyMap<string, Decision> {
  const own = cases
    .filter(({ seen }) => seen.connector === '')
    .flatMap(({ seen }) => considerCluster(seen, now) ?? [])
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
      : decide({
          now,
          incidents,
          rebalancing: isRebalancing(
            observation.snapshot,
            observation.memory.unplaced,
            cluster.governor.rebalanceDelayMs,
          ),
          governor: cluster.governor,
          policyOf: (connector) => policyFor(cluster, connector),
          isAddressable,
        })
  return new Map([...own, ...deleted, ...present].map((decision) => [decision.connector, decision]))
}

/** @throws AggregateError if some could not be attended to; all others have been then. */
async function attendAll(
  cluster: ClusterConfig,
  cases: readonly Case[],
  decisions: ReadonlyMap<string, Decision>,
  ports: Ports,
): Promise<readonly Outcome[]> {
  const limit = pLimit(AT_ONCE)
  const settled = await Promise.allSettled(
    cases.map((each) => limit(() => attend(cluster, each, decisions.get(each.seen.connector), ports))),
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
