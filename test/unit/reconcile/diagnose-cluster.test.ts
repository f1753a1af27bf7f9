import { describe, expect, it } from 'vitest'
import type { Evidence } from '../../../lib/evidence/gather.ts'
import { toHeapInputs } from '../../../lib/reconcile/diagnose-cluster.ts'
import { clusterConfig } from '../../support/cluster-config.ts'

const evidence: Evidence = {
  offsets: new Map([['orders', []]]),
  activeTopics: new Map([['orders', new Set(['a'])]]),
  versions: new Map([['a.B', '2.0']]),
  kafkaVersion: '3.9.1',
  heaps: new Map([
    ['w1:8083', { usedBytes: 5, used: 'now', maxBytes: 9 }],
    ['w2:8083', { usedBytes: 5, used: 'now', maxBytes: null }],
  ]),
  lags: new Map([['orders', 200_000]]),
  missing: [],
}

describe('toHeapInputs', () => {
  it('carries all evidence', () => {
    const { offsets, activeTopics, versions, kafkaVersion, lags } = evidence
    expect(toHeapInputs(clusterConfig(), evidence)).toMatchObject({
      offsets,
      activeTopics,
      versions,
      kafkaVersion,
      lags,
      heaps: new Map([['w1:8083', 9]]),
    })
  })

  it('takes what clusters.yml says, also without evidence and before it', () => {
    const like = { class: 'a.B', family: 'confluent-s3', keys: {} }
    const cluster = clusterConfig({
      kafkaVersion: '2.2.1',
      workerHeapBytes: 2 ** 31,
      workers: 3,
      workerConfig: { 'consumer.max.poll.records': '7' },
      partitions: { a: 12 },
      like: [like],
    })
    const said = {
      kafkaVersion: '2.2.1',
      workerHeapBytes: 2 ** 31,
      workers: 3,
      workerConfig: { 'consumer.max.poll.records': '7' },
      partitions: new Map([['a', 12]]),
      likes: new Map([['a.B', like]]),
    }
    expect(toHeapInputs(cluster, null)).toMatchObject({ ...said, offsets: new Map(), lags: new Map() })
    expect(toHeapInputs(cluster, evidence)).toMatchObject(said)
  })
})
