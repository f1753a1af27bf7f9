import { UnavailableError } from './errors.ts'
import type { OffsetPoint } from './offsets.ts'
import type { ConnectorSnapshot, Snapshot } from './snapshot.ts'

/** How the REST API of one Connect cluster is reached. Timeouts in milliseconds. */
export interface Connection {
  readonly cluster: string
  /** Base URLs of its workers, with a base path if there is one, without credentials; at least one. */
  readonly urls: readonly string[]
  readonly auth:
    | { readonly type: 'none' }
    | { readonly type: 'basic'; readonly username: string; readonly password: string }
    | { readonly type: 'bearer'; readonly token: string }
  /** PEM texts. Certificates are always verified. */
  readonly tls: { readonly ca?: string; readonly cert?: string; readonly key?: string }
  /** For each worker that is asked; 15 s unless told. */
  readonly readTimeoutMs?: number
  /** 100 s unless told: a worker may forward to the leader, and answers after 90 s at the latest. */
  readonly writeTimeoutMs?: number
  /** Bytes; 256 MiB unless told. */
  readonly maxAnswerBytes?: number
}

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
  /** Version of the worker that answers, for example `4.1.2` or `7.7.0-ccs`. */
  version(signal: AbortSignal): Promise<string>
}

export function connectClient(connection: Connection): ConnectClient {
  const fail = (): never => {
    throw new UnavailableError(
      { cluster: connection.cluster, method: 'GET', path: '/', worker: '' },
      'not connected yet',
    )
  }
  return {
    scan: fail,
    exists: fail,
    restartFailed: fail,
    restartTask: fail,
    offsetPoint: fail,
    version: fail,
  }
}
