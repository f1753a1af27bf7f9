import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import { CloudWatchClient, GetMetricDataCommand } from '@aws-sdk/client-cloudwatch'
import { mockClient } from 'aws-sdk-client-mock'
import { beforeEach, describe, expect, it } from 'vitest'
import type { HeapSource } from '../../../lib/domain/cluster-config.ts'
import { readHeaps } from '../../../lib/evidence/heap.ts'
import { answering, type FakeWorker, never, rawWorker, tlsWorker, worker } from '../connect/worker.ts'

const here = (name: string) => readFileSync(join(import.meta.dirname, name), 'utf8')
const metrics = here('captures/metrics.txt')
const certificate = (name: string) => here(`../connect/certificates/${name}`)
const cloudWatch = mockClient(CloudWatchClient)
const means = { cloudWatch: new CloudWatchClient({ region: 'eu-west-1' }), ca: null }
const ID = '127.0.0.1:8083'
const HEAP = { usedBytes: 102_251_520, used: 'now', maxBytes: 268_435_456 }

const agentOn = (url: string, type: 'prometheus' | 'jolokia' = 'prometheus'): HeapSource => ({
  type,
  url: `${url.replace('127.0.0.1', '{host}')}/metrics`,
})
const heapsBy = (agent: FakeWorker, type?: 'prometheus' | 'jolokia') =>
  readHeaps(agentOn(agent.url, type), [ID], means, never)

describe('heaps by agents', () => {
  it('are asked for with one request each, for no more than is wanted', async () => {
    const agent = await answering(200, metrics)
    const { values, problems } = await heapsBy(agent)
    expect([...values]).toEqual([[ID, HEAP]])
    expect(problems).toEqual([])
    expect(agent.requests.map(({ url }) => url)).toEqual([
      expect.stringMatching(/^\/metrics\?name%5B%5D=jvm_/),
    ])
  })

  it('are asked of Jolokia by a post', async () => {
    const agent = await answering(200, here('captures/jolokia-after-gc.json'))
    const { values } = await heapsBy(agent, 'jolokia')
    expect(values.get(ID)).toMatchObject({ usedBytes: 22_370_280, used: 'after-gc' })
    expect(agent.requests.map(({ method }) => method)).toEqual(['POST'])
  })

  it.each<[string, () => Promise<FakeWorker>, string]>([
    ['refuses', () => answering(403, 'no'), 'it answered 403, not 200'],
    ['redirects', () => answering(302, '', { Location: 'http://127.0.0.1:1/' }), 'it answered 302, not 200'],
    ['answers something else', () => answering(200, '<html>'), 'the answer does not tell the heap'],
    ['hangs up', () => rawWorker((socket) => socket.destroy()), 'the connection was cut before an answer'],
    [
      'speaks another protocol',
      () => rawWorker((socket) => socket.end('\u0015\u0003\u0001')),
      'the answer is not HTTP',
    ],
    [
      'stops in the middle',
      () =>
        worker((_request, response) => {
          response.writeHead(200, { 'Content-Length': 1_000_000 })
          response.write(metrics, () => response.destroy())
        }),
      'cut in the middle of the answer',
    ],
    [
      'never ends',
      () =>
        worker((_request, response) => {
          const line = '# '.repeat(100_000)
          const more = () => response.write(line, more)
          more()
        }),
      'the answer is larger than is read',
    ],
  ])('are missing where one %s, with the reason in words', async (_what, start, why) => {
    const { values, problems } = await heapsBy(await start())
    expect(values.size).toBe(0)
    expect(problems).toEqual([expect.stringMatching(/^heap: prometheus at 127\.0\.0\.1:\d+: /)])
    expect(problems[0]).toContain(why)
  })

  it('are not waited for when one is silent', async () => {
    const agent = await worker(() => {})
    const { values, problems } = await heapsBy(agent)
    expect(values.size).toBe(0)
    expect(problems[0]).toContain('no whole answer in time')
  })

  it('do not hold the query of the URL in a problem, which may be a token', async () => {
    const agent = await answering(500, '')
    const source = {
      type: 'prometheus',
      url: `${agent.url.replace('127.0.0.1', '{host}')}/?token=hunter2`,
    } as const
    const { problems } = await readHeaps(source, [ID], means, never)
    expect(problems.join()).not.toContain('hunter2')
  })

  it('are read over TLS only from one that a trusted CA vouches for', async () => {
    const agent = await tlsWorker(
      { key: certificate('worker.key'), cert: certificate('worker.pem') },
      (_request, response) => response.end(metrics),
    )
    const trusting = { ...means, ca: certificate('ca.pem') }
    expect((await readHeaps(agentOn(agent.url), [ID], trusting, never)).values.get(ID)).toEqual(HEAP)
    const { values, problems } = await readHeaps(agentOn(agent.url), [ID], means, never)
    expect(values.size).toBe(0)
    expect(problems[0]).toContain('TLS: ')
  })

  it('are not asked of a worker whose name makes no URL', async () => {
    const { values, problems } = await readHeaps(
      agentOn('http://127.0.0.1:1'),
      ['1.2.3.4.5:8083'],
      means,
      never,
    )
    expect(values.size).toBe(0)
    expect(problems).toEqual(['heap: prometheus at a host that makes no URL: it was not asked'])
  })

  it('are given up with the reason of the caller who gives up', async () => {
    const reason = new Error('too late')
    const agent = await answering(200, metrics)
    await expect(readHeaps(agentOn(agent.url), [ID], means, AbortSignal.abort(reason))).rejects.toBe(reason)
  })
})

