import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { createEstimator } from '../../../lib/heap/estimate.ts'
import type { ClusterLoad } from '../../../lib/heap/model.ts'
import { packTopics } from '../../../lib/heap/remedies.ts'
import {
  toOwnNames,
  withHeap,
  withoutWorker,
  withPartitions,
  withSettings,
  withSplit,
  withTasks,
  withWorkers,
} from '../../../lib/heap/simulate.ts'
import { MIB } from '../../../lib/util/bytes.ts'
import { aCluster, cluster, s3, topics } from '../../support/cluster-load.ts'

const homes = ({ connectors }: ClusterLoad, name: string) =>
  connectors.find((connector) => connector.name === name)?.tasks.map(({ workerId }) => workerId)

/** Partitions that some task holds, as `topic-partition`, of all connectors whose name begins so. */
function heldBy(given: ClusterLoad, name: string): readonly string[] {
  return createEstimator()
    .estimateTasks(given)
    .flatMap(({ tasks }) =>
      tasks.filter(({ connector }) => connector === name || connector.startsWith(`${name}-`)),
    )
    .flatMap(({ partitions }) => (partitions ?? []).map(({ topic, partition }) => `${topic}-${partition}`))
    .toSorted()
}

const QUESTIONS: readonly (readonly [string, (given: ClusterLoad) => ClusterLoad])[] = [
  ['other settings', (given) => withSettings(given, 'c0', { 's3.part.size': '5242880' })],
  ['a setting of the workers', (given) => withSettings(given, 'c0', { 'offset.flush.interval.ms': '1000' })],
  ['more tasks', (given) => withTasks(given, 'c0', 7)],
  ['fewer tasks', (given) => withTasks(given, 'c0', 1)],
  ['a split', (given) => withSplit(given, 'c0', packTopics([...(given.connectors[0]?.partitions ?? [])], 3))],
  ['more heap', (given) => withHeap(given, 2 ** 35)],
  ['more workers', (given) => withWorkers(given, 6)],
  ['one worker', (given) => withWorkers(given, 1)],
  ['the loss of a worker', (given) => (given.workers.length > 1 ? withoutWorker(given, 'w0') : given)],
]

describe('a cluster as it would be', () => {
  it.each(QUESTIONS)('with %s loses no partition, and holds none twice', (_, ask) => {
    fc.assert(
      fc.property(aCluster, (given) => {
        const after = ask(given)
        for (const { name } of given.connectors) expect(heldBy(after, name)).toEqual(heldBy(given, name))
      }),
      { numRuns: 60 },
    )
  })

  it.each(QUESTIONS)('with %s has every task on a worker that is there', (_, ask) => {
    fc.assert(
      fc.property(aCluster, (given) => {
        const { workers, connectors } = ask(given)
        const ids = new Set(workers.map(({ id }) => id))
        const lost = connectors.flatMap(({ tasks }) => tasks).filter(({ workerId }) => !ids.has(workerId))
        expect(lost).toEqual([])
      }),
      { numRuns: 60 },
    )
  })

  it.each(QUESTIONS)('with %s leaves the cluster that is as it is', (_, ask) => {
    fc.assert(
      fc.property(aCluster, (given) => {
        const copy = structuredClone(given)
        ask(given)
        expect(given).toEqual(copy)
      }),
      { numRuns: 20 },
    )
  })
})

describe('other settings', () => {
  const two = cluster([s3(topics(1, 1)), s3(topics(1, 1), ['a'], { name: 'other' })])

  it('are of one connector', () => {
    const [first, other] = withSettings(two, 'orders', { 's3.part.size': '5242880' }).connectors
    expect(first?.config).toMatchObject({ 's3.part.size': '5242880' })
    expect(other).toBe(two.connectors[1])
  })

  it('that only workers have are of all connectors, and in no connector’s config', () => {
    const { connectors } = withSettings(two, 'orders', { 'offset.flush.interval.ms': '1000' })
    for (const { config, workerConfig } of connectors) {
      expect(workerConfig).toEqual({ 'offset.flush.interval.ms': '1000' })
      expect(config).not.toHaveProperty('offset.flush.interval.ms')
    }
  })

  it('are named as the connector names them', () => {
    const like = { family: 'confluent-s3', keys: { 's3.part.size': 'part.size' } }
    const set = { 's3.part.size': '5', 's3.elastic.buffer.enable': 'true' }
    expect(toOwnNames(s3(null, ['a'], { like }), set)).toEqual({
      'part.size': '5',
      's3.elastic.buffer.enable': 'true',
    })
  })
})

