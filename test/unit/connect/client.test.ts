import { describe, expect, test } from 'vitest'
import { createConnectClient } from '../../../lib/connect/client.ts'
import {
  InvalidRequestError,
  MalformedAnswerError,
  NotFoundError,
  UnauthorizedError,
} from '../../../lib/connect/errors.ts'
import { answering, connectionTo, type FakeWorker, never } from './worker.ts'

const asked = ({ requests }: FakeWorker) => requests.map(({ method, url }) => `${method} ${url}`)
const missing = (message: string) => answering(404, { error_code: 404, message })
const jettyPage = '<html><head><title>Error 404 Not Found</title></head></html>'

describe('a scan', () => {
  test('is read into a snapshot, taken when the answer had come', async () => {
    const status = {
      connector: { state: 'RUNNING', worker_id: 'w1:8083' },
      tasks: [{ id: 0, state: 'FAILED', worker_id: 'w2:8083', trace: 'java.lang.X' }],
      type: 'sink',
    }
    const { url } = await answering(200, {
      'a/b c%é': { status, info: null },
      b: { status, info: { config: {} } },
    })
    const before = Date.now()
    const snapshot = await createConnectClient(connectionTo(url)).scan(never)
    expect(snapshot.takenAt).toBeGreaterThanOrEqual(before)
    expect(snapshot.connectors.map(({ name, tasks }) => [name, tasks[0]?.trace])).toEqual([
      ['a/b c%é', 'java.lang.X'],
      ['b', 'java.lang.X'],
    ])
  })

  test('of an answer without tasks fails, and names the worker', async () => {
    const one = await answering(200, { a: { status: { connector: { state: 'RUNNING' } }, info: null } })
    await expect(createConnectClient(connectionTo(one.url)).scan(never)).rejects.toThrow(
      `on ${one.host}: connector "a": status.tasks is missing; expected an array`,
    )
  })
})

describe('the base URL', () => {
  test.each(['', '/', '/connect/eu', '/connect/eu/'])('may end with %j', async (path) => {
    const one = await answering(200, {})
    await createConnectClient(connectionTo(`${one.url}${path}`)).scan(never)
    expect(asked(one)).toEqual([`GET ${path.replace(/\/$/, '')}/connectors?expand=status&expand=info`])
  })
})

describe('the request', () => {
  test('says who asks, and for what', async () => {
    const one = await answering(200, {})
    await createConnectClient(connectionTo(one.url)).scan(never)
    const { authorization, accept, 'user-agent': agent } = one.requests[0]?.headers ?? {}
    expect({ authorization, accept, agent }).toEqual({ accept: 'application/json', agent: 'connect-medic' })
  })

  test('carries name and password', async () => {
    const one = await answering(200, {})
    const auth = { type: 'basic', username: 'médic', password: 'p:w' } as const
    await createConnectClient({ ...connectionTo(one.url), auth }).scan(never)
    const [scheme, credentials = ''] = one.requests[0]?.headers.authorization?.split(' ') ?? []
    expect([scheme, Buffer.from(credentials, 'base64').toString()]).toEqual(['Basic', 'médic:p:w'])
  })

  test('carries a token', async () => {
    const one = await answering(200, {})
    await createConnectClient({
      ...connectionTo(one.url),
      auth: { type: 'bearer', token: 'a.b-c_d==' },
    }).scan(never)
    expect(one.requests[0]?.headers.authorization).toBe('Bearer a.b-c_d==')
  })

  test('that is refused as unauthorized says so', async () => {
    const { url } = await answering(401, 'User cannot access the resource.', { 'Content-Type': 'text/plain' })
    await expect(createConnectClient(connectionTo(url)).scan(never)).rejects.toThrow(UnauthorizedError)
  })
})