describe('heaps by CloudWatch', () => {
  const source = {
    type: 'cloudwatch',
    namespace: 'CWAgent',
    metric: 'jvm.memory.heap.used',
    maxMetric: 'jvm.memory.heap.max',
    dimensions: { host: '{host}', app: 'connect' },
    statistic: 'Maximum',
    unit: 'Megabytes',
  } as const
  beforeEach(() => cloudWatch.reset())

  it('are the newest values, in bytes, of metrics that name the host', async () => {
    cloudWatch.on(GetMetricDataCommand).resolves({
      MetricDataResults: [
        { Id: 'q0', Values: [100, 5] },
        { Id: 'q1', Values: [256] },
        { Id: 'q2', Values: [] },
      ],
    })
    const { values, problems } = await readHeaps(source, ['w1:8083', '[fd00::2]:8083'], means, never)
    expect([...values]).toEqual([
      ['w1:8083', { usedBytes: 100 * 2 ** 20, used: 'now', maxBytes: 256 * 2 ** 20 }],
    ])
    expect(problems).toEqual([
      'heap: CloudWatch has no jvm.memory.heap.used of 1 workers in the last 15 minutes',
    ])
    const asked = cloudWatch.commandCalls(GetMetricDataCommand)[0]?.args[0].input.MetricDataQueries
    expect(asked?.map(({ MetricStat }) => [MetricStat?.Metric?.MetricName, MetricStat?.Unit])).toEqual([
      ['jvm.memory.heap.used', 'Megabytes'],
      ['jvm.memory.heap.max', 'Megabytes'],
      ['jvm.memory.heap.used', 'Megabytes'],
      ['jvm.memory.heap.max', 'Megabytes'],
    ])
    expect(asked?.[2]?.MetricStat?.Metric?.Dimensions).toEqual([
      { Name: 'host', Value: 'fd00::2' },
      { Name: 'app', Value: 'connect' },
    ])
  })

  it('are asked for in calls of at most 500 metrics', async () => {
    cloudWatch.on(GetMetricDataCommand).resolves({})
    const workers = Array.from({ length: 300 }, (_, index) => `w${index}:8083`)
    await readHeaps(source, workers, means, never)
    const sizes = cloudWatch
      .commandCalls(GetMetricDataCommand)
      .map(({ args }) => args[0].input.MetricDataQueries?.length)
    expect(sizes).toEqual([500, 100])
  })

  it('are missing if CloudWatch refuses, whose message is not repeated', async () => {
    const refusal = Object.assign(new Error('User: arn:aws:sts::1 is not authorized'), {
      name: 'AccessDenied',
    })
    cloudWatch.on(GetMetricDataCommand).rejects(refusal)
    const { values, problems } = await readHeaps(source, ['w1:8083'], means, never)
    expect(values.size).toBe(0)
    expect(problems).toEqual(['CloudWatch did not tell of CWAgent jvm.memory.heap.used: AccessDenied'])
  })
})
