import { isObject } from '../util/json.ts'
import {
  AlreadyExistsError,
  type ConnectError,
  type Exchange,
  InvalidRequestError,
  MalformedAnswerError,
  NotFoundError,
  RebalancingError,
  UnauthorizedError,
  UnavailableError,
  UnknownOutcomeError,
} from './errors.ts'

export interface Answer {
  readonly exchange: Exchange
  readonly status: number
  readonly body: string
  /** Of a redirect. */
  readonly location: unknown
}

/** What an answer of status 300 or more means. The wordings are those of Kafka 2.0 to 4.4. */
export function httpError(answer: Answer): ConnectError {
  const { exchange, status, body } = answer
  if (status < 400) {
    const reason = `redirected (${status}) to ${targetOf(answer.location)}, and redirects are not followed: is the URL right?`
    return new MalformedAnswerError(exchange, reason, { status })
  }
  if (status === 401 || status === 403) {
    return new UnauthorizedError(exchange, `refused (${status}): check the credentials and what they allow`, {
      status,
    })
  }
  const message = messageOf(body)
  if (message === null) return refusalOfStranger(answer)
  const reason = `${status}: ${message}`
  if (status === 409) {
    // The same status for "try again" and "never": only the message tells (AlreadyExistsException).
    return /already exists$/.test(message)
      ? new AlreadyExistsError(exchange, reason, { status })
      : new RebalancingError(exchange, reason, { status })
  }
  if (status === 404) {
    return MISSING.test(message)
      ? new NotFoundError(exchange, reason, { status })
      : new InvalidRequestError(
          exchange,
          `${reason}: no such endpoint; is the base path right, and Kafka recent enough?`,
          { status },
        )
  }
  if (status < 500) return new InvalidRequestError(exchange, reason, { status })
  // GET /connectors/{name} answers 500, not 409, before a rebalance (ConnectExceptionMapper).
  if (message.includes('because a rebalance is expected'))
    return new RebalancingError(exchange, reason, { status })
  if (HARMLESS.test(message)) return new UnavailableError(exchange, reason, { status })
  if (HOPELESS.test(message)) return new InvalidRequestError(exchange, reason, { status })
  return failed(exchange, reason, status)
}

const MISSING =
  /^(Connector .* not found|No status found for |Unknown (connector|task)|Status for connector .* not found)/s
const HARMLESS = /^(Worker is shutting down|Failed to write to config topic)/
const HOPELESS = /^(Unrecognized field|Cannot deserialize|Failed to find any class)/

/** An answer in another form than Kafka Connect's: from Jetty below it, a proxy before it, or another server altogether. */
function refusalOfStranger({ exchange, status, body }: Answer): ConnectError {
  const reason = `answered ${status} with ${describeBody(body)}`
  if (status >= 500) return failed(exchange, reason, status)
  if (status === 429) return new UnavailableError(exchange, `${reason}: a proxy limits the rate`, { status })
  if (status === 400) return new InvalidRequestError(exchange, reason, { status })
  return new MalformedAnswerError(exchange, `${reason}: is the URL right, with its base path?`, { status })
}

/** 500 "Request timed out", a gateway's 502 or 504: a change stays queued in the herder and may run later. */
function failed(exchange: Exchange, reason: string, status: number): ConnectError {
  return exchange.method === 'GET'
    ? new UnavailableError(exchange, reason, { status })
    : new UnknownOutcomeError(exchange, `${reason}: it may have been done, or be done yet`, { status })
}

/** Kafka Connect's own form: `{"error_code": 404, "message": "…"}`. */
function messageOf(body: string): string | null {
  try {
    const json: unknown = JSON.parse(body)
    if (!isObject(json) || !Number.isInteger(json.error_code)) return null
    return typeof json.message === 'string' ? json.message : null
  } catch {
    return null
  }
}

/** Without path and query, which may hold a session. */
function targetOf(location: unknown): string {
  return (typeof location === 'string' && URL.parse(location)?.origin) || 'another path'
}

/** What a body is that isn't the JSON that was expected, without its content. */
export function describeBody(body: string): string {
  if (body.trim() === '') return 'an empty body'
  if (/^\s*</.test(body)) return 'HTML instead of JSON (from a proxy, or is it the wrong port?)'
  return /^\s*[[{"]/.test(body) ? 'JSON of another form, or JSON that is cut' : 'text instead of JSON'
}
