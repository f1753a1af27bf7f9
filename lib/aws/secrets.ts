import { getSecret } from '@aws-lambda-powertools/parameters/secrets'
import { getParameter } from '@aws-lambda-powertools/parameters/ssm'
import type { AuthConfig, ClusterConfig, SecretRef, TlsConfig } from '../domain/cluster-config.ts'
import type { Credentials } from '../domain/credentials.ts'

/** Gets the text of a secret. `fresh`: past any cache. */
export type ReadSecret = (ref: SecretRef, fresh: boolean) => Promise<string | undefined>

/** A secret can't be read, or is not of the shape that its use needs. No part of its value is in the message. */
export class SecretError extends Error {
  override readonly name = 'SecretError'

  constructor({ store, name }: SecretRef, problem: string, options?: ErrorOptions) {
    super(`${store}:${name}: ${problem}`, options)
  }
}

/**
 * Reads the secrets that a cluster's settings name; of a cluster without any it calls nothing.
 * @param fresh true after a 401: the secret may have been changed since it was cached, at most 5 minutes ago.
 * @throws SecretError
 */
export async function readCredentials(
  { auth, tls }: Pick<ClusterConfig, 'auth' | 'tls'>,
  { fresh = false, read = readFromAws }: { readonly fresh?: boolean; readonly read?: ReadSecret } = {},
): Promise<Credentials> {
  const textOf = (ref: SecretRef) => readText(ref, fresh, read)
  const [authentication, ca, client] = await Promise.all([
    authOf(auth, textOf),
    caOf(tls, textOf),
    clientOf(tls, textOf),
  ])
  return { auth: authentication, tls: { ca, client } }
}

type TextOf = (ref: SecretRef) => Promise<string>

async function authOf(auth: AuthConfig, textOf: TextOf): Promise<Credentials['auth']> {
  switch (auth.type) {
    case 'none':
      return { type: 'none' }
    case 'basic': {
      const field = fieldsOf(auth.secret, await textOf(auth.secret))
      return { type: 'basic', username: field('username'), password: field('password') }
    }
    case 'bearer': {
      const text = (await textOf(auth.secret)).trim()
      const token = text.startsWith('{') ? fieldsOf(auth.secret, text)('token') : text
      // Node.js would refuse the header with an error that quotes the token.
      if (/[^\x21-\x7e]/.test(token)) throw new SecretError(auth.secret, 'expected a token without blanks')
      return { type: 'bearer', token }
    }
  }
}

async function caOf({ ca }: TlsConfig, textOf: TextOf): Promise<string | null> {
  if (ca === null || typeof ca === 'string') return ca
  const text = await textOf(ca)
  if (!text.includes('-----BEGIN CERTIFICATE-----'))
    throw new SecretError(ca, 'expected certificates as PEM text')
  return text
}

async function clientOf({ clientCertificate: ref }: TlsConfig, textOf: TextOf) {
  if (ref === null) return null
  const field = fieldsOf(ref, await textOf(ref))
  return { cert: field('cert'), key: field('key') }
}

async function readText(ref: SecretRef, fresh: boolean, read: ReadSecret): Promise<string> {
  let text: string | undefined
  try {
    text = await read(ref, fresh)
  } catch (cause) {
    throw new SecretError(ref, 'cannot be read; does it exist, and may the function reconcile read it?', {
      cause,
    })
  }
  if (text === undefined || text === '') throw new SecretError(ref, 'is empty, or binary; expected text')
  return text
}

/** Gives the fields of a secret that is a JSON object. */
function fieldsOf(ref: SecretRef, text: string): (key: string) => string {
  const entries = entriesOf(text)
  return (key) => {
    const value = entries.get(key)
    if (typeof value === 'string' && value !== '') return value
    throw new SecretError(ref, `expected JSON with a text "${key}" that is not empty`)
  }
}

/** None if the text is no JSON object. The parser's own error would quote the text. */
function entriesOf(text: string): ReadonlyMap<string, unknown> {
  try {
    const value: unknown = JSON.parse(text)
    return new Map<string, unknown>(Object.entries(value ?? {}))
  } catch {
    return new Map()
  }
}

/** Long enough to spare a call per scan, short enough for a changed secret that still answers 200 for a while. */
const MAX_AGE_SECONDS = 300

const readFromAws: ReadSecret = async ({ store, name }, fresh) => {
  const options = { maxAge: MAX_AGE_SECONDS, forceFetch: fresh }
  if (store === 'ssm') return getParameter(name, { ...options, decrypt: true })
  const value: unknown = await getSecret(name, options)
  return typeof value === 'string' ? value : undefined
}
