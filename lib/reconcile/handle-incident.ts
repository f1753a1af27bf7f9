import { policyFor } from '../config/config.ts'
import type { ClusterConfig } from '../domain/cluster-config.ts'
import type { Decision } from '../domain/decision.ts'
import type { Incident } from '../domain/incident.ts'
import type { ConnectorSnapshot } from '../domain/snapshot.ts'
import { ConflictError } from '../incident/store.ts'
import { deliverNotifications } from './deliver-notifications.ts'
import { executeDecision } from './execute-decision.ts'
import type { Ports } from './ports.ts'
import type { IncidentUpdate } from './update-incidents.ts'

export interface IncidentOutcome {
  readonly incident: Incident
  readonly connector: ConnectorSnapshot | undefined
  readonly restarted: boolean
  readonly escalated: boolean
}

/** Carries out what was decided about one incident, and tells people. */
export async function handleIncident(
  cluster: ClusterConfig,
  each: IncidentUpdate,
  decision: Decision | undefined,
  ports: Ports,
): Promise<IncidentOutcome> {
  const { before, seen, connector } = each
  const policy = policyFor(cluster, seen.connector)
  const details = { cluster: cluster.name, connector: seen.connector, kind: seen.diagnosis.kind, decision }
  try {
    const done = await executeDecision(decision, before, seen, connector, policy, ports)
    const { stored, failures } = await deliverNotifications(done, policy, {
      ...ports,
      dryRun: cluster.governor.dryRun,
      connectUrl: cluster.urls[0] ?? '',
    })
    for (const { message, outcome } of failures)
      ports.log.warn('People could not be told', { ...details, outcome, problem: message })
    if (decision !== undefined) ports.log.info('Decided', details)
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
