import { readFile } from 'node:fs/promises'
import type { Connection } from '../lib/connect/connection.ts'
import { fileProblem } from './input.ts'
import type { Terminal } from './terminal.ts'
import { UsageError } from './usage.ts'

/** The options of every command that talks to a cluster. */
export const connectionOptions = {
  url: { type: 'string', multiple: true },
  user: { type: 'string' },
  'password-file': { type: 'string' },
  'token-file': { type: 'string' },
  ca: { type: 'string' },
  cert: { type: 'string' },
  key: { type: 'string' },
  timeout: { type: 'string', default: '15s' },
} as const

export interface ConnectionValues {
  readonly url?: readonly string[]
  readonly user?: string
  readonly 'password-file'?: string
  readonly 'token-file'?: string
  readonly ca?: string
  readonly cert?: string
  readonly key?: string
  readonly timeout: string
}

/** @throws UsageError that names the option and what it accepts, never the secret. */
export async function readConnection(values: ConnectionValues, env: Terminal['env']): Promise<Connection> {
  const urls = values.url?.map(baseUrl) ?? []
  const first = urls[0]
  if (first === undefined) throw new UsageError('--url is missing: a worker, such as http://localhost:8083')
  if ((values.cert === undefined) !== (values.key === undefined)) {
    throw new UsageError('--cert and --key belong together: one of them is missing')
  }
  return {
    cluster: first.host,
    urls: urls.map(({ href }) => href.replace(/\/+$/, '')),
    readTimeoutMs: durationMs(values.timeout),
    auth: await authOf(values, env),
    tls: {
      ...(values.ca !== undefined && { ca: await fileOf('--ca', values.ca) }),
      ...(values.cert !== undefined && { cert: await fileOf('--cert', values.cert) }),
      ...(values.key !== undefined && { key: await fileOf('--key', values.key) }),
    },
  }
}

function baseUrl(text: string): URL {
  if (!/^https?:\/\//i.test(text) || !URL.canParse(text)) {
    throw new UsageError('--url must be a URL with http:// or https://, such as http://localhost:8083')
  }
  const url = new URL(text)
  if (url.username !== '' || url.password !== '') {
    throw new UsageError(
      '--url must not hold a user or password, which others on this machine could see: use --user NAME and CONNECT_MEDIC_PASSWORD',
    )
  }
  if (url.search !== '' || url.hash !== '') {
    throw new UsageError(
      '--url must end before "?" and "#": only the address of the REST API, such as http://localhost:8083',
    )
  }
  return url
}

async function authOf(values: ConnectionValues, env: Terminal['env']): Promise<Connection['auth']> {
  const { user, 'password-file': passwordFile, 'token-file': tokenFile } = values
  if (user !== undefined && tokenFile !== undefined) {
    throw new UsageError('--user and --token-file exclude each other: basic or bearer authentication')
  }
  if (user === undefined && passwordFile !== undefined)
    throw new UsageError('--password-file needs --user NAME')
  if (user !== undefined) {
    if (user === '' || user.includes(':')) throw new UsageError('--user must be a name without ":"')
    const password =
      passwordFile === undefined
        ? env.CONNECT_MEDIC_PASSWORD
        : await secretOf('--password-file', passwordFile)
    if (!password)
      throw new UsageError('--user needs a password: set CONNECT_MEDIC_PASSWORD or give --password-file FILE')
    return { type: 'basic', username: user, password }
  }
  const token = tokenFile === undefined ? env.CONNECT_MEDIC_TOKEN : await secretOf('--token-file', tokenFile)
  if (!token) return { type: 'none' }
  return { type: 'bearer', token }
}

/** Editors and `echo` end a file with a line break, which is no part of the secret. */
async function secretOf(option: string, path: string): Promise<string> {
  const secret = (await fileOf(option, path)).replace(/\r?\n$/, '')
  if (secret === '') throw new UsageError(`${option}: the file is empty`)
  return secret
}

async function fileOf(option: string, path: string): Promise<string> {
  try {
    return await readFile(path, 'utf8')
  } catch (cause) {
    throw new UsageError(`${option}: ${path} cannot be read: ${fileProblem(cause)}`, { cause })
  }
}

const MS = { ms: 1, s: 1000, m: 60_000 } as const

/** A timer of Node takes at most 2^31 ms; ten minutes is more than any proxy waits. */
const MAX_TIMEOUT_MS = 600_000

function durationMs(text: string): number {
  const match = /^(\d{1,6})(ms|s|m)$/.exec(text)
  const unit = match?.[2]
  const ms = unit === 'ms' || unit === 's' || unit === 'm' ? Number(match?.[1]) * MS[unit] : 0
  if (ms < 1 || ms > MAX_TIMEOUT_MS)
    throw new UsageError('--timeout must be a time such as 500ms, 15s or 1m, at most 10m')
  return ms
}