describe('a connector', () => {
  test('exists if Kafka Connect shows it', async () => {
    const one = await answering(200, { name: 'é ☃', config: {}, tasks: [], type: 'sink' })
    expect(await createConnectClient(connectionTo(one.url)).exists('é ☃', never)).toBe('exists')
    expect(asked(one)).toEqual(['GET /connectors/%C3%A9%20%E2%98%83'])
  })

  test('is gone if Kafka Connect does not find it', async () => {
    const { url } = await missing('Connector x not found')
    expect(await createConnectClient(connectionTo(url)).exists('x', never)).toBe('gone')
  })

  test.each([
    [404, jettyPage],
    [404, 'Not Found'],
    [404, { message: 'no Route matched with those values' }],
    [200, jettyPage],
    [200, { name: 'another' }],
  ])('is not gone by the word of somebody else: %i %j', async (status, body) => {
    const { url } = await answering(status, body)
    await expect(createConnectClient(connectionTo(url)).exists('x', never)).rejects.toThrow(
      MalformedAnswerError,
    )
  })

  test('is not gone because the base path is wrong', async () => {
    const { url } = await missing('HTTP 404 Not Found')
    await expect(createConnectClient(connectionTo(url)).exists('x', never)).rejects.toThrow(
      InvalidRequestError,
    )
  })

  test.each(['a/b c%é', '..', '', '\ud800'])(
    'named %j can not be asked after or restarted: no request is made',
    async (name) => {
      const one = await answering(202, {})
      const client = createConnectClient(connectionTo(one.url))
      await expect(client.exists(name, never)).rejects.toThrow(InvalidRequestError)
      await expect(client.restartFailed(name, never)).rejects.toThrow(
        'no URL reaches a connector of this name',
      )
      await expect(client.restartTask(name, 0, never)).rejects.toThrow(InvalidRequestError)
      expect(await client.offsetPoint(name, 'sink', never)).toMatchObject({ type: 'unavailable' })
      expect(one.requests).toHaveLength(0)
    },
  )
})

describe('a restart', () => {
  test('is of the connector and the tasks that failed', async () => {
    const one = await answering(202, { name: 'x', connector: {}, tasks: [] })
    expect(await createConnectClient(connectionTo(one.url)).restartFailed('x y', never)).toBe('accepted')
    expect(asked(one)).toEqual(['POST /connectors/x%20y/restart?includeTasks=true&onlyFailed=true'])
    // Kafka Connect refuses a form, as which axios would send a POST without a body.
    expect(one.requests[0]?.headers['content-type']).toBeUndefined()
  })

  test('is of the connector only before Kafka 3.0', async () => {
    const { url } = await answering(204, '')
    expect(await createConnectClient(connectionTo(url)).restartFailed('x', never)).toBe('connector-only')
  })

  test('of one task is asked for by its id', async () => {
    const one = await answering(204, '')
    await createConnectClient(connectionTo(one.url)).restartTask('x', 3, never)
    expect(asked(one)).toEqual(['POST /connectors/x/tasks/3/restart'])
  })

  test('of a connector that is gone is not found', async () => {
    const { url } = await missing('Unknown connector: x')
    await expect(createConnectClient(connectionTo(url)).restartFailed('x', never)).rejects.toThrow(
      NotFoundError,
    )
  })
})

describe('offsets', () => {
  const offsets = [{ partition: { kafka_topic: 't', kafka_partition: 0 }, offset: { kafka_offset: 42 } }]

  test('of a sink are reduced to a point', async () => {
    const one = await answering(200, { offsets })
    const point = await createConnectClient(connectionTo(one.url)).offsetPoint('x', 'sink', never)
    expect(point).toEqual({ type: 'sink', committed: 42, partitions: 1 })
    expect(asked(one)).toEqual(['GET /connectors/x/offsets'])
  })

  test.each<[string, number, unknown, string]>([
    [
      'there is no such endpoint, before Kafka 3.5',
      404,
      { error_code: 404, message: 'HTTP 404 Not Found' },
      'Kafka recent enough?',
    ],
    [
      'Kafka Connect fails to get them',
      500,
      { error_code: 500, message: 'Failed to retrieve consumer group offsets' },
      '500: Failed to retrieve',
    ],
    ['they are not allowed', 403, '', 'check the credentials'],
    ['a proxy answers', 200, jettyPage, 'HTML instead of JSON'],
    ['they are of another form', 200, { offsets: 7 }, 'offsets is a number; expected an array'],
  ])('are unavailable if %s', async (_when, status, body, why) => {
    const { url } = await answering(status, body)
    const point = await createConnectClient(connectionTo(url)).offsetPoint('x', 'sink', never)
    expect(point).toEqual({ type: 'unavailable', why: expect.stringContaining(why) })
  })

  test('of a connector whose plugin is not there are not asked for', async () => {
    const one = await answering(200, { offsets })
    expect(await createConnectClient(connectionTo(one.url)).offsetPoint('x', 'unknown', never)).toMatchObject(
      {
        type: 'unavailable',
      },
    )
    expect(one.requests).toHaveLength(0)
  })

  test('are given up when the caller gives up', async () => {
    const { url } = await answering(200, { offsets })
    const reason = new Error('too late')
    const point = createConnectClient(connectionTo(url)).offsetPoint('x', 'sink', AbortSignal.abort(reason))
    await expect(point).rejects.toBe(reason)
  })
})

