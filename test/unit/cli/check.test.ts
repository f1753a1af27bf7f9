import { describe, expect, it, vi } from 'vitest'
import { worker } from '../connect/worker.ts'
import { runCaptured } from './capture.ts'
import { entry, fakeConnect, MAGIC_BYTE, REFUSED, RUNNING, Status } from './fake-connect.ts'
import { CONFIG, offsetsOf, TOPICS } from './founding.ts'

/** The pause before a second look is not waited for. */
const pauses = vi.hoisted((): number[] => [])
vi.mock('node:timers/promises', async (original) => ({
  ...(await original<object>()),
  setTimeout: async (ms: number) => {
    pauses.push(ms)
  },
}))

const UNASSIGNED = { state: 'UNASSIGNED' }

describe('check of a cluster where all is well', () => {
  it('exits with 0 after one request', async () => {
    const { url, requests } = await fakeConnect({
      'GET /connectors': [
        {
          orders: entry('orders', [RUNNING, RUNNING]),
          carts: entry('carts', [{ state: 'PAUSED' }], { connector: { state: 'PAUSED' } }),
          old: entry('old', [], { connector: { state: 'STOPPED' } }),
        },
      ],
    })
    const { code, out, err } = await runCaptured(['check', '--url', url])
    expect({ code, err }).toEqual({ code: 0, err: '' })
    expect(out).toBe(
      `✓ ${new URL(url).host}: 3 connectors, 3 tasks; nothing is wrong (1 paused, 1 stopped)\n`,
    )
    expect(requests).toEqual(['GET /connectors?expand=status&expand=info'])
  })

  it('exits with 0 if there are no connectors', async () => {
    const { url } = await fakeConnect({ 'GET /connectors': [{}] })
    expect(await runCaptured(['check', '--url', url])).toMatchObject({ code: 0 })
  })

  it('prints the JSON contract and nothing else', async () => {
    const { url } = await fakeConnect({ 'GET /connectors': [{ orders: entry('orders', [RUNNING]) }] })
    const { out, err } = await runCaptured(['check', '--url', url, '--json'])
    expect(JSON.parse(out)).toEqual({ cluster: new URL(url).host, diagnoses: [], risks: [], missing: [] })
    expect(err).toBe('')
  })
})

