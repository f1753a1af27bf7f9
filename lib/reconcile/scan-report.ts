import type { ScanReport } from '../aws/metrics.ts'
import type { ConnectorSnapshot } from '../domain/snapshot.ts'
import type { IncidentOutcome } from './handle-incidents.ts'
import type { Observation } from './observe.ts'

/** What goes out as metrics: counts only, and names of connectors that are or were in trouble. */
export function createScanReport(
  cluster: string,
  observation: Observation,
  outcomes: readonly IncidentOutcome[],
  durationMs: number,
): ScanReport {
  if (observation.is === 'unread') return { cluster, failure: observation.error.message, durationMs }
  const failed = observation.snapshot.connectors.filter(
    (each) => each.connector.state === 'FAILED' || failedTasks(each) > 0,
  )
  return {
    cluster,
    failedTasks: failed.reduce((sum, each) => sum + failedTasks(each), 0),
    failedConnectors: failed.length,
    restarts: outcomes.filter(({ restarted }) => restarted).length,
    incidentsOpen: outcomes.filter(({ incident }) => incident.phase !== 'recovered').length,
    escalations: outcomes.filter(({ escalated }) => escalated).length,
    durationMs,
    connectors: outcomes.flatMap(({ connector, restarted }) =>
      connector === undefined
        ? []
        : [{ connector: connector.name, failedTasks: failedTasks(connector), restarts: restarted ? 1 : 0 }],
    ),
  }
}

function failedTasks({ tasks }: ConnectorSnapshot): number {
  return tasks.filter(({ state }) => state === 'FAILED').length
}
