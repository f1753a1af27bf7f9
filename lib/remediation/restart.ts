import type { ConnectClient } from '../connect/client.ts'
import {
  ConnectError,
  InvalidRequestError,
  NotFoundError,
  RebalancingError,
  UnauthorizedError,
  UnavailableError,
} from '../connect/errors.ts'
import type { Attempt } from '../domain/incident.ts'

/** What came of asking; `detail` is a sentence for people, empty if there is nothing to say. */
export interface RestartOutcome {
  readonly result: Exclude<Attempt['result'], 'claimed'>
  readonly detail: string
}

/**
 * Restarts all FAILED tasks of a connector, and the connector instance if that is FAILED, in one call: one by one, the
 * first task back would be handed the partitions of all and die of them (measured on a sink of 22 topics).
 * Never rejects with a ConnectError: what Kafka Connect said is the outcome.
 */
export async function restartFailed(
  connect: ConnectClient,
  connector: string,
  failedTasks: readonly number[],
  signal: AbortSignal,
): Promise<RestartOutcome> {
  try {
    const how = await connect.restartFailed(connector, signal)
    if (how === 'accepted') return { result: 'accepted', detail: '' }
    // Before Kafka 3.0 (KIP-745) there is no call for all of them.
    for (const id of failedTasks) await connect.restartTask(connector, id, signal)
    return { result: 'accepted', detail: '' }
  } catch (error) {
    if (!(error instanceof ConnectError)) throw error
    return outcomeOf(error)
  }
}

function outcomeOf(error: ConnectError): RestartOutcome {
  if (error instanceof RebalancingError || error instanceof UnavailableError) {
    return {
      result: 'not-now',
      detail: `It could not be done now, and is tried again with the next scan: ${error.message}`,
    }
  }
  if (
    error instanceof NotFoundError ||
    error instanceof InvalidRequestError ||
    error instanceof UnauthorizedError
  ) {
    return { result: 'refused', detail: `Kafka Connect refused it: ${error.message}` }
  }
  return {
    result: 'unknown',
    detail: `Whether it was done is not known, and is looked up with the next scan: ${error.message}`,
  }
}
