import { inspect } from 'node:util'
import { describe, expect, test } from 'vitest'
import { type Connection, createConnectClient } from '../../../lib/connect/client.ts'
import { answering, connectionTo, never, rawWorker, refusing, worker } from './worker.ts'

const SECRET = 'hunter2.hunter2'
const BASIC = Buffer.from(`medic:${SECRET}`).toString('base64')

const basic: Connection['auth'] = { type: 'basic', username: 'medic', password: SECRET }
const bearer: Connection['auth'] = { type: 'bearer', token: SECRET }

/** Everything that a logger could make of an error. */
function renderings(error: unknown): string {
  const { message, stack } = error instanceof Error ? error : { message: '', stack: '' }
  return [
    message,
    stack,
    String(error),
    JSON.stringify(error),
    inspect(error, { depth: null, showHidden: true }),
  ].join('\n')
}

async function errorsOf(urls: readonly string[]): Promise<readonly string[]> {
  const attempts = [basic, bearer].flatMap((auth) => {
    const client = createConnectClient({
      ...connectionTo(...urls),
      auth,
      readTimeoutMs: 1_000,
      writeTimeoutMs: 1_000,
      maxAnswerBytes: 10_000,
    })
    return [client.scan(never), client.exists('x', never), client.restartFailed('x', never)]
  })
  const settled = await Promise.allSettled(attempts)
  return settled.map((one) => (one.status === 'rejected' ? renderings(one.reason) : 'nothing was refused'))
}

const echo = `password=${SECRET} at jdbc:x://u:${SECRET}@h with Authorization: Basic ${BASIC}`
const trace = { state: 'FAILED', trace: `java.lang.X: ${SECRET}` }
const misread = { x: { status: { connector: trace, tasks: [trace] }, info: { config: { p: SECRET } } } }

describe('no error tells the credentials or what the answer held:', () => {
  test.each<[string, () => Promise<readonly string[]>]>([
    ['refused', async () => [await refusing()]],
    ['none of several answers', async () => [await refusing(), await refusing()]],
    [
      'reset',
      async () => [(await rawWorker((socket) => socket.on('data', () => socket.resetAndDestroy()))).url],
    ],
    ['no answer', async () => [(await worker(() => undefined)).url]],
    [
      'cut body',
      async () => [
        (
          await rawWorker((socket) =>
            socket.on('data', () => socket.end(`HTTP/1.1 200 OK\r\nContent-Length: 999\r\n\r\n${SECRET}`)),
          )
        ).url,
      ],
    ],
    ['HTML', async () => [(await answering(200, `<p>${SECRET}</p>`)).url]],
    ['broken JSON', async () => [(await answering(200, `{"${SECRET}`)).url]],
    ['JSON of another form', async () => [(await answering(200, misread)).url]],
    ['too large', async () => [(await answering(200, SECRET.repeat(1_000))).url]],
    ['400', async () => [(await answering(400, { error_code: 400, message: echo })).url]],
    ['500', async () => [(await answering(500, { error_code: 500, message: echo })).url]],
    ['401', async () => [(await answering(401, `no, ${BASIC}`)).url]],
    [
      'redirect',
      async () => [(await answering(302, '', { Location: `http://u:${SECRET}@h/?t=${SECRET}` })).url],
    ],
    ['base path', async () => [`${await refusing()}/${SECRET}/`]],
  ])('%s', async (_what, urls) => {
    for (const text of await errorsOf(await urls())) {
      expect(text).toContain('orders: ')
      expect(text).not.toContain(SECRET)
      expect(text).not.toContain(BASIC)
    }
  })
})