describe('check of a cluster where something failed', () => {
  const broken = {
    orders: entry('orders', [REFUSED, RUNNING]),
    carts: entry('carts', [MAGIC_BYTE]),
    fine: entry('fine', [RUNNING]),
  }

  it('exits with 1 and says what failed, why, and whether a restart can help', async () => {
    const { url, requests } = await fakeConnect({ 'GET /connectors': [broken] })
    const { code, out, err } = await runCaptured(['check', '--url', url])
    expect({ code, err }).toEqual({ code: 1, err: '' })
    expect(requests).toHaveLength(1)
    expect(out).toMatch(/3 connectors, 4 tasks; something is wrong with 2 connectors/)
    expect(out).toMatch(/orders +0 of 2 +10\.0\.0\.1:8083 +network +helps/)
    expect(out).toMatch(/carts +0 of 1 +10\.0\.0\.1:8083 +bad-record +useless/)
    expect(out).toContain('Unknown magic byte!')
    expect(out).not.toContain('fine')
  })

  it('prints the JSON contract, in which there is no whole trace', async () => {
    const { url } = await fakeConnect({ 'GET /connectors': [broken] })
    const { code, out } = await runCaptured(['check', '--url', url, '--json'])
    expect(code).toBe(1)
    const { cluster, diagnoses, risks } = JSON.parse(out)
    expect({ cluster, risks }).toEqual({ cluster: new URL(url).host, risks: [] })
    expect(diagnoses).toHaveLength(2)
    for (const diagnosis of diagnoses) {
      expect(diagnosis).toMatchObject({
        connector: expect.any(String),
        scope: expect.stringMatching(/^(connector|tasks|worker)$/),
        tasks: [0],
        workers: ['10.0.0.1:8083'],
        kind: expect.any(String),
        restart: expect.stringMatching(/^(helps|once|useless)$/),
        summary: expect.any(String),
        remedies: expect.any(Array),
        evidence: expect.any(Array),
      })
    }
    expect(out).not.toContain('deliverMessages')
  })

  it('shows a fault once, however many connectors have it, and keeps to a screen', async () => {
    const many = Object.fromEntries(
      Array.from({ length: 60 }, (_, index) => [`sink-${index}`, entry(`sink-${index}`, [MAGIC_BYTE])]),
    )
    const { url } = await fakeConnect({ 'GET /connectors': [many] })
    const { out } = await runCaptured(['check', '--url', url])
    expect(out.split('Unknown magic byte!')).toHaveLength(2)
    expect(out).toContain('… and 40 rows more: --json has all')
    expect(out.split('\n').length).toBeLessThan(60)
  })

  it('never prints what a trace or a configuration keeps secret', async () => {
    const trace = [
      'org.apache.kafka.connect.errors.ConnectException: java.sql.SQLException: Access denied: jdbc:mysql://db:3306/x?user=ops&password=hunter2',
      '\tat com.example.ExampleSinkTask.put(ExampleSinkTask.java:58)',
      'Caused by: java.sql.SQLException: Access denied for user ops, password=hunter2, url https://ops:hunter2@db',
      '',
    ].join('\n')
    const config = { 'connection.password': 'hunter2', 'connection.url': 'jdbc:mysql://ops:hunter2@db/x' }
    const leaky = { orders: entry('orders', [{ state: 'FAILED', trace }], { config }) }
    const { url } = await fakeConnect({ 'GET /connectors': [leaky] })
    for (const options of [[], ['--json']]) {
      const { code, out, err } = await runCaptured(['check', '--url', url, ...options])
      expect(code).toBe(1)
      expect(out + err).not.toContain('hunter2')
    }
  })

  it('lets no trace and no name move the cursor, colour the screen or fake a line', async () => {
    const name = 'orders\u001b[2J\u009b31m\n✓ all is well'
    const trace = `com.example.Broken\u001b[31mException: \u001b]0;title\u0007\u202eliar\r\n\tat com.example.A.b(A.java:1)\n`
    const hostile = { [name]: entry(name, [{ state: 'FAILED', trace }]) }
    const { url } = await fakeConnect({ 'GET /connectors': [hostile] })
    for (const options of [[], ['--json']]) {
      const { code, out } = await runCaptured(['check', '--url', url, ...options])
      expect(code).toBe(1)
      expect(out.replaceAll('\n', '')).not.toMatch(/[\p{Cc}\u202e]/u)
      expect(out).not.toMatch(/^✓/m)
    }
  })
})

describe('check of a cluster where a heap ran out', () => {
  const trace = 'java.lang.OutOfMemoryError: Java heap space\n\tat a.B.c(B.java:1)\n'
  const starved = {
    's3-orders': entry('s3-orders', [{ state: 'FAILED', trace }], { config: CONFIG }),
    beside: entry('beside', [RUNNING]),
  }

  it('asks for evidence, once, and tells the cause in bytes', async () => {
    const { url, requests } = await fakeConnect({
      'GET /connectors': [starved],
      'GET /connectors/s3-orders/offsets': [offsetsOf(TOPICS, 4)],
    })
    const { code, out } = await runCaptured(['check', '--url', url, '--heap', '2g', '--json'])
    expect(code).toBe(1)
    const { diagnoses, missing } = JSON.parse(out)
    expect(diagnoses).toMatchObject([
      { oom: { cause: 'open-writers', confidence: 'high', bytes: { heap: 2 ** 31 } } },
    ])
    expect(diagnoses[0].summary).toContain('88 part buffers of 26 MiB take 2,288 MiB of 2,048 MiB')
    expect(missing.join()).toContain('kafka-get-offsets.sh')
    expect([...requests].sort()).toEqual([
      'GET /',
      'GET /connector-plugins',
      'GET /connectors/beside/offsets',
      'GET /connectors/beside/topics',
      'GET /connectors/s3-orders/offsets',
      'GET /connectors/s3-orders/topics',
      'GET /connectors?expand=status&expand=info',
    ])
  })

  it('says what is not known, and how to tell', async () => {
    const { url } = await fakeConnect({
      'GET /connectors': [starved],
      'GET /connectors/s3-orders/offsets': [new Status(500, { error_code: 500, message: 'timed out' })],
    })
    const { code, out, err } = await runCaptured(['check', '--url', url])
    expect({ code, err }).toEqual({ code: 1, err: '' })
    expect(out).toContain('Not known\n   maximum heap of')
    expect(out).toContain('kafka-topics.sh')
  })

  it('knows of other workers by --workers, and then tries a split', async () => {
    const { url } = await fakeConnect({
      'GET /connectors': [starved],
      'GET /connectors/s3-orders/offsets': [offsetsOf(TOPICS, 4)],
    })
    const remediesOf = async (...options: readonly string[]) => {
      const { out } = await runCaptured(['check', '--url', url, '--heap', '2g', '--json', ...options])
      return JSON.parse(out).diagnoses[0].remedies.map(({ remedy }: { remedy: string }) => remedy)
    }
    expect(await remediesOf()).not.toContain('split-connector')
    expect(await remediesOf('--workers', '2')).toContain('split-connector')
  })
})