describe('evidence', () => {
  const offsets = [{ partition: { kafka_topic: 't', kafka_partition: 0 }, offset: { kafka_offset: 42 } }]

  test('of offsets has the entries as they came', async () => {
    const one = await answering(200, { offsets })
    expect(await createConnectClient(connectionTo(one.url)).offsets('x y', never)).toEqual(offsets)
    expect(asked(one)).toEqual(['GET /connectors/x%20y/offsets'])
  })

  test('of active topics is that of the connector that was asked for', async () => {
    const one = await answering(200, { x: { topics: ['a', 'b'] }, y: { topics: ['c'] } })
    expect(await createConnectClient(connectionTo(one.url)).activeTopics('x', never)).toEqual(
      new Set(['a', 'b']),
    )
    expect(asked(one)).toEqual(['GET /connectors/x/topics'])
  })

  test('of plugins has the version of each class, unless there are several or none', async () => {
    const one = await answering(200, [
      { class: 'a.Sink', type: 'sink', version: '10.5.25' },
      { class: 'b.Sink', type: 'sink', version: '1' },
      { class: 'b.Sink', type: 'sink', version: '2' },
      { class: 'c.Sink', type: 'sink' },
      null,
    ])
    const versions = await createConnectClient(connectionTo(one.url)).pluginVersions(never)
    expect([...(versions ?? [])]).toEqual([['a.Sink', '10.5.25']])
    expect(asked(one)).toEqual(['GET /connector-plugins'])
  })

  test.each<[string, number, unknown]>([
    ['there is no such endpoint', 404, { error_code: 404, message: 'HTTP 404 Not Found' }],
    ['topics are not tracked', 403, { error_code: 403, message: 'Topic tracking is disabled.' }],
    ['Kafka Connect fails', 500, { error_code: 500, message: 'Failed to retrieve consumer group offsets' }],
    ['a proxy answers', 200, jettyPage],
    ['the answer is of another form', 200, { offsets: [7], x: { topics: [7] } }],
    ['the answer is of another connector', 200, { y: { topics: [] } }],
    ['the answer is nothing', 200, null],
  ])('is null if %s', async (_when, status, body) => {
    const client = createConnectClient(connectionTo((await answering(status, body)).url))
    expect(await client.offsets('x', never)).toBeNull()
    expect(await client.activeTopics('x', never)).toBeNull()
    expect(await client.pluginVersions(never)).toBeNull()
  })

  test('is null of a connector that no path reaches, without a request', async () => {
    const one = await answering(200, { offsets })
    expect(await createConnectClient(connectionTo(one.url)).offsets('a/b', never)).toBeNull()
    expect(await createConnectClient(connectionTo(one.url)).activeTopics('__proto__/', never)).toBeNull()
    expect(one.requests).toHaveLength(0)
  })

  test('is given up when the caller gives up', async () => {
    const { url } = await answering(200, { offsets })
    const reason = new Error('too late')
    const client = createConnectClient(connectionTo(url))
    await expect(client.offsets('x', AbortSignal.abort(reason))).rejects.toBe(reason)
    await expect(client.pluginVersions(AbortSignal.abort(reason))).rejects.toBe(reason)
  })
})

describe('the version', () => {
  test('is that of the worker', async () => {
    const one = await answering(200, { version: '7.7.0-ccs', commit: 'c', kafka_cluster_id: 'k' })
    expect(await createConnectClient(connectionTo(one.url)).version(never)).toBe('7.7.0-ccs')
    expect(asked(one)).toEqual(['GET /'])
  })

  test('is not made up', async () => {
    const { url } = await answering(200, { version: 7 })
    expect(await createConnectClient(connectionTo(url)).version(never)).toBeNull()
  })
})
