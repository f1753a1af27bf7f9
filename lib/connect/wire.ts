import type { Exchange } from './errors.ts'
import { MalformedAnswerError } from './errors.ts'
import type { Snapshot } from './snapshot.ts'

/** Where a snapshot comes from: one request for all of a cluster, which no rebalance holds up (Kafka 2.3, KIP-465). */
export const SCAN_PATH = '/connectors?expand=status&expand=info'

/**
 * Reads the body of `GET /connectors?expand=status&expand=info`, whole or not at all.
 * @param takenAt Milliseconds since the epoch.
 * @param exchange Named in the error; without it, the error names the path only.
 * @throws {MalformedAnswerError} naming connector and field, and the shape of the value but never its content
 */
export function parseSnapshot(
  _body: unknown,
  _takenAt: number,
  exchange: Exchange = { cluster: '', method: 'GET', path: SCAN_PATH, worker: '' },
): Snapshot {
  throw new MalformedAnswerError(exchange, 'not read yet')
}
