import { CloudWatchClient } from '@aws-sdk/client-cloudwatch'
import { describe, expect, it } from 'vitest'
import type { ConnectorSnapshot } from '../../../lib/domain/snapshot.ts'
import { type EvidenceQuestion, gatherClusterEvidence } from '../../../lib/evidence/gather.ts'
import { evidenceSources } from '../../../lib/evidence/sources.ts'
import { answering, never } from '../connect/worker.ts'

const RUNNING = { state: 'RUNNING', stateText: 'RUNNING' } as const
const means = { cloudWatch: new CloudWatchClient({ region: 'eu-west-1' }), ca: null }

function sink(name: string, workerId: string, change: Partial<ConnectorSnapshot> = {}): ConnectorSnapshot {
  return {
    name,
    type: 'sink',
    connector: { ...RUNNING, workerId, version: '1.0' },
    tasks: [{ id: 0, ...RUNNING, workerId, version: '1.0' }],
    config: { topics: 'orders.eu, orders.us' },
    ...change,
  }
}

/** Kafka Connect that tells everything, and remembers what it was asked. */
function connectTo() {
  const asked: string[] = []
  let open = 0
  let mostOpen = 0
  const answer = async <T>(question: string, value: T): Promise<T> => {
    asked.push(question)
    open += 1
    mostOpen = Math.max(mostOpen, open)
    await new Promise((resolve) => setImmediate(resolve))
    open -= 1
    return value
  }
  const entry = { partition: { kafka_topic: 'orders.eu', kafka_partition: 0 }, offset: { kafka_offset: 1 } }
  const connect = {
    offsets: (name: string) => answer(`offsets ${name}`, [entry]),
    activeTopics: (name: string) => answer(`topics ${name}`, new Set(['orders.eu'])),
    pluginVersions: () => answer('plugins', new Map([['a.B', '2.0']])),
    version: () => answer('version', '4.1.0'),
  }
  return { connect, asked, mostOpen: () => mostOpen }
}

const cluster = { partitions: {}, workerHeapBytes: 2 ** 31, kafkaVersion: '4.1.0' }
const gathered = (
  connectors: readonly ConnectorSnapshot[],
  troubled: readonly string[],
  change: Partial<EvidenceQuestion> = {},
) =>
  gatherClusterEvidence({
    snapshot: { takenAt: 0, connectors },
    connectors: troubled,
    cluster,
    connect: connectTo().connect,
    sources: { heaps: null, lags: null },
    signal: never,
    ...change,
  })
const nothing = {
  offsets: async () => null,
  activeTopics: async () => null,
  pluginVersions: async () => null,
  version: async () => null,
}

