import { createServer } from 'node:http'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { authenticatedClient } from '../../../lib/connect/authenticated-client.ts'
import { UnauthorizedError } from '../../../lib/connect/errors.ts'
import type { Credentials } from '../../../lib/domain/credentials.ts'
import { close, listen } from '../../../sandbox/listen.ts'
import { clusterConfig } from '../../support/cluster-config.ts'

const { signal } = new AbortController()
let accepted = 'old'
let requests = 0
const server = createServer((request, response) => {
  requests += 1
  const allowed = request.headers.authorization === `Bearer ${accepted}`
  response.writeHead(allowed ? 200 : 401, { 'content-type': 'application/json' })
  response.end(allowed ? '{}' : '')
})
let url = ''

beforeAll(async () => {
  url = `http://127.0.0.1:${await listen(server)}`
})
afterAll(() => close(server))

describe('reaching a cluster', () => {
  it('reads the secrets once, and afresh when the cluster refuses what it took before', async () => {
    const reads: boolean[] = []
    const secrets = ['old', 'new']
    const connect = authenticatedClient(
      clusterConfig({ urls: [url] }),
      async (_, options): Promise<Credentials> => {
        reads.push(options?.fresh ?? false)
        return {
          auth: { type: 'bearer', token: secrets[reads.length - 1] ?? 'new' },
          tls: { ca: null, client: null },
        }
      },
    )
    await connect.scan(signal)
    await connect.scan(signal)
    expect(reads).toEqual([false])
    accepted = 'new'
    await connect.scan(signal)
    expect(reads).toEqual([false, true])
  })

  it('asks once more and not for ever when the fresh secret is refused as well', async () => {
    accepted = 'another'
    const connect = authenticatedClient(clusterConfig({ urls: [url] }), async () => ({
      auth: { type: 'bearer', token: 'wrong' },
      tls: { ca: null, client: null },
    }))
    await expect(connect.scan(signal)).rejects.toThrow(UnauthorizedError)
    requests = 0
    await expect(connect.scan(signal)).rejects.toThrow(UnauthorizedError)
    expect(requests).toBe(2)
  })

  it('asks for a secret again that could not be read', async () => {
    let reads = 0
    const connect = authenticatedClient(clusterConfig({ urls: [url] }), async () => {
      reads += 1
      throw new Error('throttled')
    })
    await expect(connect.scan(signal)).rejects.toThrow('throttled')
    await expect(connect.scan(signal)).rejects.toThrow('throttled')
    expect(reads).toBe(2)
  })
})