describe('more tasks', () => {
  it('go where Connect would put them, and those that are there stay', () => {
    const given = cluster([s3(topics(4, 4), ['a']), s3(topics(1, 1), ['a'], { name: 'other' })], {
      a: 2048,
      b: 2048,
    })
    const after = withTasks(given, 'orders', 2)
    expect(homes(after, 'orders')).toEqual(['a', 'b'])
    expect(homes(after, 'other')).toEqual(['a'])
    expect(after.connectors[0]?.config).toMatchObject({ 'tasks.max': '2' })
  })
})

describe('a split', () => {
  const given = cluster([s3(topics(22, 4), ['a'])], { a: 2048, b: 2048 })

  it('gives each part its topics, its name and a worker with fewer tasks', () => {
    const after = withSplit(given, 'orders', packTopics([...topics(22, 4)], 2))
    expect(after.connectors.map(({ name, partitions }) => [name, partitions?.size])).toEqual([
      ['orders', 11],
      ['orders-2', 11],
    ])
    expect(homes(after, 'orders')).toEqual(['a'])
    expect(homes(after, 'orders-2')).toEqual(['b'])
    expect(after.connectors[1]?.config.topics?.split(',')).toEqual([
      ...(after.connectors[1]?.partitions?.keys() ?? []),
    ])
  })

  it('of a connector that is not there changes nothing', () => {
    expect(withSplit(given, 'gone', [['t0'], ['t1']])).toBe(given)
  })

  it('is of parts that share no topic and together have all, evenly by partitions', () => {
    const aTopic = fc.tuple(fc.integer({ min: 0, max: 50 }).map(String), fc.integer({ min: 1, max: 20 }))
    fc.assert(
      fc.property(
        fc.uniqueArray(aTopic, { selector: ([name]) => name }),
        fc.integer({ min: 1, max: 5 }),
        (all, count) => {
          const parts = packTopics(all, count)
          expect(parts).toHaveLength(count)
          expect(parts.flat().toSorted()).toEqual(all.map(([name]) => name).toSorted())
          const sizes = new Map(all)
          const held = parts.map((part) => part.reduce((sum, topic) => sum + (sizes.get(topic) ?? 0), 0))
          const largest = Math.max(0, ...sizes.values())
          expect(Math.max(...held) - Math.min(...held)).toBeLessThanOrEqual(largest)
        },
      ),
    )
  })
})

describe('other workers', () => {
  it('are the first ones of today, or more like the first', () => {
    const given = cluster([s3(topics(4, 4), ['a', 'a'])], { a: 1024 })
    const { workers } = withWorkers(given, 2)
    expect(workers.map(({ heapBytes }) => heapBytes)).toEqual([1024 * MIB, 1024 * MIB])
    expect(new Set(homes(withWorkers(given, 2), 'orders')).size).toBe(2)
    expect(withWorkers(given, 0)).toBe(given)
  })

  it('take over the tasks of one that is lost, and keep their own', () => {
    const given = cluster([s3(topics(4, 4), ['a', 'b', 'c'])], { a: 2048, b: 2048, c: 2048 })
    expect(homes(withoutWorker(given, 'a'), 'orders')?.slice(1)).toEqual(['b', 'c'])
  })

  it('leave connectors whose tasks stay the very same objects', () => {
    const given = cluster([s3(topics(1, 1), ['b']), s3(topics(1, 1), ['a'], { name: 'other' })], {
      a: 2048,
      b: 2048,
    })
    expect(withoutWorker(given, 'a').connectors[0]).toBe(given.connectors[0])
  })
})

describe('another number of partitions', () => {
  it('is of one topic, and adds what its buffers take', () => {
    const given = cluster([s3(topics(2, 1))])
    const more = withPartitions(given, 'orders', 't1', 5)
    expect(heldBy(more, 'orders')).toHaveLength(6)
    const [before, after] = [given, more].map(
      (each) => createEstimator().estimateTotals(each)[0]?.bytes.low ?? 0,
    )
    expect((after ?? 0) - (before ?? 0)).toBe(4 * 26 * MIB)
  })
})
