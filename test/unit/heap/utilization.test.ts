import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { createEstimator } from '../../../lib/heap/estimate.ts'
import type { ClusterLoad, ConnectorFacts } from '../../../lib/heap/model.ts'
import { helpfulRemedies, isHelpful, simulateRemedies, toRemedy } from '../../../lib/heap/remedies.ts'
import { createBaseline, simulateLosses, utilizationOf } from '../../../lib/heap/utilization.ts'
import { MIB } from '../../../lib/util/bytes.ts'
import { given } from '../../support/families.ts'

const S3 = 'io.confluent.connect.s3.S3SinkConnector'

function sink(name: string, workers: readonly string[], topics: number, each: number): ConnectorFacts {
  const names = Array.from({ length: topics }, (_, index) => `${name}-${index}`)
  return given(
    S3,
    { topics: names.join(), 'flush.size': '1000' },
    {
      name,
      tasks: workers.map((workerId, id) => ({ id, workerId })),
      partitions: new Map(names.map((topic) => [topic, each])),
      version: '10.5.25',
    },
  ).connector
}

function cluster(workers: readonly string[], ...connectors: readonly ConnectorFacts[]): ClusterLoad {
  return {
    workers: workers.map((id) => ({ id, heapBytes: 2048 * MIB, baseBytes: 30 * MIB })),
    connectors,
  }
}

const exactly = (mib: number) => ({ low: mib * MIB, high: mib * MIB })
const of = (load: ClusterLoad, name: string, remedy: string) =>
  helpfulRemedies(load, name).find((prospect) => prospect.remedy === remedy)

const fullnessNow = (load: ClusterLoad) => {
  const use = createEstimator()
  return utilizationOf(load, createBaseline(load, 'orders', use), use)
}

describe('what a connector itself holds, of 22 topics of 3 partitions', () => {
  const founding = cluster(['a', 'b'], sink('orders', ['a'], 22, 3))

  it('is told before and after a change', () => {
    expect(of(founding, 'orders', 'lower-part-size')).toMatchObject({
      own: exactly(396),
      before: { own: exactly(1716) },
    })
  })

  it('is counted by worker: the parts of a split on two workers, and tasks that share one', () => {
    expect(of(founding, 'orders', 'split-connector')?.own).toEqual(exactly(858))
    const together = cluster(['a'], sink('orders', ['a', 'a'], 22, 4))
    expect(fullnessNow(together)?.own).toEqual(exactly(88 * 26))
  })

  it('is in the words of a remedy', () => {
    const smaller = of(founding, 'orders', 'lower-part-size')
    expect(smaller && toRemedy(smaller, '').effect).toMatch(
      /^s3\.part\.size=5242880: what it holds itself from 1,716 MiB to 396 MiB, the fullest worker from 1,746–1,858 MiB to 426–538 MiB of 2,048 MiB, 426–538 MiB with one worker fewer/,
    )
    const heap = of(founding, 'orders', 'raise-heap')
    expect(heap && toRemedy(heap, '').effect).toContain('what it holds itself still 1,716 MiB')
  })
})

describe('the fullest worker', () => {
  const beside = cluster(['a', 'b'], sink('full', ['a'], 30, 3), sink('orders', ['b'], 22, 3))

  it('is one that the change concerns: a fuller one elsewhere hides nothing', () => {
    const smaller = of(beside, 'orders', 'lower-part-size')
    expect(smaller?.before.fullest.worker.id).toBe('b')
    expect(smaller?.own).toEqual(exactly(396))
  })

  it('is the one elsewhere if the change moves load onto it, and then it is no help', () => {
    const split = simulateRemedies(beside, 'orders').find(({ remedy }) => remedy === 'split-connector')
    expect(split && { id: split.fullest.worker.id, helps: isHelpful(split) }).toEqual({
      id: 'a',
      helps: false,
    })
  })

  it('is told after the loss of the worker that weighs most on the others', () => {
    const fullness = fullnessNow(beside)
    expect(fullness?.oneFewer?.bytes.low).toBe((30 + 90 * 26 + 66 * 26) * MIB + 2 * 300 * 1024)
  })
})

it('of a lost worker all tasks move, and none is lost', () => {
  const hosts = fc.array(fc.constantFrom('a', 'b', 'c'), { minLength: 1, maxLength: 8 })
  fc.assert(
    fc.property(hosts, (workers) => {
      const load = cluster(['a', 'b', 'c'], sink('orders', workers, 3, 4))
      const after = simulateLosses(load, createEstimator())
      expect(after).toHaveLength(3)
      for (const { workers: left, connectors } of after) {
        const tasks = connectors.flatMap((connector) => connector.tasks)
        expect(left).toHaveLength(2)
        expect(tasks).toHaveLength(workers.length)
        for (const { workerId } of tasks) expect(left.map(({ id }) => id)).toContain(workerId)
      }
    }),
    { numRuns: 30 },
  )
})
