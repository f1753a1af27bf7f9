import { redact } from '../util/redact.ts'

/** One request to one worker: what every error names. */
export interface Exchange {
  readonly cluster: string
  readonly method: 'GET' | 'POST'
  /** Without the base path and without credentials; the connector's name is percent-encoded. */
  readonly path: string
  /** host:port; empty if no single worker is meant. */
  readonly worker: string
}

export interface ConnectErrorOptions {
  readonly status?: number
  /** Our own errors only: an error of the HTTP client holds headers, and so credentials. */
  readonly cause?: AggregateError
}

/** Connect's own messages can be long: a validation error lists every field of a connector. */
const MAX_REASON_LENGTH = 2_000

/**
 * Something went wrong between us and one Kafka Connect cluster. The message is one line without secrets; the
 * class says what the caller must do. Holds neither headers nor bodies.
 */
export class ConnectError extends Error {
  override readonly name: string = 'ConnectError'
  readonly cluster: string
  readonly method: string
  readonly path: string
  readonly worker: string
  /** The message without the request. */
  readonly reason: string
  readonly status?: number

  constructor(exchange: Exchange, reason: string, options: ConnectErrorOptions = {}) {
    const { cluster, method, path, worker } = exchange
    const line = oneLine(redact(reason))
    const request = `${method} ${path}${worker === '' ? '' : ` on ${worker}`}`
    super(
      `${cluster === '' ? '' : `${cluster}: `}${request}: ${line}`,
      options.cause && { cause: options.cause },
    )
    this.cluster = cluster
    this.method = method
    this.path = path
    this.worker = worker
    this.reason = line
    if (options.status !== undefined) this.status = options.status
  }
}

/** The cluster is rebalancing and nothing was done: ask again later. */
export class RebalancingError extends ConnectError {
  override readonly name = 'RebalancingError'
}

/** It may have been done, or be done yet: look it up before asking again. */
export class UnknownOutcomeError extends ConnectError {
  override readonly name = 'UnknownOutcomeError'
}

/** There is a connector of that name: compare its configuration with the one that was wanted. */
export class AlreadyExistsError extends ConnectError {
  override readonly name = 'AlreadyExistsError'
}

/** Kafka Connect itself says that there is no such connector, task or status. A proxy's 404 is none of these. */
export class NotFoundError extends ConnectError {
  override readonly name = 'NotFoundError'
}

/** Nothing was done, and asking again won't help: the request itself is refused. */
export class InvalidRequestError extends ConnectError {
  override readonly name = 'InvalidRequestError'
}

/** 401 or 403: nothing was done; fetch the credentials again, or mend them. */
export class UnauthorizedError extends ConnectError {
  override readonly name = 'UnauthorizedError'
}

/** No worker answered, or one answered that it can't; nothing was done. */
export class UnavailableError extends ConnectError {
  override readonly name = 'UnavailableError'
}

/** Something answered that can't be read as Kafka Connect's answer; a part of it is not to be believed either. */
export class MalformedAnswerError extends ConnectError {
  override readonly name = 'MalformedAnswerError'
}

function oneLine(text: string): string {
  const line = text.replace(/[\s\p{Cc}]+/gu, ' ').trim()
  return line.length <= MAX_REASON_LENGTH ? line : `${line.slice(0, MAX_REASON_LENGTH)}…`
}
