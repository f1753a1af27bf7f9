import pLimit from 'p-limit'
import { SecretError } from '../aws/secrets.ts'
import type { ConnectClient } from '../connect/client.ts'
import { InvalidConnectionError } from '../connect/connection.ts'
import { ConnectError } from '../connect/errors.ts'
import type { Snapshot } from '../domain/snapshot.ts'
import type { ClusterState } from '../incident/store.ts'
import { isAddressable } from '../util/path-segment.ts'
import { trackPlacement } from './track-placement.ts'

/** With more known connectors than this missing, the answer is not believed: the worker may just have started. */
const MAX_MISSING = 10
const MAX_CONCURRENT_LOOKUPS = 4

export type Observation = ReadObservation | UnreadObservation

export interface ReadObservation {
  readonly is: 'read'
  readonly snapshot: Snapshot
  readonly state: ClusterState
}

export interface UnreadObservation {
  readonly is: 'unread'
  readonly error: ScanError
  readonly state: ClusterState
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
export async function observeCluster(
  connect: ConnectClient,
  state: ClusterState,
  signal: AbortSignal,
): Promise<Observation> {
  try {
    const snapshot = await connect.scan(signal)
    const names = new Set(snapshot.connectors.map(({ name }) => name))
    const missing = state.known.filter((name) => !names.has(name))
    const limit = pLimit(MAX_CONCURRENT_LOOKUPS)
    const looked = await Promise.all(
      missing.slice(0, MAX_MISSING).map((name) =>
        // A name that no path reaches can't be looked up: absence is all that there will ever be to know.
        limit(async () => ({ name, is: isAddressable(name) ? await connect.exists(name, signal) : 'gone' })),
      ),
    )
    const gone = looked.filter(({ is }) => is === 'gone').map(({ name }) => name)
    const lost = missing.filter((name) => !gone.includes(name))
    const known = [...names, ...lost].sort()
    if (missing.length > MAX_MISSING) {
      const error = new IncompleteScanError(
        `${missing.length} of ${state.known.length} known connectors are missing from the answer; a worker that has just started may not have read its topics yet`,
      )
      return { is: 'unread', error, state: { ...state, known } }
    }
    return {
      is: 'read',
      snapshot,
      state: { ...state, known, unplaced: trackPlacement(state.unplaced, snapshot) },
    }
  } catch (error) {
    if (isScanError(error)) return { is: 'unread', error, state }
    throw error
  }
}

function isScanError(error: unknown): error is ScanError {
  return [ConnectError, SecretError, InvalidConnectionError].some((each) => error instanceof each)
}
