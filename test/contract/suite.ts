import { randomUUID } from 'node:crypto'
import { afterAll, afterEach, beforeAll, describe, expect, it } from 'vitest'
import { createConnectClient } from '../../lib/connect/client.ts'

/** A Connect cluster under test, and what is needed to give it something to do. */
export interface Subject {
  /** Base URLs of its workers' REST listeners, without a trailing slash. */
  readonly urls: readonly string[]
  createTopic(name: string, partitions: number): Promise<void>
  /** Writes `count` records to one partition. */
  produce(topic: string, partition: number, count: number): Promise<void>
  /**
   * Config (without a name) of a sink that keeps a buffer of `part.size` bytes for each open file, and commits a
   * partition's offset when `flush.size` records are written.
   */
  sinkConfig(topics: readonly string[], overrides?: Readonly<Record<string, string>>): Record<string, string>
  close(): Promise<void>
}

interface Answer {
  readonly status: number
  readonly contentType: string
  readonly location: string | null
  /** Parsed if it is JSON; otherwise the text. */
  readonly body: unknown
}

/** Longest wait for what a cluster does in its own time. */
const DEADLINE = { timeout: 25_000, interval: 100 }

/** More than the whole heap of any worker under test: the first record fails the task. */
const HUGE_PART = { 'part.size': String(2 ** 30) }
const SMALL_PART = { 'part.size': '1000', 'flush.size': '1' }

const NOT_STOPPED = 'Connectors must be in the STOPPED state before their offsets can be modified'
const ALTERED = 'The Connect framework-managed offsets for this connector have been altered successfully'

