import pLimit from 'p-limit'
import { SecretError } from '../aws/secrets.ts'
import type { ConnectClient } from '../connect/client.ts'
import { InvalidConnectionError } from '../connect/connection.ts'
import { ConnectError } from '../connect/errors.ts'
import type { Snapshot } from '../domain/snapshot.ts'
import type { ClusterMemory } from '../incident/store.ts'
import { isAddressable } from '../util/path-segment.ts'
import { trackPlacement } from './track-placement.ts'

/** With more known connectors than this missing, the answer is not believed: the worker may just have started. */
const MOST_MISSING = 10
const LOOKUPS_AT_ONCE = 4

export type Observation =
  | {
      readonly is: 'read'
      readonly snapshot: Snapshot
      readonly memory: ClusterMemory
    }
  | {
      readonly is: 'unread'
      readonly error: ScanError
      readonly memory: ClusterMemory
    }

/** Why a cluster can't be read. */
export type ScanError = ConnectError | IncompleteScanError | InvalidConnectionError | SecretError

/** Too many known connectors are missing from the answer for it to be the whole truth. */
export class IncompleteScanError extends Error {
  override readonly name = 'IncompleteScanError'
}

/**
 * What a cluster says now: one request where nothing is missing. A connector that was known and is not in the answer
 * is looked up, not forgotten: Kafka Connect leaves out a connector that has no status yet (ConnectorsResource swallows
 * its NotFoundException).
 */
export async function observe(
  connect: ConnectClient,
  memory: ClusterMemory,
  signal: AbortSignal,
): Promise<Observation> {
  try {
    const snapshot = await connect.scan(signal)
    const names = new Set(snapshot.connectors.map(({ name }) => name))
    const missing = memory.known.filter((name) => !names.has(name))
    const limit = pLimit(LOOKUPS_AT_ONCE)
    const looked = await Promise.all(
      missing.slice(0, MOST_MISSING).map((name) =>
        // A name that no path reaches can't be looked up: absence is all that there will ever be to know.
        limit(async () => ({ name, is: isAddressable(name) ? await connect.exists(name, signal) : 'gone' })),
      ),
    )
    const gone = looked.filter(({ is }) => is === 'gone').map(({ name }) => name)
    const lost = missing.filter((name) => !gone.includes(name))
    const known = [...names, ...lost].sort()
    if (missing.length > MOST_MISSING) {
      const error = new IncompleteScanError(
        `${missing.length} of ${memory.known.length} known connectors are missing from the answer; a worker that has just started may not have read its topics yet`,
      )
      return { is: 'unread', error, memory: { ...memory, known } }
    }
    return {
      is: 'read',
      snapshot,
      memory: { ...memory, known, unplaced: trackPlacement(memory.unplaced, snapshot) },
    }
  } catch (error) {
    if (isScanError(error)) return { is: 'unread', error, memory }
    throw error
  }
}

function isScanError(error: unknown): error is ScanError {
  return [ConnectError, SecretError, InvalidConnectionError].some((each) => error instanceof each)
}
