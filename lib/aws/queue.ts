import { createHash } from 'node:crypto'
import { SendMessageBatchCommand, type SQSClient } from '@aws-sdk/client-sqs'
import { isObject, shapeOf } from '../util/json.ts'

/** A message on the FIFO queue: scan one cluster. The message group is the cluster, so it has one scan at a time. */
export interface ScanRequest {
  readonly cluster: string
  /** Why, for the log: an alarm's name or the schedule. Empty: the message doesn't say. */
  readonly reason: string
}

/** A message that this service did not send. */
export class RequestError extends Error {
  override readonly name = 'RequestError'
}

/** Entries of one SendMessageBatch at most. */
const BATCH_SIZE = 10

/**
 * Requests a scan of each cluster. Requests for the same `occasion` (an alarm's change, a minute of the schedule) count
 * once within five minutes, by the deduplication of SQS.
 * @throws Error if SQS refused any of them
 */
export async function requestScans(
  sqs: SQSClient,
  queueUrl: string,
  requests: readonly ScanRequest[],
  occasion: string,
  signal: AbortSignal,
): Promise<void> {
  for (let from = 0; from < requests.length; from += BATCH_SIZE) {
    const { Failed = [] } = await sqs.send(
      new SendMessageBatchCommand({
        QueueUrl: queueUrl,
        Entries: requests.slice(from, from + BATCH_SIZE).map((request, index) => ({
          Id: String(index),
          MessageBody: JSON.stringify(request),
          MessageGroupId: request.cluster,
          MessageDeduplicationId: createHash('sha256').update(`${occasion}#${request.cluster}`).digest('hex'),
        })),
      }),
      { abortSignal: signal },
    )
    if (Failed.length > 0)
      throw new Error(`SQS refused ${Failed.length} messages: ${Failed[0]?.Code} ${Failed[0]?.Message ?? ''}`)
  }
}

/** @throws RequestError naming the field that is wrong */
export function parseScanRequest(body: string): ScanRequest {
  let value: unknown
  try {
    value = JSON.parse(body)
  } catch (cause) {
    throw new RequestError('message body: not JSON; expected {"cluster": "…", "reason": "…"}', { cause })
  }
  const { cluster, reason } = isObject(value) ? value : {}
  if (typeof cluster !== 'string' || cluster === '') {
    throw new RequestError(`message body: cluster: ${shapeOf(cluster)}; expected the name of a cluster`)
  }
  return { cluster, reason: typeof reason === 'string' ? reason : '' }
}
