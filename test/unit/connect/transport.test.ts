import { gzipSync } from 'node:zlib'
import { describe, expect, test, vi } from 'vitest'
import { type Connection, createConnectClient } from '../../../lib/connect/client.ts'
import {
  ConnectError,
  MalformedAnswerError,
  RebalancingError,
  UnavailableError,
  UnknownOutcomeError,
} from '../../../lib/connect/errors.ts'
import { answering, connectionTo, never, rawWorker, refusing, worker } from './worker.ts'

const SCAN = 'GET /connectors?expand=status&expand=info'

/** What a scan of one worker, and a restart by it, come to. */
async function outcomes(url: string, options: Partial<Connection> = {}) {
  const client = createConnectClient({ ...connectionTo(url), ...options })
  const scan = await client.scan(never).catch((error: unknown) => error)
  const restart = await client.restartFailed('x', never).catch((error: unknown) => error)
  if (!(scan instanceof ConnectError && restart instanceof ConnectError))
    throw new Error('nothing was refused')
  return { scan, restart }
}

describe('a worker that surely read no request leaves nothing done:', () => {
  test('refused', async () => {
    const url = await refusing()
    const { scan, restart } = await outcomes(url)
    expect(scan).toBeInstanceOf(UnavailableError)
    expect(restart).toBeInstanceOf(UnavailableError)
    const line = `orders: ${SCAN} on ${new URL(url).host}: connection refused: is the worker up, and is the port right?`
    expect(scan.message).toBe(line)
  })

  test('an unknown host', async () => {
    const { scan, restart } = await outcomes('http://no-such-host.invalid:8083', {
      readTimeoutMs: 5_000,
      writeTimeoutMs: 5_000,
    })
    expect(restart).toBeInstanceOf(UnavailableError)
    expect(scan.message).toMatch(/unknown host|could not be looked up/)
  })
})

describe('a worker that may have read the request: a read is unavailable, a change is unknown, after', () => {
  test.each<[string, string, Parameters<typeof rawWorker>[0]]>([
    [
      'a reset',
      'the connection was cut before an answer',
      (socket) => socket.on('data', () => socket.resetAndDestroy()),
    ],
    ['a close', 'the connection was cut before an answer', (socket) => socket.on('data', () => socket.end())],
    ['no answer', 'no whole answer within 300 ms', () => undefined],
    [
      'a dripping answer',
      'no whole answer within 300 ms',
      (socket) => {
        socket.write('HTTP/1.1 202 Accepted\r\nContent-Length: 100000\r\n\r\n{')
        const drip = setInterval(() => socket.write(' '), 20)
        socket.on('close', () => clearInterval(drip))
      },
    ],
    [
      'a body that is cut',
      'the connection was cut in the middle of the answer',
      (socket) =>
        socket.on('data', () => socket.end('HTTP/1.1 202 Accepted\r\nContent-Length: 100\r\n\r\n{"a":')),
    ],
    [
      'an answer that is not HTTP',
      'should the URL begin with https://?',
      (socket) => socket.on('data', () => socket.end(Buffer.from([21, 3, 3, 0, 2, 2, 80]))),
    ],
  ])('%s', async (_what, text, onConnection) => {
    const { url } = await rawWorker(onConnection)
    const { scan, restart } = await outcomes(
      url,
      text.includes('within 300 ms') ? { readTimeoutMs: 300, writeTimeoutMs: 300 } : {},
    )
    expect(scan).toBeInstanceOf(UnavailableError)
    expect(scan.message).toContain(text)
    expect(restart).toBeInstanceOf(UnknownOutcomeError)
    expect(restart.message).toContain(text)
    expect(restart.message).toContain('it may have been done')
  })
})

describe('an answer that is not that of Kafka Connect is no snapshot, and no proof of a restart:', () => {
  test.each<[string, string, string]>([
    [
      'HTML',
      '<!DOCTYPE html><title>Welcome</title>',
      'answered 200 with HTML instead of JSON (from a proxy, or is it the wrong port?)',
    ],
    ['text', 'It works!', 'answered 200 with text instead of JSON'],
    ['nothing', '', 'answered 200 with an empty body'],
    ['cut JSON', '{"x":{"status":', 'answered 200 with JSON of another form, or JSON that is cut'],
  ])('%s', async (_what, body, text) => {
    const { url } = await answering(200, body)
    const { scan, restart } = await outcomes(url)
    expect(scan).toBeInstanceOf(MalformedAnswerError)
    expect(scan.message).toContain(text)
    expect(restart).toBeInstanceOf(UnknownOutcomeError)
    expect(restart.message).toContain(text)
  })

  test('more bytes than are read, packed or not', async () => {
    const body = JSON.stringify({ x: 'x'.repeat(5_000) })
    const plain = await answering(200, body)
    const packed = await worker((_request, response) => {
      response.writeHead(200, { 'Content-Encoding': 'gzip' }).end(gzipSync(body))
    })
    for (const { url } of [plain, packed]) {
      const { scan, restart } = await outcomes(url, { maxAnswerBytes: 1_000 })
      expect(scan).toBeInstanceOf(MalformedAnswerError)
      expect(scan.message).toContain('larger than is read (maxAnswerBytes)')
      expect(restart).toBeInstanceOf(UnknownOutcomeError)
    }
  })

  test('a redirect, which is not followed', async () => {
    const elsewhere = await answering(200, {})
    const { url } = await answering(307, '', { Location: `${elsewhere.url}/connectors` })
    const { scan, restart } = await outcomes(url)
    expect(scan).toBeInstanceOf(MalformedAnswerError)
    expect(scan.message).toContain(`redirected (307) to ${elsewhere.url}, and redirects are not followed`)
    expect(restart).toBeInstanceOf(MalformedAnswerError)
    expect(elsewhere.requests).toHaveLength(0)
  })
})

