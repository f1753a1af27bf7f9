import { createSecureContext } from 'node:tls'

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
  /** 100 s unless told: a worker may forward to the leader, and gives up after 90 s. */
  readonly writeTimeoutMs?: number
  /** Bytes; 256 MiB unless told. */
  readonly maxAnswerBytes?: number
}

/** The connection can't be used as it was given. The message names the field and never holds its value. */
export class InvalidConnectionError extends Error {
  override readonly name = 'InvalidConnectionError'

  constructor(cluster: string, reason: string) {
    super(`${cluster}: ${reason}`)
  }
}

export interface WorkerUrl {
  /** host:port, for messages. */
  readonly host: string
  /** Base URL without a slash at its end. */
  readonly base: string
}

/** @throws {InvalidConnectionError} */
export function workerUrls({ cluster, urls }: Connection): readonly WorkerUrl[] {
  if (urls.length === 0)
    throw new InvalidConnectionError(cluster, 'urls is empty; expected the URL of a worker')
  return urls.map((text, index) => {
    const fail = (reason: string) => new InvalidConnectionError(cluster, `urls[${index}] ${reason}`)
    const url = URL.parse(text)
    if (url?.protocol !== 'http:' && url?.protocol !== 'https:') {
      throw fail('is not an http:// or https:// URL')
    }
    if (url.username !== '' || url.password !== '') {
      throw fail('holds credentials; give them as auth, where they can be kept secret')
    }
    if (url.search !== '' || url.hash !== '')
      throw fail('has a query or a fragment; expected scheme, host and path')
    return { host: url.host, base: `${url.origin}${url.pathname.replace(/\/$/, '')}` }
  })
}

/** @throws {InvalidConnectionError} */
export function authorizationHeader({ cluster, auth }: Connection): Readonly<Record<string, string>> {
  if (auth.type === 'none') return {}
  if (auth.type === 'basic') {
    const credentials = Buffer.from(`${auth.username}:${auth.password}`).toString('base64')
    return { Authorization: `Basic ${credentials}` }
  }
  // RFC 6750. The usual culprit is the newline at the end of a file.
  if (!/^[\w.~+/-]+=*$/.test(auth.token)) {
    throw new InvalidConnectionError(
      cluster,
      'auth.token is empty or holds white space or other characters that no token has',
    )
  }
  return { Authorization: `Bearer ${auth.token}` }
}

/** @throws {InvalidConnectionError} if a PEM text can't be read, or certificate and key don't belong together */
export function checkedTls({ cluster, tls }: Connection): Connection['tls'] {
  for (const field of ['ca', 'cert', 'key'] as const) {
    const pem = tls[field]
    if (pem !== undefined && !pem.includes('-----BEGIN ')) {
      throw new InvalidConnectionError(
        cluster,
        `tls.${field} is a string of ${pem.length} characters; expected PEM text`,
      )
    }
  }
  if ((tls.cert === undefined) !== (tls.key === undefined)) {
    throw new InvalidConnectionError(
      cluster,
      `tls.${tls.cert === undefined ? 'cert' : 'key'} is missing; a client certificate needs both`,
    )
  }
  try {
    createSecureContext(tls)
  } catch (error) {
    const code = error instanceof Error && 'code' in error ? String(error.code) : 'unreadable'
    throw new InvalidConnectionError(cluster, `tls: the certificates or the key can't be used (${code})`)
  }
  return tls
}
