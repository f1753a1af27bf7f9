import { createHash } from 'node:crypto'
import { Metrics, MetricUnit } from '@aws-lambda-powertools/metrics'
import { redact } from '../util/redact.ts'

/** What one scan of one cluster found. */
export type ScanReport = CompletedScan | FailedScan

export interface CompletedScan {
  readonly cluster: string
  readonly failedTasks: number
  /** Connectors whose own instance failed, or that have a failed task. */
  readonly failedConnectors: number
  /** Asked for in this scan. */
  readonly restarts: number
  readonly incidentsOpen: number
  /** Incidents escalated in this scan. */
  readonly escalations: number
  readonly durationMs: number
  /**
   * Only connectors in trouble or with an open incident, and those that recovered in this scan: their zero clears
   * the alarms. Each name costs two metrics a month for as long as it is reported.
   */
  readonly connectors: readonly ConnectorScan[]
}

export interface ConnectorScan {
  readonly connector: string
  readonly failedTasks: number
  readonly restarts: number
}

/** The cluster could not be looked at. */
export interface FailedScan {
  readonly cluster: string
  /** In words, for the log. */
  readonly failure: string
  readonly durationMs: number
}

/** Metrics that go out as log lines (EMF): no API call, no permission, no VPC endpoint. */
export function connectMedicMetrics(): Metrics {
  const metrics = new Metrics({ namespace: 'ConnectMedic' })
  // Powertools adds a dimension `service`; an alarm would then have to name it.
  metrics.clearDefaultDimensions()
  return metrics
}

/**
 * Publishes the metrics of one scan: a line with dimension Cluster, and a line for each connector with Cluster and
 * Connector. A failed scan says nothing of tasks: what is not known is missing, not zero.
 */
export function recordScan(metrics: Metrics, report: ScanReport): void {
  const cluster = dimensionValue(report.cluster)
  metrics
    .addDimensions({ Cluster: cluster })
    .addMetric('ScanDuration', MetricUnit.Milliseconds, report.durationMs)
  if ('failure' in report) {
    metrics.addMetadata('failure', redact(report.failure).slice(0, 1000))
    metrics.addMetric('ScanFailures', MetricUnit.Count, 1).publishStoredMetrics()
    return
  }
  metrics
    .addMetric('ScanFailures', MetricUnit.Count, 0)
    .addMetric('FailedTasks', MetricUnit.Count, report.failedTasks)
    .addMetric('FailedConnectors', MetricUnit.Count, report.failedConnectors)
    .addMetric('Restarts', MetricUnit.Count, report.restarts)
    .addMetric('IncidentsOpen', MetricUnit.Count, report.incidentsOpen)
    .addMetric('Escalations', MetricUnit.Count, report.escalations)
    .publishStoredMetrics()
  for (const { connector, failedTasks, restarts } of report.connectors) {
    metrics
      .addDimensions({ Cluster: cluster, Connector: dimensionValue(connector) })
      .addMetric('FailedTasks', MetricUnit.Count, failedTasks)
      .addMetric('Restarts', MetricUnit.Count, restarts)
      .publishStoredMetrics()
  }
}

const MAX_DIMENSION_LENGTH = 1024

/**
 * A name as CloudWatch takes it: 1 to 1,024 characters of printable ASCII, no colon first. Other characters, `%`, and
 * blanks at the ends become percent-encoded UTF-8, as in a URL; of a longer name a digest takes the place of the end.
 * Different names stay different; one that is empty becomes `-`.
 */
export function dimensionValue(name: string): string {
  const encoded = name.replace(/^[: ]|[^ -~]|%| $/gu, percentEncoded).replace(/^$/u, '-')
  if (encoded.length <= MAX_DIMENSION_LENGTH) return encoded
  const digest = createHash('sha256').update(name).digest('hex').slice(0, 16)
  return `${encoded.slice(0, MAX_DIMENSION_LENGTH - digest.length - 1)}~${digest}`
}

function percentEncoded(character: string): string {
  return Buffer.from(character).toString('hex').toUpperCase().replace(/../gu, '%$&')
}
