import pLimit from 'p-limit'
import { policyFor } from '../config/config.ts'
import type { ClusterConfig } from '../domain/cluster-config.ts'
import type { ClusterIncident } from '../domain/cluster-incident.ts'
import type { ClusterDecision, Decision } from '../domain/decision.ts'
import type { Incident } from '../domain/incident.ts'
import type { ConnectorSnapshot } from '../domain/snapshot.ts'
import { ConflictError } from '../incident/store.ts'
import type { Delivery } from '../notification/message.ts'
import type { PublishError } from '../notification/sns.ts'
import type { ClusterDecisions } from '../policy/decide-cluster.ts'
import { deliverNotifications } from './deliver-notifications.ts'
import { executeClusterDecision, executeDecision } from './execute-decision.ts'
import type { Ports } from './ports.ts'
import type { ClusterUpdates, IncidentUpdate, Update } from './update-incidents.ts'

/** Each costs a few requests to Kafka Connect, DynamoDB and SNS. */
const MAX_CONCURRENT_INCIDENTS = 8

export interface IncidentOutcome {
  readonly incident: Incident
  readonly connector: ConnectorSnapshot | undefined
  readonly restarted: boolean
  readonly escalated: boolean
}

/**
 * Acts on each incident as it was decided, and notifies people of it.
 * @returns those of connectors
 * @throws AggregateError if some could not be handled; all others have been then
 */
export async function handleIncidents(
  cluster: ClusterConfig,
  updates: ClusterUpdates,
  decisions: ClusterDecisions,
  ports: Ports,
): Promise<readonly IncidentOutcome[]> {
  const limit = pLimit(MAX_CONCURRENT_INCIDENTS)
  const [ofCluster, ...ofConnectors] = await Promise.allSettled([
    updates.cluster && handleClusterIncident(cluster, updates.cluster, decisions.cluster, ports),
    ...updates.connectors.map((update) =>
      limit(() => handleIncident(cluster, update, decisions.connectors.get(update.seen.connector), ports)),
    ),
  ])
  const failures = [ofCluster, ...ofConnectors].flatMap((each) =>
    each.status === 'rejected' ? [each.reason] : [],
  )
  if (failures.length > 0)
    throw new AggregateError(failures, `${cluster.name}: ${failures.length} incidents could not be handled`)
  return ofConnectors.flatMap((each) =>
    each.status === 'fulfilled' && each.value !== null ? [each.value] : [],
  )
}

async function handleIncident(
  cluster: ClusterConfig,
  update: IncidentUpdate,
  decision: Decision | undefined,
  ports: Ports,
): Promise<IncidentOutcome> {
  const { before, seen, connector } = update
  const policy = policyFor(cluster, seen.connector)
  const details = {
    cluster: cluster.name,
    connector: seen.connector,
    kind: seen.diagnosis.kind,
    rule: seen.diagnosis.rule,
    decision,
  }
  try {
    const done = await executeDecision(decision, update, policy, ports)
    const { stored, failures } = await deliverNotifications(
      done,
      {
        policy,
        save: (incident) => ports.store.saveIncident(incident, ports.signal),
        toMessage: (incident, transition) => ({
          about: 'incident',
          incident,
          transition,
          ...deliveryOf(cluster, transition.perhapsSent),
        }),
      },
      ports,
    )
    logHandled(details, failures, ports)
    return {
      incident: stored.value,
      connector,
      restarted: decision?.do === 'restart',
      escalated: before?.value.phase !== 'escalated' && stored.value.phase === 'escalated',
    }
  } catch (error) {
    if (!(error instanceof ConflictError)) throw error
    ports.log.warn('Left to another invocation', { ...details, problem: error.message })
    return { incident: before?.value ?? seen, connector, restarted: false, escalated: false }
  }
}

async function handleClusterIncident(
  cluster: ClusterConfig,
  update: Update<ClusterIncident>,
  decision: ClusterDecision | null,
  ports: Ports,
): Promise<null> {
  const details = { cluster: cluster.name, kind: update.seen.problem.kind, decision: decision ?? undefined }
  try {
    const done = await executeClusterDecision(decision, update, ports)
    const { failures } = await deliverNotifications(
      done,
      {
        policy: cluster.defaults,
        save: (incident) => ports.store.saveClusterIncident(incident, ports.signal),
        toMessage: (incident, transition) => ({
          about: 'cluster',
          incident,
          transition,
          ...deliveryOf(cluster, transition.perhapsSent),
        }),
      },
      ports,
    )
    logHandled(details, failures, ports)
  } catch (error) {
    if (!(error instanceof ConflictError)) throw error
    ports.log.warn('Left to another invocation', { ...details, problem: error.message })
  }
  return null
}

export function deliveryOf({ governor, urls }: ClusterConfig, perhapsRepeated: boolean): Delivery {
  return { dryRun: governor.dryRun, perhapsRepeated, connectUrl: urls[0] ?? '' }
}

function logHandled(
  details: { readonly decision: Decision | ClusterDecision | undefined } & Record<string, unknown>,
  failures: readonly PublishError[],
  { log }: Ports,
): void {
  for (const { message, outcome } of failures)
    log.warn('People could not be told', { ...details, outcome, problem: message })
  if (details.decision !== undefined) log.info('Decided', details)
}