describe('evidence', () => {
  it('is asked for those in trouble and those beside them on a worker, and for nobody else', async () => {
    const { connect, asked } = connectTo()
    const all = [sink('beside', 'w1:1'), sink('elsewhere', 'w2:1'), sink('ill', 'w1:1')]
    const { offsets, activeTopics, missing } = await gathered(all, ['ill'], { connect })
    expect(asked.toSorted()).toEqual(['offsets beside', 'offsets ill', 'topics beside', 'topics ill'])
    expect([...offsets.keys()]).toEqual(['ill', 'beside'])
    expect(activeTopics.get('ill')).toEqual(new Set(['orders.eu']))
    expect(missing).toEqual([])
  })

  it('is not asked for where nothing is in trouble', async () => {
    const { connect, asked } = connectTo()
    const heap = { type: 'prometheus', url: 'http://{host}:1/' } as const
    const evidence = await gathered([sink('a', 'w1:1')], [], {
      connect,
      sources: evidenceSources({ heap, lag: null }, means),
    })
    expect(asked).toEqual([])
    expect(evidence.missing).toEqual([])
  })

  it('is asked for of 20 connectors at most, those in trouble first, and by 4 requests at a time', async () => {
    const { connect, asked, mostOpen } = connectTo()
    const all = Array.from({ length: 30 }, (_, index) => sink(`s${index}`, 'w1:1'))
    const { offsets, missing } = await gathered(all, ['s29'], { connect })
    expect([...offsets.keys()].slice(0, 2)).toEqual(['s29', 's0'])
    expect(asked).toHaveLength(40)
    expect(mostOpen()).toBe(4)
    expect(missing).toEqual(['10 more connectors on the same workers were not asked after'])
  })

  it('has versions of plugins where a status does not tell them, before Kafka 4.1', async () => {
    const { connect, asked } = connectTo()
    const old = sink('old', 'w1:1', {
      connector: { ...RUNNING, workerId: 'w1:1' },
      tasks: [{ id: 0, ...RUNNING, workerId: 'w1:1' }],
    })
    const { versions } = await gathered([old, sink('new', 'w1:1')], ['old'], { connect })
    expect(versions.get('a.B')).toBe('2.0')
    expect(asked.filter((question) => question === 'plugins')).toHaveLength(1)
  })

  it('has the version of Kafka, asked for only where clusters.yml does not say it and something is in trouble', async () => {
    const { connect, asked } = connectTo()
    const unsaid = { ...cluster, kafkaVersion: null }
    const orders = sink('orders', 'w1:1')
    expect((await gathered([orders], ['orders'], { connect, cluster: unsaid })).kafkaVersion).toBe('4.1.0')
    expect(asked.filter((question) => question === 'version')).toHaveLength(1)
    expect((await gathered([orders], [], { connect, cluster: unsaid })).kafkaVersion).toBeNull()
    expect((await gathered([orders], ['orders'], { connect })).kafkaVersion).toBeNull()
    expect(asked.filter((question) => question === 'version')).toHaveLength(1)
  })

  it('is not asked for of the offsets of a source', async () => {
    const { connect, asked } = connectTo()
    const { missing } = await gathered([sink('in', 'w1:1', { type: 'source' })], ['in'], { connect })
    expect(asked).toEqual([])
    expect(missing).toEqual([])
  })

  it('has the heap of every worker, and says whose could not be had', async () => {
    const agent = await answering(
      200,
      'jvm_memory_used_bytes{area="heap"} 5\njvm_memory_max_bytes{area="heap"} 9\n',
    )
    const heap = { type: 'prometheus', url: agent.url.replace('127.0.0.1', '{host}') } as const
    const all = [sink('a', '127.0.0.1:8083'), sink('b', 'odd')]
    const { heaps, missing } = await gathered(all, ['a'], {
      cluster: { ...cluster, workerHeapBytes: null },
      sources: evidenceSources({ heap, lag: null }, means),
    })
    expect(heaps.get('127.0.0.1:8083')).toEqual({ usedBytes: 5, used: 'now', maxBytes: 9 })
    expect(missing).toEqual(['1 workers have ids that are not host:port'])
  })
})

describe('what is missing', () => {
  it('is told with the command that would tell it', async () => {
    const old = sink('orders', 'w1:1', {
      connector: { ...RUNNING, workerId: 'w1:1' },
      tasks: [{ id: 0, ...RUNNING, workerId: 'w1:1' }],
    })
    const { missing } = await gathered([old], ['orders'], {
      connect: nothing,
      cluster: { ...cluster, workerHeapBytes: null },
    })
    expect(missing).toEqual([
      'maximum heap of w1:1: jcmd PID VM.flags, as MaxHeapSize; or workerHeap in clusters.yml',
      "partitions of the topics of orders: kafka-topics.sh --bootstrap-server BROKERS --describe --topic 'orders\\.eu|orders\\.us'",
      'which topics of orders have records: kafka-get-offsets.sh --bootstrap-server BROKERS',
      'versions of the plugins: curl -sS WORKER/connector-plugins',
    ])
  })

  it('is not what clusters.yml says', async () => {
    const { missing } = await gathered([sink('orders', 'w1:1')], ['orders'], {
      connect: { ...nothing, activeTopics: async () => new Set<string>() },
      cluster: { ...cluster, partitions: { 'orders.eu': 3, 'orders.us': 3 } },
    })
    expect(missing).toEqual([])
  })

  it('never has a command in it that a name could turn into another', async () => {
    const name = "x'; rm -rf ~ #"
    const hostile = sink(name, 'w1:1', { config: { topics: "a'; reboot #" } })
    const { missing } = await gathered([hostile], [name], { connect: nothing })
    expect(missing.join('\n')).not.toContain('reboot')
    const lag = { type: 'agent', agent: { type: 'prometheus', url: 'http://{host}:1/' } } as const
    const without = await gathered([hostile], [name], {
      sources: evidenceSources({ heap: null, lag }, means),
    })
    expect(without.missing.at(-1)).toContain(`--group 'connect-x'\\''; rm -rf ~ #'`)
  })
})