describe('a proxy of the environment', () => {
  test('is passed by', async () => {
    const proxy = await answering(200, {})
    const { url } = await answering(200, {})
    vi.stubEnv('http_proxy', proxy.url)
    await createConnectClient(connectionTo(url)).scan(never)
    vi.unstubAllEnvs()
    expect(proxy.requests).toHaveLength(0)
  })
})

describe('with several workers', () => {
  test('a scan is one request if the first answers', async () => {
    const workers = [await answering(200, {}), await answering(200, {})]
    await createConnectClient(connectionTo(...workers.map(({ url }) => url))).scan(never)
    expect(workers.map(({ requests }) => requests.map(({ method, url }) => `${method} ${url}`))).toEqual([
      [SCAN],
      [],
    ])
  })

  test('a read goes to the next while one does not answer, and begins with the one that answered last', async () => {
    const silent = await worker(() => undefined)
    const leaving = await answering(500, { error_code: 500, message: 'Worker is shutting down' })
    const good = await answering(200, {})
    const spare = await answering(200, {})
    const urls = [await refusing(), silent.url, leaving.url, good.url, spare.url]
    const client = createConnectClient({ ...connectionTo(...urls), readTimeoutMs: 1_000 })
    await client.scan(never)
    await client.scan(never)
    const asked = [silent, leaving, good, spare].map(({ requests }) => requests.length)
    expect(asked).toEqual([1, 1, 2, 0])
  })

  test('a read that none answers names the reason of each, in one line', async () => {
    const cut = await rawWorker((socket) => socket.on('data', () => socket.end()))
    const gateway = await answering(502, '<html>')
    const refused = await refusing()
    const error = await createConnectClient(connectionTo(refused, cut.url, gateway.url))
      .scan(never)
      .catch((thrown: unknown) => thrown)
    expect(error).toBeInstanceOf(UnavailableError)
    expect(error).toMatchObject({
      message: [
        `orders: ${SCAN}: no worker answered: ${new URL(refused).host}: connection refused: is the worker up, and is the port right?`,
        `${cut.host}: the connection was cut before an answer`,
        `${gateway.host}: answered 502 with HTML instead of JSON (from a proxy, or is it the wrong port?)`,
      ].join('; '),
    })
  })

  test('an answer of the cluster is not asked for twice', async () => {
    const first = await answering(409, { error_code: 409, message: 'rebalance' })
    const second = await answering(202, {})
    const client = createConnectClient(connectionTo(first.url, second.url))
    await expect(client.restartFailed('x', never)).rejects.toThrow(RebalancingError)
    await expect(client.scan(never)).rejects.toThrow(RebalancingError)
    expect(second.requests).toHaveLength(0)
  })

  test('a change goes to the next only if the one before surely did nothing', async () => {
    const leaving = await answering(500, { error_code: 500, message: 'Worker is shutting down' })
    const timedOut = await answering(500, { error_code: 500, message: 'Request timed out' })
    const spare = await answering(202, {})
    const client = createConnectClient(connectionTo(await refusing(), leaving.url, timedOut.url, spare.url))
    await expect(client.restartFailed('x', never)).rejects.toThrow(UnknownOutcomeError)
    expect([leaving, timedOut, spare].map(({ requests }) => requests.length)).toEqual([1, 1, 0])
  })
})

describe('a connection', () => {
  test('is kept for the next read, and a change gets its own', async () => {
    const one = await answering(202, {})
    const client = createConnectClient(connectionTo(one.url))
    await client.scan(never)
    await client.scan(never)
    expect(one.connections()).toBe(1)
    await client.restartFailed('x', never)
    expect(one.connections()).toBe(2)
  })

  test('that was kept and then closed by the worker does not fail the read', async () => {
    let answered = 0
    const stale = await rawWorker((socket) => {
      let first = true
      socket.on('data', () => {
        if (!first) return socket.resetAndDestroy()
        first = false
        answered += 1
        socket.write('HTTP/1.1 200 OK\r\nContent-Length: 2\r\n\r\n{}')
      })
    })
    const client = createConnectClient(connectionTo(stale.url))
    await client.scan(never)
    await client.scan(never)
    expect(answered).toBe(2)
  })
})

describe('a signal', () => {
  test('ends a read with its own reason, and asks no further worker', async () => {
    const controller = new AbortController()
    const reason = new Error('the deadline is near')
    const silent = await worker(() => controller.abort(reason))
    const spare = await answering(200, {})
    const client = createConnectClient(connectionTo(silent.url, spare.url))
    await expect(client.scan(controller.signal)).rejects.toBe(reason)
    expect(spare.requests).toHaveLength(0)
  })

  test('leaves the outcome of a change unknown once it was asked for', async () => {
    const controller = new AbortController()
    const { url } = await worker(() => controller.abort())
    await expect(
      createConnectClient(connectionTo(url)).restartFailed('x', controller.signal),
    ).rejects.toThrow(UnknownOutcomeError)
  })

  test('that was aborted before lets nothing out', async () => {
    const one = await answering(202, {})
    const reason = new Error('too late')
    const client = createConnectClient(connectionTo(one.url))
    await expect(client.scan(AbortSignal.abort(reason))).rejects.toBe(reason)
    await expect(client.restartFailed('x', AbortSignal.abort(reason))).rejects.toBe(reason)
    expect(one.requests).toHaveLength(0)
  })
})
