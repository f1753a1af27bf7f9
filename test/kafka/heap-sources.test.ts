import { writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import { setTimeout as sleep } from 'node:timers/promises'
import { CloudWatchClient } from '@aws-sdk/client-cloudwatch'
import { afterAll, beforeAll, describe, expect, it, vi } from 'vitest'
import { createConnectClient } from '../../lib/connect/client.ts'
import type { AgentSource } from '../../lib/domain/cluster-config.ts'
import { readHeaps } from '../../lib/evidence/heap.ts'
import { readLags } from '../../lib/evidence/lag.ts'
import { createTopic, produce, startWorker, type Worker } from './cluster.ts'
import { freePorts } from './java-process.ts'
import { describeReal, partBufferSink, SMALL_PARTS } from './real.ts'

const MIB = 2 ** 20
const RECORDS = 20_000
const means = { cloudWatch: new CloudWatchClient({ region: 'eu-west-1' }), ca: null }
const { signal } = new AbortController()

describeReal('a worker with agents in it', (kafka) => {
  let worker: Worker
  let workerId = ''
  const sources: Record<AgentSource['type'], AgentSource> = {
    prometheus: { type: 'prometheus', url: '' },
    jolokia: { type: 'jolokia', url: '' },
  }

  beforeAll(async () => {
    const [prometheus, jolokia] = await freePorts(2)
    const rules = join(kafka.dir, 'jmx-exporter.yml')
    await writeFile(rules, '{}\n')
    const jar = (name: string) => join(kafka.installation.libs, name)
    worker = await startWorker(kafka, {
      group: 'heap-sources',
      heap: '256m',
      jvmArgs: [
        `-javaagent:${jar('jmx_prometheus_javaagent-1.0.1.jar')}=127.0.0.1:${prometheus}:${rules}`,
        `-javaagent:${jar('jolokia-agent-jvm-2.4.2-javaagent.jar')}=host=127.0.0.1,port=${jolokia}`,
      ],
    })
    workerId = new URL(worker.url).host
    sources.prometheus = { type: 'prometheus', url: `http://{host}:${prometheus}/metrics` }
    sources.jolokia = { type: 'jolokia', url: `http://{host}:${jolokia}/jolokia` }
  })
  afterAll(() => worker.kill())

  const heapBy = async (type: AgentSource['type']) => {
    const { values, problems } = await readHeaps(sources[type], [workerId], means, signal)
    expect(problems).toEqual([])
    return values.get(workerId)
  }

  it.each(['prometheus', 'jolokia'] as const)('tells its -Xmx and what it uses by %s', async (type) => {
    const heap = await heapBy(type)
    expect(heap?.maxBytes).toBeGreaterThan(0.99 * 256 * MIB)
    expect(heap?.maxBytes).toBeLessThan(1.01 * 256 * MIB)
    expect(heap?.usedBytes).toBeGreaterThan(0)
    expect(heap?.usedBytes).toBeLessThan(256 * MIB)
  })

  it('tells the live set, and the same by both, once all of the heap was collected', async () => {
    const gc = { type: 'exec', mbean: 'java.lang:type=Memory', operation: 'gc' }
    const url = sources.jolokia.url.replace('{host}', '127.0.0.1')
    expect((await fetch(url, { method: 'POST', body: JSON.stringify(gc) })).status).toBe(200)
    const [prometheus, jolokia] = [await heapBy('prometheus'), await heapBy('jolokia')]
    expect(prometheus).toMatchObject({ used: 'after-gc' })
    expect(jolokia).toEqual(prometheus)
    // an idle worker was measured at 20 to 28 MiB
    expect(jolokia?.usedBytes).toBeGreaterThan(10 * MIB)
    expect(jolokia?.usedBytes).toBeLessThan(60 * MIB)
  })

  describe('on which a sink stands still in the middle of its topic', () => {
    const name = 'heap-sources, "stuck"'
    const connector = () => `${worker.url}/connectors/${encodeURIComponent(name)}`
    const connect = () =>
      createConnectClient({ cluster: 'real', urls: [worker.url], auth: { type: 'none' }, tls: {} })
    let committed = 0

    beforeAll(async () => {
      await createTopic(kafka, 'heap-sources', 2)
      await Promise.all([0, 1].map((partition) => produce(kafka, 'heap-sources', partition, RECORDS / 2)))
      const config = {
        ...partBufferSink(kafka, 'heap-sources', ['heap-sources']),
        ...SMALL_PARTS,
        'consumer.override.max.poll.records': '1',
      }
      const created = await fetch(`${worker.url}/connectors`, {
        method: 'POST',
        headers: { 'content-type': 'application/json' },
        body: JSON.stringify({ name, config }),
      })
      expect(created.status).toBe(201)
      await vi.waitFor(async () => expect(await sum()).toBeGreaterThan(0), {
        timeout: 60_000,
        interval: 100,
      })
      expect((await fetch(`${connector()}/pause`, { method: 'PUT' })).status).toBe(202)
      await vi.waitFor(
        async () => {
          const { connectors } = await connect().scan(signal)
          expect(connectors.find((each) => each.name === name)?.tasks[0]?.state).toBe('PAUSED')
        },
        { timeout: 30_000, interval: 200 },
      )
      committed = await vi.waitFor(
        async () => {
          const before = await sum()
          await sleep(2_000)
          expect(await sum()).toBe(before)
          return before
        },
        { timeout: 60_000, interval: 100 },
      )
    })
    afterAll(async () => {
      await fetch(connector(), { method: 'DELETE' })
    })

    const sum = async () => {
      const point = await connect().offsetPoint(name, 'sink', signal)
      return point.type === 'sink' ? point.committed : 0
    }

    it.each(['prometheus', 'jolokia'] as const)('tells by %s what it has still to read', async (type) => {
      const target = { name, topics: ['heap-sources'], workerIds: [workerId] }
      const lag = await readLags({ type: 'agent', agent: sources[type] }, [target], means, signal)
      expect(lag.problems).toEqual([])
      // a partition whose first record was not handed out yet has no records-lag, and counts as none
      expect([RECORDS - committed, RECORDS / 2 - committed]).toContain(lag.values.get(name))
    })

    it('has offsets of each partition, active topics, and a version for its class', async () => {
      const offsets = await connect().offsets(name, signal)
      expect(offsets?.map(({ partition }) => partition)).toContainEqual({
        kafka_topic: 'heap-sources',
        kafka_partition: 0,
      })
      expect(await connect().activeTopics(name, signal)).toEqual(new Set(['heap-sources']))
      const versions = await connect().pluginVersions(signal)
      expect(versions?.get('medic.PartBufferSinkConnector')).toBeTypeOf('string')
    })
  })
})
