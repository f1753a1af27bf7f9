import { readFileSync } from 'node:fs'
import { describe, expect, test, vi } from 'vitest'
import { type Connection, createConnectClient } from '../../../lib/connect/client.ts'
import { UnavailableError } from '../../../lib/connect/errors.ts'
import { answering, connectionTo, type FakeWorker, never, rawWorker, tlsWorker } from './worker.ts'

// Made for these tests; valid until 2120, but for the expired one.
const pem = (name: string) => readFileSync(new URL(`certificates/${name}`, import.meta.url), 'utf8')
const ca = pem('ca.pem')
const client = { ca, cert: pem('client.pem'), key: pem('client.key') }
const identity = (name: string) => ({ cert: pem(`${name}.pem`), key: pem(`${name}.key`) })

function scan(worker: FakeWorker, tls: Connection['tls']) {
  return createConnectClient({ ...connectionTo(worker.url), tls }).scan(never)
}

const empty: Parameters<typeof tlsWorker>[1] = (_request, response) => response.end('{}')

describe('over TLS', () => {
  test('a worker of the CA that is given is trusted', async () => {
    const worker = await tlsWorker(identity('worker'), empty)
    await expect(scan(worker, { ca })).resolves.toMatchObject({ connectors: [] })
  })

  test('a worker that wants a client certificate gets it', async () => {
    const worker = await tlsWorker(
      { ...identity('worker'), ca, requestCert: true, rejectUnauthorized: true },
      empty,
    )
    await expect(scan(worker, client)).resolves.toMatchObject({ connectors: [] })
  })

  test.each<[string, string, Connection['tls'], string]>([
    [
      'of an unknown CA',
      'worker',
      {},
      "the worker's certificate is of no CA that we know; give it as tls.ca",
    ],
    ['that has expired', 'expired', { ca }, "the worker's certificate has expired"],
    ['for another host', 'other', { ca }, "the worker's certificate is for another host name"],
  ])('a certificate %s is refused, and nothing is asked', async (_what, name, tls, text) => {
    const worker = await tlsWorker(identity(name), empty)
    await expect(scan(worker, tls)).rejects.toThrow(UnavailableError)
    await expect(scan(worker, tls)).rejects.toThrow(text)
    expect(worker.requests).toHaveLength(0)
  })

  test('the environment can not turn the verification off', async () => {
    const worker = await tlsWorker(identity('worker'), empty)
    vi.stubEnv('NODE_TLS_REJECT_UNAUTHORIZED', '0')
    await expect(scan(worker, {})).rejects.toThrow('of no CA that we know')
    vi.unstubAllEnvs()
  })

  test.each(['TLSv1.2', 'TLSv1.3'] as const)(
    'a client certificate that is missing is told of: %s',
    async (version) => {
      const options = {
        ...identity('worker'),
        ca,
        requestCert: true,
        rejectUnauthorized: true,
        maxVersion: version,
      }
      const worker = await tlsWorker(options, empty)
      await expect(scan(worker, { ca })).rejects.toThrow(
        'it wants a client certificate that it accepts (tls.cert and tls.key)',
      )
    },
  )

  test('a change that the handshake stops was not done: the next worker is asked', async () => {
    const stranger = await tlsWorker(identity('other'), empty)
    const worker = await tlsWorker(identity('worker'), (_request, response) => response.writeHead(202).end())
    const medic = createConnectClient({ ...connectionTo(stranger.url, worker.url), tls: { ca } })
    await expect(medic.restartFailed('x', never)).resolves.toBe('accepted')
  })
})

describe('the wrong scheme is told of:', () => {
  test('https:// to a port without TLS', async () => {
    const plain = await answering(200, {})
    const url = plain.url.replace('http:', 'https:')
    await expect(scan({ ...plain, url }, {})).rejects.toThrow(
      'no TLS on that port: should the URL begin with http://?',
    )
  })

  test('https:// to a port that hangs up', async () => {
    const rude = await rawWorker((socket) => socket.on('data', () => socket.end()))
    const url = rude.url.replace('http:', 'https:')
    await expect(scan({ ...rude, url }, {})).rejects.toThrow('cut during the TLS handshake')
  })
})
