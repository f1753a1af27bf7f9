import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { createEstimator } from '../../../lib/heap/estimate.ts'
import type { ClusterLoad } from '../../../lib/heap/model.ts'
import { packTopics } from '../../../lib/heap/remedies.ts'
import {
  createLossSimulator,
  withHeap,
  withoutWorker,
  withSettings,
  withSplit,
  withTasks,
  withWorkers,
} from '../../../lib/heap/simulate.ts'
import { aCluster } from '../../support/cluster-load.ts'

const CHANGES: readonly ((cluster: ClusterLoad) => ClusterLoad)[] = [
  (cluster) => cluster,
  (cluster) => withSettings(cluster, 'c0', { 's3.part.size': '5242880' }),
  (cluster) => withSettings(cluster, 'c0', { 'offset.flush.interval.ms': '1000' }),
  (cluster) => withTasks(cluster, 'c0', 7),
  (cluster) => withSplit(cluster, 'c0', packTopics([...(cluster.connectors[0]?.partitions ?? [])], 2)),
  (cluster) => withHeap(cluster, 2 ** 33),
  (cluster) => withHeap(cluster, 2 ** 34),
  (cluster) => withWorkers(cluster, 6),
  (cluster) => withoutWorker(cluster, 'w0'),
  (cluster) => ({ ...cluster, connectors: cluster.connectors.slice(1) }),
]

const changes = fc.array(fc.constantFrom(...CHANGES), { minLength: 1, maxLength: 6 })

describe('createTotalsEstimator', () => {
  it('gives for any cluster what it would give had it seen no other before, and what its tasks add up to', () => {
    fc.assert(
      fc.property(aCluster, changes, (cluster, all) => {
        const estimator = createEstimator()
        for (const change of all) {
          const changed = change(cluster)
          const totals = estimator.estimateTotals(changed)
          expect(totals).toEqual(createEstimator().estimateTotals(changed))
          expect(totals).toEqual(
            estimator.estimateTasks(changed).map(({ worker, bytes, fit }) => ({ worker, bytes, fit })),
          )
        }
      }),
    )
  })
})

describe('createLossSimulator', () => {
  it('gives for any cluster what the loss of the worker by itself gives', () => {
    fc.assert(
      fc.property(aCluster, changes, (cluster, all) => {
        const loseWorker = createLossSimulator()
        for (const change of all) {
          const changed = change(cluster)
          for (const { id } of changed.workers)
            expect(loseWorker(changed, id)).toEqual(withoutWorker(changed, id))
        }
      }),
    )
  })
})