describe('check of a cluster that may be settling', () => {
  it('looks again before it calls a connector that was just created a failure', async () => {
    const { url, requests } = await fakeConnect({
      'GET /connectors': [{ orders: entry('orders', []) }, { orders: entry('orders', [RUNNING]) }],
    })
    pauses.length = 0
    expect(await runCaptured(['check', '--url', url])).toMatchObject({ code: 0 })
    expect(requests).toHaveLength(2)
    expect(pauses).toEqual([2000])
  })

  it('looks again if nothing has a worker yet', async () => {
    const waiting = entry('orders', [UNASSIGNED], { connector: UNASSIGNED })
    const { url, requests } = await fakeConnect({
      'GET /connectors': [{ orders: waiting }, { orders: entry('orders', [RUNNING]) }],
    })
    expect(await runCaptured(['check', '--url', url])).toMatchObject({ code: 0 })
    expect(requests).toHaveLength(2)
  })

  it('exits with 1 if a running connector still has no tasks', async () => {
    const { url } = await fakeConnect({
      'GET /connectors': [{ orders: entry('orders', []) }],
    })
    const { code, out } = await runCaptured(['check', '--url', url])
    expect(code).toBe(1)
    expect(out).toContain('not-placed')
  })

  it('leaves a connector alone that was created between the looks', async () => {
    const { url } = await fakeConnect({
      'GET /connectors': [
        { orders: entry('orders', []) },
        { orders: entry('orders', [RUNNING]), carts: entry('carts', []) },
      ],
    })
    expect(await runCaptured(['check', '--url', url])).toMatchObject({ code: 0 })
  })
})

describe('check without an answer', () => {
  const html = '<html><body>Bad gateway</body></html>'

  it.each([
    ['401', 401, 'User cannot access the resource.'],
    ['403', 403, html],
    ['404', 404, html],
    ['502', 502, html],
    [
      'a rebalance',
      409,
      '{"error_code":409,"message":"Cannot complete request momentarily due to stale configuration"}',
    ],
    ['HTML', 200, html],
    ['an empty body', 200, ''],
    ['a cut body', 200, '{"orders":{"status":{'],
    ['JSON of another shape', 200, '[]'],
    ['half of an entry', 200, '{"orders":{"info":null}}'],
  ])('exits with 2 and one line: %s', async (_what, status, body) => {
    const { url } = await worker((_request, response) => {
      response.writeHead(status, { 'content-type': 'text/html' })
      response.end(body)
    })
    const { code, out, err } = await runCaptured(['check', '--url', url, '--json'])
    expect({ code, out }).toEqual({ code: 2, out: '' })
    expect(err).toMatch(/^connect-medic: [^\n]*GET \/connectors[^\n]+\n$/)
  })

  it('exits with 2 if the connection is cut in the middle of the answer', async () => {
    const { url } = await worker((_request, response) => {
      response.writeHead(200, { 'content-type': 'application/json', 'content-length': '1000' })
      response.write('{"orders":')
      setImmediate(() => response.destroy())
    })
    expect(await runCaptured(['check', '--url', url])).toMatchObject({ code: 2, out: '' })
  })

  it('exits with 2 if nobody listens there', async () => {
    const { code, err } = await runCaptured(['check', '--url', 'http://127.0.0.1:1'])
    expect(code).toBe(2)
    expect(err).toMatch(/connection refused/)
  })

  it('exits with 2 if the answer takes longer than --timeout', async () => {
    const { url } = await worker(() => {})
    const { code, err } = await runCaptured(['check', '--url', url, '--timeout', '50ms'])
    expect(code).toBe(2)
    expect(err).toMatch(/50 ms/)
  })

  it('exits with 2 if there is no TLS on that port', async () => {
    const { url } = await fakeConnect({ 'GET /connectors': [{}] })
    const { code, err } = await runCaptured(['check', '--url', url.replace('http:', 'https:')])
    expect(code).toBe(2)
    expect(err).toMatch(/TLS/)
  })
})
