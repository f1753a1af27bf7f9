import { createServer } from 'node:http'
import { CloudWatchClient } from '@aws-sdk/client-cloudwatch'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import type { OffsetPoint } from '../../../lib/domain/offsets.ts'
import type { ConnectorSnapshot } from '../../../lib/domain/snapshot.ts'
import { detectStalls } from '../../../lib/reconcile/detect-stalls.ts'
import { close, listen } from '../../../sandbox/listen.ts'
import { MINUTE } from '../../support/clinic.ts'
import { clusterConfig } from '../../support/cluster-config.ts'
import { ClusterInMemory } from '../../support/cluster-in-memory.ts'

let lag = 5
const agent = createServer((_, response) => {
  response.end(
    `kafka_consumer_consumer_fetch_manager_metrics_records_lag{client_id="connector-consumer-sink-0",topic="orders",partition="0"} ${lag}\n`,
  )
})
let port = 0
beforeAll(async () => {
  port = await listen(agent)
})
afterAll(() => close(agent))

const sink: ConnectorSnapshot = {
  name: 'sink',
  type: 'sink',
  connector: { state: 'RUNNING', stateText: 'RUNNING', workerId: '127.0.0.1:8083' },
  tasks: [{ id: 0, state: 'RUNNING', stateText: 'RUNNING', workerId: '127.0.0.1:8083' }],
  config: { topics: 'orders' },
}

/** Looks once a minute for so long, with offsets that `committed` tells; gives what was found last. */
async function watch(
  minutes: number,
  committed: (minute: number) => number,
  given: { sink?: ConnectorSnapshot } = {},
) {
  const agent = { type: 'prometheus', url: `http://{host}:${port}/metrics` } as const
  const cluster = clusterConfig({ lag: { type: 'agent', agent } })
  const connect = new ClusterInMemory()
  let asked = 0
  let minute = 0
  connect.offsetPoint = async (): Promise<OffsetPoint> => {
    asked += 1
    return { type: 'sink', committed: committed(minute), partitions: 1 }
  }
  let found: Awaited<ReturnType<typeof detectStalls>> = { progress: {}, stalls: [] }
  for (; minute <= minutes; minute++) {
    const snapshot = { takenAt: minute * MINUTE, connectors: [given.sink ?? sink] }
    const means = {
      connect,
      cloudWatch: new CloudWatchClient({ region: 'eu-west-1' }),
      signal: new AbortController().signal,
    }
    found = await detectStalls(cluster, found.progress, snapshot, means)
  }
  return { ...found, asked }
}

describe('a sink that says RUNNING', () => {
  it('is stalled when its offsets stand still for half an hour while there is something to read', async () => {
    expect((await watch(29, () => 100)).stalls).toEqual([])
    const { stalls } = await watch(30, () => 100)
    expect(stalls).toMatchObject([{ connector: 'sink', kind: 'stalled', restart: 'once', tasks: [0] }])
    expect(stalls[0]?.evidence[0]).toContain('30 minutes')
  })

  it('is not while its offsets move', async () => {
    expect((await watch(60, (minute) => minute)).stalls).toEqual([])
  })

  it('is not, and is not asked after, when there is nothing to read', async () => {
    lag = 0
    const { stalls, asked } = await watch(60, () => 100)
    lag = 5
    expect(stalls).toEqual([])
    expect(asked).toBe(0)
  })

  it('may stand still for two of its rotations', async () => {
    const rotating = {
      ...sink,
      config: { topics: 'orders', 'rotate.schedule.interval.ms': String(60 * MINUTE) },
    }
    expect((await watch(119, () => 100, { sink: rotating })).stalls).toEqual([])
    expect((await watch(120, () => 100, { sink: rotating })).stalls).toHaveLength(1)
  })

  it('is left alone while it is not RUNNING', async () => {
    const paused = {
      ...sink,
      connector: { ...sink.connector, state: 'PAUSED', stateText: 'PAUSED' },
    } as const
    expect((await watch(60, () => 100, { sink: paused })).asked).toBe(0)
  })
})
