import { createHash } from 'node:crypto'
import { SendMessageBatchCommand, type SQSClient } from '@aws-sdk/client-sqs'

/** A message on the FIFO queue: look at one cluster. The message group is the cluster, so one look at a time. */
export interface ScanRequest {
  readonly cluster: string
  /** Why, in words, for the log. */
  readonly reason: string
}

/** A message that is none of ours. */
export class RequestError extends Error {
  override readonly name = 'RequestError'
}

/** SQS takes ten messages at once. */
const BATCH_SIZE = 10

/**
 * Asks for a look at each cluster. The same `occasion` (an alarm's change, a minute of the schedule) within five
 * minutes asks once.
 * @throws Error if SQS did not take them all
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
      throw new Error(
        `SQS did not take ${Failed.length} messages: ${Failed[0]?.Code} ${Failed[0]?.Message ?? ''}`,
      )
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
  const field = (name: string): unknown =>
    typeof value === 'object' && value !== null
      ? Object.entries(value).find(([key]) => key === name)?.[1]
      : undefined
  const cluster = field('cluster')
  if (typeof cluster !== 'string' || cluster === '') {
    throw new RequestError(`message body: cluster: ${typeof cluster}; expected the name of a cluster`)
  }
  const reason = field('reason')
  return { cluster, reason: typeof reason === 'string' ? reason : '' }
}
