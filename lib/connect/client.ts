import type { OffsetEntry, OffsetPoint } from '../domain/offsets.ts'
import type { ConnectorSnapshot, Snapshot } from '../domain/snapshot.ts'
import { isObject, shapeOf } from '../util/json.ts'
import { isAddressable } from '../util/path-segment.ts'
import type { Connection } from './connection.ts'
import {
  ConnectError,
  InvalidRequestError,
  MalformedAnswerError,
  NotFoundError,
  UnknownOutcomeError,
} from './errors.ts'
import { type Answer, describeBody } from './http-errors.ts'
import { parseOffsetEntries, toOffsetPoint } from './offsets.ts'
import { parseSnapshot, SCAN_PATH } from './parse-snapshot.ts'
import { parsePluginVersions } from './plugins.ts'
import { parseActiveTopics } from './topics.ts'
import { createTransport } from './transport.ts'

export type { Connection } from './connection.ts'

/**
 * All that is asked of Kafka Connect. Rejects with a ConnectError, or with the signal's reason if the signal
 * ends a call that changed nothing; a restart that the signal cuts short is an UnknownOutcomeError.
 */
export interface ConnectClient {
  scan(signal: AbortSignal): Promise<Snapshot>
  /** Whether the connector exists, by the word of Kafka Connect itself. */
  exists(name: string, signal: AbortSignal): Promise<'exists' | 'gone'>
  /**
   * Asks for a restart of the connector instance and the tasks that are FAILED. `accepted` is not success.
   * `connector-only`: before Kafka 3.0 only the instance is restarted; use restartTask.
   */
  restartFailed(name: string, signal: AbortSignal): Promise<'accepted' | 'connector-only'>
  restartTask(name: string, id: number, signal: AbortSignal): Promise<void>
  /** Never rejects for want of offsets: `unavailable` says why. */
  offsetPoint(name: string, type: ConnectorSnapshot['type'], signal: AbortSignal): Promise<OffsetPoint>
  /** Null: unavailable, as before Kafka 3.5; a piece of evidence that can't be had is no reason to reject. */
  offsets(name: string, signal: AbortSignal): Promise<readonly OffsetEntry[] | null>
  /** Topics that had a record since the connector started. Null: unavailable, as with topic.tracking.enable=false. */
  activeTopics(name: string, signal: AbortSignal): Promise<ReadonlySet<string> | null>
  /** Class of a connector plugin to its version, on the worker that answers. Null: unavailable. */
  pluginVersions(signal: AbortSignal): Promise<ReadonlyMap<string, string> | null>
  /** Version of the worker that answers, for example `4.1.2` or `7.7.0-ccs`. Null: unavailable. */
  version(signal: AbortSignal): Promise<string | null>
}

/** @throws {InvalidConnectionError} */
export function createConnectClient(connection: Connection): ConnectClient {
  const send = createTransport(connection)

  function sendTo(
    name: string,
    method: 'GET' | 'POST',
    suffix: string,
    signal: AbortSignal,
  ): Promise<Answer> {
    const path = `/connectors/${encodeURIComponent(name.toWellFormed())}${suffix}`
    if (isAddressable(name)) return send(method, path, signal)
    const reason =
      'no URL reaches a connector of this name, because Kafka Connect refuses / \\ % and dots as a path'
    throw new InvalidRequestError({ cluster: connection.cluster, method, path, worker: '' }, reason)
  }

  return {
    async scan(signal) {
      const answer = await send('GET', SCAN_PATH, signal)
      return parseSnapshot(jsonOf(answer), Date.now(), answer.exchange)
    },

    async exists(name, signal) {
      try {
        const answer = await sendTo(name, 'GET', '', signal)
        const body = jsonOf(answer)
        if (isObject(body) && body.name === name) return 'exists'
        throw new MalformedAnswerError(
          answer.exchange,
          `the answer is ${shapeOf(body)}; expected the connector`,
        )
      } catch (error) {
        if (error instanceof NotFoundError) return 'gone'
        throw error
      }
    },

    async restartFailed(name, signal) {
      const answer = await sendTo(name, 'POST', '/restart?includeTasks=true&onlyFailed=true', signal)
      // Before 3.0 (KIP-745) Kafka Connect passes over the parameters and answers as to a restart without them.
      if (answer.status === 204) return 'connector-only'
      if (answer.status === 202) return 'accepted'
      throw unexpected(answer, '202 or 204')
    },

    async restartTask(name, id, signal) {
      const answer = await sendTo(name, 'POST', `/tasks/${id}/restart`, signal)
      if (answer.status !== 204) throw unexpected(answer, '204')
    },

    async offsetPoint(name, type, signal) {
      if (type === 'unknown') return { type: 'unavailable', why: 'the worker can not load the plugin' }
      try {
        return toOffsetPoint(jsonOf(await sendTo(name, 'GET', '/offsets', signal)), type)
      } catch (error) {
        if (error instanceof ConnectError) return { type: 'unavailable', why: error.message }
        throw error
      }
    },

    offsets: (name, signal) =>
      orNull(async () => parseOffsetEntries(jsonOf(await sendTo(name, 'GET', '/offsets', signal)))),

    activeTopics: (name, signal) =>
      orNull(async () => parseActiveTopics(jsonOf(await sendTo(name, 'GET', '/topics', signal)), name)),

    pluginVersions: (signal) =>
      orNull(async () => parsePluginVersions(jsonOf(await send('GET', '/connector-plugins', signal)))),

    version: (signal) =>
      orNull(async () => {
        const body = jsonOf(await send('GET', '/', signal))
        return isObject(body) && typeof body.version === 'string' ? body.version : null
      }),
  }
}

/** For what is asked only to know more: null where Kafka Connect doesn't tell. */
async function orNull<T>(ask: () => Promise<T | null>): Promise<T | null> {
  try {
    return await ask()
  } catch (error) {
    if (error instanceof ConnectError) return null
    throw error
  }
}

function jsonOf({ exchange, status, body }: Answer): unknown {
  try {
    return JSON.parse(body)
  } catch {
    throw new MalformedAnswerError(exchange, `answered ${status} with ${describeBody(body)}`, { status })
  }
}

function unexpected({ exchange, status, body }: Answer, expected: string): UnknownOutcomeError {
  const reason = `answered ${status} with ${describeBody(body)}; expected ${expected}: it may not have been done`
  return new UnknownOutcomeError(exchange, reason, { status })
}
