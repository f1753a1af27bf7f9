import { inspect } from 'node:util'
import { describe, expect, it } from 'vitest'
import { readCredentials, SecretError } from '../../../lib/aws/secrets.ts'
import type { AuthConfig, SecretRef, TlsConfig } from '../../../lib/domain/cluster-config.ts'

const secret: SecretRef = { store: 'secretsmanager', name: 'connect-medic/prod' }
const noTls: TlsConfig = { ca: null, clientCertificate: null }
const basic: AuthConfig = { type: 'basic', secret }
const bearer: AuthConfig = { type: 'bearer', secret }
const having = (text: string | undefined) => ({ read: () => Promise.resolve(text) })

describe('credentials of a cluster', () => {
  it('call nothing for a cluster that has no secret', async () => {
    const read = () => Promise.reject(new Error('was called'))
    const credentials = await readCredentials(
      { auth: { type: 'none' }, tls: { ...noTls, ca: 'PEM' } },
      { read },
    )
    expect(credentials).toEqual({ auth: { type: 'none' }, tls: { ca: 'PEM', client: null } })
  })

  it('are a user name and a password', async () => {
    const { auth } = await readCredentials(
      { auth: basic, tls: noTls },
      having('{"username":"u","password":"p"}'),
    )
    expect(auth).toEqual({ type: 'basic', username: 'u', password: 'p' })
  })

  it.each(['t0ken', 't0ken\n', '{"token":"t0ken"}'])('are a token, written as %j', async (text) => {
    const { auth } = await readCredentials({ auth: bearer, tls: noTls }, having(text))
    expect(auth).toEqual({ type: 'bearer', token: 't0ken' })
  })

  it('are a client certificate with its key, and certificates to trust', async () => {
    const ca = '-----BEGIN CERTIFICATE-----'
    const tls: TlsConfig = { ca: { store: 'ssm', name: 'ca' }, clientCertificate: secret }
    const read = ({ name }: SecretRef) => Promise.resolve(name === 'ca' ? ca : '{"cert":"c","key":"k"}')
    const credentials = await readCredentials({ auth: { type: 'none' }, tls }, { read })
    expect(credentials.tls).toEqual({ ca, client: { cert: 'c', key: 'k' } })
  })

  it('are read past the cache if they must be fresh', async () => {
    const asked: boolean[] = []
    const read = (_: SecretRef, fresh: boolean) => {
      asked.push(fresh)
      return Promise.resolve('t')
    }
    await readCredentials({ auth: bearer, tls: noTls }, { read })
    await readCredentials({ auth: bearer, tls: noTls }, { read, fresh: true })
    expect(asked).toEqual([false, true])
  })
})

describe('a secret that is not what it should be', () => {
  it.each([
    [basic, noTls, 'hunter2'],
    [basic, noTls, '{"username":"hunter2"}'],
    [basic, noTls, '{"username":"hunter2","password":""}'],
    [basic, noTls, '["hunter2"]'],
    [basic, noTls, 'null'],
    [bearer, noTls, '{"tok":"hunter2"}'],
    [bearer, noTls, 'hunter2\nhunter2'],
    [bearer, noTls, ''],
    [bearer, noTls, undefined],
    [bearer, { ca: secret, clientCertificate: null }, 'hunter2'],
    [bearer, { ca: null, clientCertificate: secret }, '-----BEGIN PRIVATE KEY-----hunter2'],
  ] as const)('%j with %j: is named, and its value is not told', async (auth, tls, text) => {
    const error: unknown = await readCredentials({ auth, tls }, having(text)).catch((error: unknown) => error)
    expect(error).toBeInstanceOf(SecretError)
    expect(inspect(error)).toContain('secretsmanager:connect-medic/prod: ')
    expect(inspect(error)).not.toContain('hunter2')
  })

  it('keeps the error of AWS as the cause if it cannot be read', async () => {
    const denied = new Error('AccessDeniedException')
    const read = () => Promise.reject(denied)
    await expect(readCredentials({ auth: basic, tls: noTls }, { read })).rejects.toMatchObject({
      cause: denied,
    })
  })
})