/** All that we rely on in Kafka Connect's REST API, as tests of whatever `open` opens. */
export function connectContract(title: string, open: () => Promise<Subject>): void {
  describe(title, () => {
    let subject: Subject
    const created = new Set<string>()

    beforeAll(async () => {
      subject = await open()
    })
    afterEach(async () => {
      for (const name of created) await ask('DELETE', `/connectors/${name}`)
      created.clear()
    })
    afterAll(() => subject.close())

    /** Asks a worker, again as long as it says that a rebalance is in the way. */
    async function ask(method: string, path: string, body?: unknown, worker = 0): Promise<Answer> {
      const giveUpAt = Date.now() + DEADLINE.timeout
      for (;;) {
        const answer = await askOnce(`${subject.urls[worker]}${path}`, method, body)
        if (!isRebalance(answer) || Date.now() > giveUpAt) return answer
        await new Promise((resolve) => setTimeout(resolve, DEADLINE.interval))
      }
    }

    const get = (path: string) => ask('GET', path)
    const statusOf = async (name: string) => (await get(`/connectors/${name}/status`)).body
    const offsetsOf = async (name: string) => sorted((await get(`/connectors/${name}/offsets`)).body)
    const running = (name: string, tasks = 1) =>
      expect
        .poll(() => statusOf(name), DEADLINE)
        .toMatchObject({
          connector: { state: 'RUNNING' },
          tasks: Array.from({ length: tasks }, (_, id) => ({ id, state: 'RUNNING' })),
        })
    const stopped = (name: string) =>
      expect
        .poll(() => statusOf(name), DEADLINE)
        .toMatchObject({ connector: { state: 'STOPPED' }, tasks: [] })
    const failed = (name: string) =>
      expect.poll(() => statusOf(name), DEADLINE).toMatchObject({ tasks: [{ id: 0, state: 'FAILED' }] })

    async function topic(partitions = 1, records = 0): Promise<string> {
      const name = `contract-${randomUUID()}`
      await subject.createTopic(name, partitions)
      if (records > 0) await subject.produce(name, 0, records)
      return name
    }

    async function create(
      config: Readonly<Record<string, string>>,
      initialState?: string,
      name = `contract-${randomUUID()}`,
    ): Promise<string> {
      created.add(name)
      const state = initialState === undefined ? {} : { initial_state: initialState }
      expect(await ask('POST', '/connectors', { name, config, ...state })).toMatchObject({ status: 201 })
      return name
    }

    /** A connector that runs on a topic of two partitions with three records in the first, all committed. */
    async function createRunning() {
      const on = await topic(2, 3)
      const name = await create(subject.sinkConfig([on], SMALL_PART))
      await running(name)
      await expect.poll(() => offsetsOf(name), DEADLINE).toEqual([offset(on, 0, 3), offset(on, 1, 0)])
      return { name, on }
    }

    async function createStopped() {
      const { name, on } = await createRunning()
      expect(await ask('PUT', `/connectors/${name}/stop`)).toMatchObject({ status: 204, body: '' })
      await stopped(name)
      return { name, on }
    }

    async function createFailed() {
      const on = await topic(1, 1)
      const name = await create(subject.sinkConfig([on], HUGE_PART))
      await failed(name)
      return { name, on }
    }

    describe('a worker', () => {
      it('tells its version and the id of its Kafka cluster', async () => {
        expect(await get('/')).toMatchObject({
          status: 200,
          body: { version: expect.stringMatching(/^\d+\.\d+/), kafka_cluster_id: expect.any(String) },
        })
      })

      it('says that it is healthy', async () => {
        expect(await get('/health')).toMatchObject({ status: 200, body: { status: 'healthy' } })
      })

      it('lists its plugins with class, type and version', async () => {
        const { 'connector.class': name } = subject.sinkConfig(['any'])
        expect((await get('/connector-plugins')).body).toContainEqual({
          class: name,
          type: 'sink',
          version: expect.any(String),
        })
      })

      it('answers for connectors that others run', async () => {
        const { name } = await createRunning()
        for (const worker of subject.urls.keys()) {
          expect((await ask('GET', '/connectors', undefined, worker)).body).toContain(name)
        }
      })
    })

    describe('what does not exist', () => {
      it.each([
        ['GET', '', 'Connector none not found'],
        ['GET', '/status', 'No status found for connector none'],
        ['GET', '/config', 'Connector none not found'],
        ['GET', '/tasks', 'Connector none not found'],
        ['GET', '/tasks/0/status', 'No status found for task none-0'],
        ['GET', '/offsets', 'Connector none not found'],
        ['PUT', '/pause', 'Unknown connector none'],
        ['PUT', '/resume', 'Unknown connector none'],
        ['PUT', '/stop', 'Unknown connector none'],
        ['POST', '/restart', 'Unknown connector: none'],
        ['POST', '/restart?includeTasks=true&onlyFailed=true', 'Unknown connector: none'],
        ['POST', '/tasks/0/restart', 'Unknown connector: none'],
        ['DELETE', '/offsets', 'Connector none not found'],
        ['DELETE', '', 'Connector none not found'],
      ])('%s /connectors/none%s is a 404: %s', async (method, path, message) => {
        expect(await ask(method, `/connectors/none${path}`)).toMatchObject({
          status: 404,
          body: { error_code: 404, message },
        })
      })

      it('has no topics, which is not an error', async () => {
        expect(await get('/connectors/none/topics')).toMatchObject({
          status: 200,
          body: { none: { topics: [] } },
        })
      })

      it('as a path, is a 404 too', async () => {
        expect(await get('/nowhere')).toMatchObject({ status: 404 })
      })

      it.each(['a%2Fb', 'a%25b'])(
        'can not even be asked for by the name %s: 400, and no JSON',
        async (name) => {
          for (const [method, path] of [
            ['GET', '/status'],
            ['POST', '/restart?includeTasks=true&onlyFailed=true'],
          ] as const) {
            const answer = await ask(method, `/connectors/${name}${path}`)
            expect(answer).toMatchObject({ status: 400, contentType: expect.stringContaining('text/html') })
            expect(answer.body).toContain('Ambiguous URI path')
          }
          expect(await ask('DELETE', `/connectors/${name}`)).toMatchObject({ status: 400, body: '' })
        },
      )
    })

    describe('POST /connectors', () => {
      it('answers 201 with the config, the name in it, and no tasks yet', async () => {
        const config = subject.sinkConfig([await topic()], SMALL_PART)
        const name = `contract-${randomUUID()}`
        created.add(name)
        expect(await ask('POST', '/connectors', { name, config })).toMatchObject({
          status: 201,
          location: expect.stringContaining(`/connectors/${name}`),
          body: { name, config: { ...config, name }, tasks: [], type: 'sink' },
        })
      })

      it('answers 409 for a name that exists, and that is no rebalance', async () => {
        const { name, on } = await createStopped()
        const again = await ask('POST', '/connectors', { name, config: subject.sinkConfig([on]) })
        expect(again).toMatchObject({
          status: 409,
          body: { error_code: 409, message: `Connector ${name} already exists` },
        })
      })

      it('answers 400 and every error of an invalid config', async () => {
        const { 'out.dir': _, ...config } = subject.sinkConfig(['any'], { 'part.size': 'many' })
        const answer = await ask('POST', '/connectors', { name: 'none', config })
        expect(answer).toMatchObject({ status: 400, body: { error_code: 400 } })
        for (const line of [
          'Connector configuration is invalid and contains the following 2 error(s):\n',
          'Invalid value many for configuration part.size: Not a number of type INT\n',
          'Missing required configuration "out.dir" which has no default value.\n',
        ]) {
          expect(messageOf(answer)).toContain(line)
        }
      })

      it.each([
        [
          'a class that no worker has',
          { 'connector.class': 'none.Such' },
          'Failed to find any class that implements',
        ],
        ['no class', {}, 'Connector config contains no connector type'],
        [
          'another name in the config',
          { name: 'other' },
          "(other) doesn't match connector name in the URL (none)",
        ],
      ])('answers 400 for %s', async (_, config, message) => {
        const answer = await ask('POST', '/connectors', { name: 'none', config })
        expect(answer).toMatchObject({ status: 400, body: { error_code: 400 } })
        expect(messageOf(answer)).toContain(message)
      })

      it('answers 500, not 400, for a field that it does not know', async () => {
        const answer = await ask('POST', '/connectors', { name: 'none', config: {}, initial_mood: 'STOPPED' })
        expect(answer).toMatchObject({ status: 500, body: { error_code: 500 } })
        expect(messageOf(answer)).toContain('Unrecognized field "initial_mood"')
      })

      it('answers 500 for an initial state that there is not', async () => {
        const config = subject.sinkConfig(['any'])
        const answer = await ask('POST', '/connectors', { name: 'none', config, initial_state: 'ASLEEP' })
        expect(answer).toMatchObject({ status: 500, body: { error_code: 500 } })
      })

      it('creates with initial_state STOPPED what has no tasks, takes offsets, and starts from them', async () => {
        const on = await topic(1, 10)
        const name = await create(subject.sinkConfig([on], SMALL_PART), 'STOPPED')
        await stopped(name)
        expect(await offsetsOf(name)).toEqual([])
        const set = await ask('PATCH', `/connectors/${name}/offsets`, { offsets: [offset(on, 0, 12)] })
        expect(set).toMatchObject({ status: 200 })
        expect(await offsetsOf(name)).toEqual([offset(on, 0, 12)])
        await subject.produce(on, 0, 5)
        await ask('PUT', `/connectors/${name}/resume`)
        await expect.poll(() => offsetsOf(name), DEADLINE).toEqual([offset(on, 0, 15)])
      })
    })

    describe('what is told of a connector', () => {
      it('its status: states, worker ids as host:port, versions, type', async () => {
        const { name } = await createRunning()
        const instance = {
          state: 'RUNNING',
          worker_id: expect.stringMatching(/^[^:/]+:\d+$/),
          version: expect.any(String),
        }
        expect(await statusOf(name)).toEqual({
          name,
          connector: instance,
          tasks: [{ id: 0, ...instance }],
          type: 'sink',
        })
        expect((await get(`/connectors/${name}/tasks/0/status`)).body).toEqual({ id: 0, ...instance })
      })

      it('all of it in one request: expand=status and expand=info', async () => {
        const { name, on } = await createRunning()
        const config = { ...subject.sinkConfig([on], SMALL_PART), name }
        const { body } = await get('/connectors?expand=status&expand=info')
        expect(body).toHaveProperty([name], {
          status: await statusOf(name),
          info: { name, config, tasks: [{ connector: name, task: 0 }], type: 'sink' },
        })
        expect((await get(`/connectors/${name}`)).body).toEqual({
          name,
          config,
          tasks: [{ connector: name, task: 0 }],
          type: 'sink',
        })
        expect((await get(`/connectors/${name}/config`)).body).toEqual(config)
      })

      it('the topics that it was seen to read', async () => {
        const { name, on } = await createRunning()
        expect((await get(`/connectors/${name}/topics`)).body).toEqual({ [name]: { topics: [on] } })
      })

      it('no offsets before its first commit; then those of all partitions, also where nothing was read', async () => {
        const on = await topic(2)
        const name = await create(subject.sinkConfig([on], SMALL_PART))
        await running(name)
        expect(await offsetsOf(name)).toEqual([])
        await subject.produce(on, 1, 4)
        await expect.poll(() => offsetsOf(name), DEADLINE).toEqual([offset(on, 0, 0), offset(on, 1, 4)])
      })
    })

    describe('pause, resume, stop', () => {
      it('pauses the connector and its tasks, and resumes them', async () => {
        const { name } = await createRunning()
        expect(await ask('PUT', `/connectors/${name}/pause`)).toMatchObject({ status: 202, body: '' })
        await expect
          .poll(() => statusOf(name), DEADLINE)
          .toMatchObject({ connector: { state: 'PAUSED' }, tasks: [{ state: 'PAUSED' }] })
        expect(await ask('PUT', `/connectors/${name}/resume`)).toMatchObject({ status: 202, body: '' })
        await running(name)
      })

      it('stops with 204 at once, and some time later is STOPPED without tasks; resume brings them back', async () => {
        const { name } = await createStopped()
        expect((await get(`/connectors/${name}`)).body).toMatchObject({ tasks: [] })
        await ask('PUT', `/connectors/${name}/resume`)
        await running(name)
      })
    })

    describe('offsets', () => {
      it('are not to be altered or reset unless the connector is STOPPED', async () => {
        const { name, on } = await createRunning()
        const patch = await ask('PATCH', `/connectors/${name}/offsets`, { offsets: [offset(on, 0, 1)] })
        expect(patch.status).toBe(400)
        expect(messageOf(patch)).toContain(NOT_STOPPED)
        const reset = await ask('DELETE', `/connectors/${name}/offsets`)
        expect(reset.status).toBe(400)
        expect(messageOf(reset)).toContain(NOT_STOPPED)
      })

      it('are altered partition by partition, leaving others alone; null deletes one', async () => {
        const { name, on } = await createStopped()
        const alter = (offsets: readonly unknown[]) =>
          ask('PATCH', `/connectors/${name}/offsets`, { offsets })
        const altered = await alter([offset(on, 1, 7)])
        expect(altered.status).toBe(200)
        expect(messageOf(altered)).toContain(ALTERED)
        expect(await offsetsOf(name)).toEqual([offset(on, 0, 3), offset(on, 1, 7)])
        expect(await alter([{ ...offset(on, 1, 7), offset: null }])).toMatchObject({ status: 200 })
        expect(await offsetsOf(name)).toEqual([offset(on, 0, 3)])
      })

      it('can be set to what they are, which proves that the group is empty', async () => {
        const { name } = await createStopped()
        const { body } = await get(`/connectors/${name}/offsets`)
        await expect
          .poll(() => ask('PATCH', `/connectors/${name}/offsets`, body), DEADLINE)
          .toMatchObject({ status: 200 })
        expect((await get(`/connectors/${name}/offsets`)).body).toEqual(body)
      })

      it('are reset by DELETE, as often as one likes', async () => {
        const { name } = await createStopped()
        for (const time of ['first', 'second']) {
          expect(await ask('DELETE', `/connectors/${name}/offsets`), time).toMatchObject({ status: 200 })
          expect(await offsetsOf(name)).toEqual([])
        }
      })

      it.each([
        [
          'no offsets',
          { offsets: [] },
          'Partitions / offsets need to be provided for an alter offsets request',
        ],
        [
          'no partition',
          entry({ kafka_topic: 't' }, { kafka_offset: 1 }),
          "'kafka_topic' and 'kafka_partition'",
        ],
        [
          'a partition that is no number',
          entry({ kafka_topic: 't', kafka_partition: 'x' }, { kafka_offset: 1 }),
          'Partition values for sink connectors need to be integers',
        ],
        [
          'an offset without its key',
          entry({ kafka_topic: 't', kafka_partition: 0 }, { offset: 1 }),
          "should either be null or contain the key 'kafka_offset'",
        ],
      ])('are refused with 400: %s', async (_, body, message) => {
        const name = await create(subject.sinkConfig([await topic()], SMALL_PART), 'STOPPED')
        await stopped(name)
        const answer = await ask('PATCH', `/connectors/${name}/offsets`, body)
        expect(answer).toMatchObject({ status: 400, body: { error_code: 400 } })
        expect(messageOf(answer)).toContain(message)
      })

      it('of a partition that does not exist are a 500', async () => {
        const { name, on } = await createStopped()
        const answer = await ask('PATCH', `/connectors/${name}/offsets`, { offsets: [offset(on, 9, 1)] })
        expect(answer).toMatchObject({
          status: 500,
          body: { message: `Failed to alter consumer group offsets for connector ${name}` },
        })
      })

      it('outlive their connector', async () => {
        const { name, on } = await createStopped()
        await ask('DELETE', `/connectors/${name}`)
        await expect.poll(() => get(`/connectors/${name}/status`), DEADLINE).toMatchObject({ status: 404 })
        await create(subject.sinkConfig([on], SMALL_PART), 'STOPPED', name)
        await stopped(name)
        expect(await offsetsOf(name)).toEqual([offset(on, 0, 3), offset(on, 1, 0)])
      })
    })

    describe('a task that ran out of heap', () => {
      it('is FAILED, with the whole trace, while its connector stays RUNNING', async () => {
        const { name } = await createFailed()
        const status = await statusOf(name)
        expect(status).toMatchObject({
          connector: { state: 'RUNNING' },
          tasks: [{ id: 0, state: 'FAILED', worker_id: expect.any(String), trace: expect.any(String) }],
        })
        const lines = JSON.stringify(status).split('\\n')
        expect(lines[0]).toMatch(/ConnectException: Exiting WorkerSinkTask due to unrecoverable exception\.$/)
        expect(lines[1]).toMatch(
          /^\\tat org\.apache\.kafka\.connect\.runtime\.WorkerSinkTask\.deliverMessages/,
        )
        expect(lines).toContain('Caused by: java.lang.OutOfMemoryError: Java heap space')
      })

      it('has committed nothing', async () => {
        const { name } = await createFailed()
        expect(await offsetsOf(name)).toEqual([])
      })

      it('is restarted by onlyFailed, the connector is not: 202 and the plan, with the old trace in it', async () => {
        const { name } = await createFailed()
        const plan = await ask('POST', `/connectors/${name}/restart?includeTasks=true&onlyFailed=true`)
        expect(plan).toMatchObject({
          status: 202,
          body: {
            name,
            connector: { state: 'RUNNING' },
            tasks: [{ id: 0, state: 'RESTARTING', trace: expect.stringContaining('OutOfMemoryError') }],
            type: 'sink',
          },
        })
        await failed(name)
      })

      it('stays FAILED through pause and resume', async () => {
        const { name } = await createFailed()
        await ask('PUT', `/connectors/${name}/pause`)
        await expect
          .poll(() => statusOf(name), DEADLINE)
          .toMatchObject({ connector: { state: 'PAUSED' }, tasks: [{ state: 'FAILED' }] })
        await ask('PUT', `/connectors/${name}/resume`)
        await expect
          .poll(() => statusOf(name), DEADLINE)
          .toMatchObject({ connector: { state: 'RUNNING' }, tasks: [{ state: 'FAILED' }] })
      })

      it('is revived by a PUT of a config that differs', async () => {
        const { name, on } = await createFailed()
        const config = subject.sinkConfig([on], SMALL_PART)
        expect(await ask('PUT', `/connectors/${name}/config`, config)).toMatchObject({
          status: 200,
          body: { name, config: { ...config, name }, type: 'sink' },
        })
        await running(name)
        await expect.poll(() => offsetsOf(name), DEADLINE).toEqual([offset(on, 0, 1)])
      })

      it('does not keep its connector from being stopped, and its offsets from being set', async () => {
        const { name, on } = await createFailed()
        await ask('PUT', `/connectors/${name}/stop`)
        await stopped(name)
        await expect
          .poll(() => ask('PATCH', `/connectors/${name}/offsets`, { offsets: [offset(on, 0, 1)] }), DEADLINE)
          .toMatchObject({ status: 200 })
        await ask('PUT', `/connectors/${name}/resume`)
        await running(name)
      })
    })

    describe('restart of what runs', () => {
      it('without parameters restarts the connector instance, and answers 204', async () => {
        const { name } = await createRunning()
        expect(await ask('POST', `/connectors/${name}/restart`)).toMatchObject({ status: 204, body: '' })
        await running(name)
      })

      it('with onlyFailed does nothing, and answers 202', async () => {
        const { name } = await createRunning()
        const plan = await ask('POST', `/connectors/${name}/restart?includeTasks=true&onlyFailed=true`)
        expect(plan).toMatchObject({
          status: 202,
          body: { connector: { state: 'RUNNING' }, tasks: [{ state: 'RUNNING' }] },
        })
      })

      it('is refused with 415 if it says that it sends a form, and taken from our client, which does not', async () => {
        const { name } = await createRunning()
        const path = `/connectors/${name}/restart?includeTasks=true&onlyFailed=true`
        const form = { method: 'POST', headers: { 'Content-Type': 'application/x-www-form-urlencoded' } }
        expect((await fetch(`${subject.urls[0]}${path}`, form)).status).toBe(415)
        const client = createConnectClient({
          cluster: 'contract',
          urls: subject.urls,
          auth: { type: 'none' },
          tls: {},
        })
        const { signal } = new AbortController()
        await expect.poll(() => client.restartFailed(name, signal).catch(String), DEADLINE).toBe('accepted')
      })

      it('with includeTasks restarts all', async () => {
        const { name } = await createRunning()
        const plan = await ask('POST', `/connectors/${name}/restart?includeTasks=true`)
        expect(plan).toMatchObject({
          status: 202,
          body: { connector: { state: 'RESTARTING' }, tasks: [{ state: 'RESTARTING' }] },
        })
        await running(name)
      })

      it('of one task answers 204, and 404 for a task that there is not', async () => {
        const { name } = await createRunning()
        expect(await ask('POST', `/connectors/${name}/tasks/0/restart`)).toMatchObject({ status: 204 })
        expect(await ask('POST', `/connectors/${name}/tasks/7/restart`)).toMatchObject({
          status: 404,
          body: { message: `Unknown task: ${name}-7` },
        })
        await running(name)
      })
    })

    describe('config', () => {
      it('is patched key by key, null removes one', async () => {
        const { name, on } = await createStopped()
        const patch = (keys: unknown) => ask('PATCH', `/connectors/${name}/config`, keys)
        const config = { ...subject.sinkConfig([on], SMALL_PART), name }
        expect(await patch({ 'part.size': '2000', note: 'x' })).toMatchObject({
          status: 200,
          body: { config: { ...config, 'part.size': '2000', note: 'x' } },
        })
        await patch({ note: null })
        expect((await get(`/connectors/${name}/config`)).body).toEqual({ ...config, 'part.size': '2000' })
      })

      it('is refused with 400 if it is invalid, and stays as it was', async () => {
        const { name, on } = await createStopped()
        const invalid = subject.sinkConfig([on], { 'part.size': 'many' })
        expect(await ask('PUT', `/connectors/${name}/config`, invalid)).toMatchObject({ status: 400 })
        expect((await get(`/connectors/${name}/config`)).body).toMatchObject(SMALL_PART)
      })

      it('leaves a STOPPED connector STOPPED', async () => {
        const { name, on } = await createStopped()
        const config = subject.sinkConfig([on], { ...SMALL_PART, 'part.size': '2000' })
        expect(await ask('PUT', `/connectors/${name}/config`, config)).toMatchObject({ status: 200 })
        await stopped(name)
      })

      it('is validated without being used: 200, also with errors', async () => {
        const config = subject.sinkConfig(['any'], { 'part.size': 'many' })
        const path = `/connector-plugins/${config['connector.class']}/config/validate`
        const answer = await ask('PUT', path, { ...config, name: 'none' })
        expect(answer).toMatchObject({ status: 200, body: { error_count: 1 } })
        expect(answer.body).toHaveProperty(
          'configs',
          expect.arrayContaining([
            expect.objectContaining({
              value: expect.objectContaining({
                name: 'part.size',
                errors: ['Invalid value many for configuration part.size: Not a number of type INT'],
              }),
            }),
          ]),
        )
      })
    })

    describe('DELETE', () => {
      it('answers 204, then 404', async () => {
        const { name } = await createRunning()
        expect(await ask('DELETE', `/connectors/${name}`)).toMatchObject({ status: 204 })
        await expect.poll(() => get(`/connectors/${name}/status`), DEADLINE).toMatchObject({ status: 404 })
        expect((await get('/connectors')).body).not.toContain(name)
        expect(await ask('DELETE', `/connectors/${name}`)).toMatchObject({ status: 404 })
      })
    })
  })
}

