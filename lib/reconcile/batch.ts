import type { Metrics } from '@aws-lambda-powertools/metrics'
import type { SQSBatchResponse, SQSRecord } from 'aws-lambda'
import { recordScan } from '../aws/metrics.ts'
import { parseScanRequest, RequestError, type ScanRequest } from '../aws/queue.ts'
import type { ConnectClient } from '../connect/client.ts'
import type { ClusterConfig } from '../domain/cluster-config.ts'
import type { Log, Ports } from './ports.ts'
import { reconcile } from './reconcile.ts'

export interface Target {
  readonly cluster: ClusterConfig
  readonly connect: ConnectClient
}

export type BatchPorts = Omit<Ports, 'connect' | 'log'> & {
  readonly targets: ReadonlyMap<string, Target>
  readonly metrics: Metrics
  readonly log: Log & { error(message: string, details: Error): void }
}

/**
 * Reconciles the clusters that a batch of messages names, in parallel. Several messages about one cluster need one
 * look. If that fails, all of them come back: of a FIFO group none may be passed over.
 */
export async function reconcileBatch(
  records: readonly SQSRecord[],
  services: BatchPorts,
): Promise<SQSBatchResponse> {
  const messages = records.map(({ messageId, body }) => ({ messageId, request: requestIn(body) }))
  const groups = Map.groupBy(messages, ({ request }) => request?.cluster)
  const failed = await Promise.all(
    [...groups].map(async ([name, alike]) => {
      const reasons = new Set(alike.flatMap(({ request }) => request?.reason || []))
      return (await reconcileOne(name, [...reasons], services)) ? [] : alike
    }),
  )
  return { batchItemFailures: failed.flat().map(({ messageId }) => ({ itemIdentifier: messageId })) }
}

/** Undefined if the message is not one of this service. */
function requestIn(body: string): ScanRequest | undefined {
  try {
    return parseScanRequest(body)
  } catch (error) {
    if (error instanceof RequestError) return undefined
    throw error
  }
}

/** Whether the messages about this cluster are dealt with. */
async function reconcileOne(
  name: string | undefined,
  reasons: readonly string[],
  { targets, metrics, ...services }: BatchPorts,
): Promise<boolean> {
  // To the dead-letter queue with it: a person should see who sends such things.
  if (name === undefined) return false
  const target = targets.get(name)
  if (target === undefined) {
    services.log.warn('No such cluster in clusters.yml; the message is dropped', { cluster: name })
    return true
  }
  services.log.info('Scanning', { cluster: name, reasons })
  const startedAt = services.now()
  try {
    recordScan(metrics, await reconcile(target.cluster, { ...services, connect: target.connect }))
    return true
  } catch (error) {
    const failure = error instanceof Error ? error : new Error(String(error))
    services.log.error('Could not reconcile', failure)
    recordScan(metrics, { cluster: name, failure: failure.message, durationMs: services.now() - startedAt })
    return false
  }
}
