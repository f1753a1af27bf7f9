import { isAxiosError } from 'axios'
import { isObject } from '../util/json.ts'
import {
  type ConnectError,
  type Exchange,
  MalformedAnswerError,
  UnavailableError,
  UnknownOutcomeError,
} from './errors.ts'

/**
 * Why there was no whole answer. What the HTTP client threw is read and dropped: it holds the credentials.
 * @param cancelled Why the request was cancelled, if it was.
 */
export function networkError(exchange: Exchange, thrown: unknown, cancelled: string): ConnectError {
  const { code, syscall, message, answered } = read(thrown)
  if (code === 'ERR_BAD_RESPONSE' && message.startsWith('maxContentLength')) {
    const reason = 'the answer is larger than is read (maxAnswerBytes)'
    return exchange.method === 'GET' ? new MalformedAnswerError(exchange, reason) : unknown(exchange, reason)
  }
  if (syscall === 'connect' || syscall === 'getaddrinfo') {
    return new UnavailableError(exchange, unreached(code))
  }
  if (message.includes('before secure TLS connection')) {
    return new UnavailableError(
      exchange,
      'the connection was cut during the TLS handshake: is https:// right for this port?',
    )
  }
  // OpenSSL's own word is in the code, or only in the message ("write EPROTO …:wrong version number:…").
  const symptom = `${code} ${message}`.toUpperCase().replaceAll(' ', '_')
  const tls = TLS.find(([pattern]) => pattern.test(symptom))
  if (tls) return new UnavailableError(exchange, `TLS: ${tls[1]} (${code})`)

  const reason = code === 'ERR_CANCELED' ? cancelled : cutShort(code, answered)
  return exchange.method === 'GET' ? new UnavailableError(exchange, reason) : unknown(exchange, reason)
}

function unknown(exchange: Exchange, reason: string): UnknownOutcomeError {
  return new UnknownOutcomeError(exchange, `${reason}: it may have been done, or be done yet`)
}

function unreached(code: string): string {
  if (code === 'ECONNREFUSED') return 'connection refused: is the worker up, and is the port right?'
  if (code === 'ENOTFOUND') return 'unknown host: is the URL right?'
  if (code === 'EAI_AGAIN') return 'the host could not be looked up for now'
  return `no way to the host (${code}): is it up, and does the network let us through?`
}

/** Failures of the handshake: no request was read yet. */
const TLS: readonly (readonly [RegExp, string])[] = [
  [
    /SELF_SIGNED|UNABLE_TO_(VERIFY|GET_ISSUER)|CERT_UNTRUSTED|CERT_SIGNATURE/,
    "the worker's certificate is of no CA that we know; give it as tls.ca",
  ],
  [/CERT_HAS_EXPIRED/, "the worker's certificate has expired"],
  [/CERT_NOT_YET_VALID/, "the worker's certificate is not valid yet"],
  [/ERR_TLS_CERT_ALTNAME/, "the worker's certificate is for another host name than that in the URL"],
  [
    /ALERT_(CERTIFICATE_REQUIRED|HANDSHAKE_FAILURE|BAD_CERTIFICATE|NO_CERTIFICATE)/,
    'the worker refused the handshake: it wants a client certificate that it accepts (tls.cert and tls.key)',
  ],
  [
    /ALERT_(UNKNOWN_CA|CERTIFICATE_(EXPIRED|REVOKED|UNKNOWN)|UNSUPPORTED_CERTIFICATE)/,
    'the worker does not accept our client certificate',
  ],
  [/ALERT_PROTOCOL_VERSION|UNSUPPORTED_PROTOCOL/, 'the worker speaks no TLS version that we do'],
  [/WRONG_VERSION_NUMBER|PACKET_LENGTH_TOO_LONG/, 'no TLS on that port: should the URL begin with http://?'],
]

function cutShort(code: string, answered: boolean): string {
  if (answered) return 'the connection was cut in the middle of the answer'
  if (code === 'ECONNRESET' || code === 'EPIPE') return 'the connection was cut before an answer'
  if (code.startsWith('HPE_')) return `the answer is not HTTP (${code}): should the URL begin with https://?`
  return `the request failed (${code})`
}

interface ThrownFacts {
  readonly code: string
  readonly syscall: unknown
  readonly message: string
  /** An answer had begun. */
  readonly answered: boolean
}

function read(thrown: unknown): ThrownFacts {
  const error = isAxiosError<unknown, unknown>(thrown) ? thrown : undefined
  // A host with several addresses fails with one error for each.
  const cause: unknown = error?.cause instanceof AggregateError ? error.cause.errors[0] : error?.cause
  return {
    code: error?.code ?? (thrown instanceof Error ? thrown.name : 'unknown'),
    syscall: isObject(cause) ? cause.syscall : undefined,
    message: error?.message ?? '',
    answered: error?.response !== undefined,
  }
}