async function askOnce(url: string, method: string, body: unknown): Promise<Answer> {
  const response = await fetch(url, {
    method,
    // after "Ambiguous URI path" Jetty 12 closes the connection without a word: a request that reuses it would fail
    headers: { Connection: 'close', ...(body === undefined ? {} : { 'Content-Type': 'application/json' }) },
    ...(body === undefined ? {} : { body: JSON.stringify(body) }),
  })
  const text = await response.text()
  const contentType = response.headers.get('content-type') ?? ''
  return {
    status: response.status,
    contentType,
    location: response.headers.get('location'),
    body: contentType.includes('json') && text !== '' ? JSON.parse(text) : text,
  }
}

/** Two faces of the same thing: 409 for what goes through the leader, 500 for reads. */
function isRebalance(answer: Answer): boolean {
  return (
    (answer.status === 409 && /^Cannot complete request/.test(messageOf(answer))) ||
    (answer.status === 500 && messageOf(answer).includes('a rebalance is expected'))
  )
}

function messageOf({ body }: Answer): string {
  return typeof body === 'object' && body !== null && 'message' in body ? String(body.message) : ''
}

const offset = (topic: string, partition: number, next: number) => ({
  partition: { kafka_topic: topic, kafka_partition: partition },
  offset: { kafka_offset: next },
})

const entry = (partition: unknown, offset: unknown) => ({ offsets: [{ partition, offset }] })

/** The entries of an answer of GET …/offsets, by topic and partition; their own order says nothing. */
function sorted(body: unknown): unknown {
  if (typeof body !== 'object' || body === null || !('offsets' in body) || !Array.isArray(body.offsets))
    return body
  return body.offsets.toSorted((a, b) => (place(a) < place(b) ? -1 : 1))
}

const place = ({ partition }: ReturnType<typeof offset>) =>
  `${partition.kafka_topic} ${partition.kafka_partition}`
