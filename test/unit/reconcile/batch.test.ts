import { CloudWatchClient } from '@aws-sdk/client-cloudwatch'
import type { SQSRecord } from 'aws-lambda'
import { describe, expect, it, vi } from 'vitest'
import { connectMedicMetrics } from '../../../lib/aws/metrics.ts'
import { type BatchPorts, reconcileBatch } from '../../../lib/reconcile/batch.ts'
import { clusterConfig } from '../../support/cluster-config.ts'
import { ClusterInMemory } from '../../support/cluster-in-memory.ts'
import { StoreInMemory } from '../../support/store-in-memory.ts'

vi.stubEnv('POWERTOOLS_METRICS_DISABLED', 'true')

function record(messageId: string, body: string): SQSRecord {
  return {
    messageId,
    body,
    receiptHandle: '',
    attributes: {
      ApproximateReceiveCount: '1',
      SentTimestamp: '0',
      SenderId: '',
      ApproximateFirstReceiveTimestamp: '0',
    },
    messageAttributes: {},
    md5OfBody: '',
    eventSource: 'aws:sqs',
    eventSourceARN: '',
    awsRegion: 'eu-west-1',
  }
}

interface Services extends BatchPorts {
  readonly scans: readonly string[]
  /** What was logged as information. */
  readonly logged: readonly (readonly [message: string, details: Record<string, unknown>])[]
}

function services(names: readonly string[]): Services {
  const clusters = names.map((name) => clusterConfig({ name, urls: [`http://${name}.test`] }))
  const scans: string[] = []
  const logged: [string, Record<string, unknown>][] = []
  return {
    scans,
    logged,
    targets: new Map(
      clusters.map((cluster) => {
        const connect = new ClusterInMemory()
        const scan = connect.scan.bind(connect)
        connect.scan = () => {
          scans.push(cluster.name)
          if (cluster.name === 'broken') throw new TypeError('a bug')
          return scan()
        }
        return [cluster.name, { cluster, connect }]
      }),
    ),
    store: new StoreInMemory(),
    publish: async () => {},
    cloudWatch: new CloudWatchClient({ region: 'eu-west-1' }),
    metrics: connectMedicMetrics(),
    now: () => 0,
    signal: new AbortController().signal,
    log: { info: (message, details) => logged.push([message, details]), warn() {}, error() {} },
  }
}

describe('a batch of messages', () => {
  it('leads to one look at each cluster, however many messages name it', async () => {
    const given = services(['one', 'two'])
    const answer = await reconcileBatch(
      [record('a', '{"cluster":"one"}'), record('b', '{"cluster":"two"}'), record('c', '{"cluster":"one"}')],
      given,
    )
    expect(given.scans.toSorted()).toEqual(['one', 'two'])
    expect(answer.batchItemFailures).toEqual([])
  })

  it('is logged with the reasons, once a cluster', async () => {
    const given = services(['one', 'two'])
    const bodies = [
      { cluster: 'one', reason: 'schedule' },
      { cluster: 'one', reason: 'alarm prod-failed' },
      { cluster: 'one', reason: 'schedule' },
      { cluster: 'two' },
    ]
    await reconcileBatch(
      bodies.map((body, index) => record(String(index), JSON.stringify(body))),
      given,
    )
    expect(given.logged.filter(([message]) => message === 'Scanning')).toEqual([
      ['Scanning', { cluster: 'one', reasons: ['schedule', 'alarm prod-failed'] }],
      ['Scanning', { cluster: 'two', reasons: [] }],
    ])
  })

  it('gives back all messages of a cluster that could not be looked at, and only those', async () => {
    const answer = await reconcileBatch(
      [
        record('a', '{"cluster":"broken"}'),
        record('b', '{"cluster":"two"}'),
        record('c', '{"cluster":"broken"}'),
      ],
      services(['broken', 'two']),
    )
    expect(answer.batchItemFailures).toEqual([{ itemIdentifier: 'a' }, { itemIdentifier: 'c' }])
  })

  it('gives back what is none of ours, and drops what names a cluster that clusters.yml does not have any more', async () => {
    const answer = await reconcileBatch(
      [record('a', 'junk'), record('b', '{"cluster":"former"}')],
      services(['one']),
    )
    expect(answer.batchItemFailures).toEqual([{ itemIdentifier: 'a' }])
  })
})
