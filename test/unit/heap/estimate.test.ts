import fc from 'fast-check'
import { describe, expect, it, test } from 'vitest'
import { createEstimator } from '../../../lib/heap/estimate.ts'
import { classifyFit, type Fit } from '../../../lib/heap/fit.ts'
import type { ClusterLoad } from '../../../lib/heap/model.ts'
import { withHeap, withSettings } from '../../../lib/heap/simulate.ts'
import { exactBytes, formatMebibytes, MIB, sumBytes, typicalBytes } from '../../../lib/util/bytes.ts'
import { aCluster, cluster, s3, topics } from '../../support/cluster-load.ts'
import { sink } from '../../support/framework.ts'

const budgetOf = (given: ClusterLoad) => createEstimator().estimateTasks(given)
const ORDER: readonly Fit[] = ['fits', 'possible', 'likely', 'certain']

describe('the budget of a worker', () => {
  it('is its own base and all of its tasks, largest first', () => {
    const [a, b] = budgetOf(
      cluster([s3(topics(22, 4), ['a', 'b']), s3(topics(2, 1), ['a'], { name: 'small' })], {
        a: 2048,
        b: 2048,
      }),
    )
    expect(a?.tasks.map(({ connector, id }) => `${connector}-${id}`)).toEqual(['orders-0', 'small-0'])
    expect(a?.bytes.low).toBeGreaterThanOrEqual((30 + 44 * 26 + 2 * 26) * MIB)
    expect(b?.tasks.map(({ connector, id }) => `${connector}-${id}`)).toEqual(['orders-1'])
  })

  it('of the founding incident is 88 buffers of 26 MiB and a little, on 2 GiB: it certainly does not fit', () => {
    const [a] = budgetOf(cluster([s3(topics(22, 4))]))
    expect(a?.fit).toBe('certain')
    expect(a?.tasks[0]?.shares[0]).toMatchObject({
      what: '88 part buffers of 26 MiB',
      bytes: exactBytes(88 * 26 * MIB),
    })
  })

  it('counts partitions of active topics only, where those are known', () => {
    const activeTopics = new Set(['t0', 't1'])
    const [a] = budgetOf(cluster([s3(topics(22, 4), ['a'], { activeTopics })]))
    expect(a?.tasks[0]?.partitions).toHaveLength(8)
  })

  it('leaves out tasks on a worker that is not there', () => {
    expect(budgetOf(cluster([s3(topics(22, 4), ['gone'])]))[0]?.bytes).toEqual(exactBytes(30 * MIB))
  })

  it('has no fit where the heap is not known, and counts its arrays as in 2 GiB', () => {
    const [a] = budgetOf(cluster([s3(topics(22, 4))], { a: null }))
    expect(a?.fit).toBe('unknown')
    expect(a?.tasks[0]?.shares[0]?.what).toBe('88 part buffers of 26 MiB')
  })

  it('takes what a connector takes that is like a known family, under its own names', () => {
    const like = { family: 'confluent-s3', keys: { 's3.part.size': 'part.size' } }
    const config = { 'connector.class': 'com.example.OurS3Sink', 'part.size': '5242880', topics: 't0' }
    const [a] = budgetOf(
      cluster([sink({ config, like, partitions: topics(1, 10), tasks: [{ id: 0, workerId: 'a' }] })]),
    )
    expect(a?.tasks[0]?.shares[0]).toMatchObject({
      what: '10 part buffers of 6 MiB',
      setting: 'part.size=5242880',
    })
  })

  it('of a class that is not known is what any task takes', () => {
    const config = { 'connector.class': 'com.example.Unknown', 's3.part.size': '26214400' }
    const [a] = budgetOf(
      cluster([sink({ config, partitions: topics(5, 5), tasks: [{ id: 0, workerId: 'a' }] })]),
    )
    expect(a?.tasks[0]?.shares.map(({ cause }) => cause)).not.toContain('open-writers')
  })

  it('answers one question after another as if each were the first', () => {
    fc.assert(
      fc.property(
        aCluster,
        fc.integer({ min: 5, max: 60 }),
        fc.integer({ min: 1, max: 16 }),
        (given, part, heap) => {
          const use = createEstimator()
          const asked = [
            given,
            withHeap(given, heap * 1024 * MIB),
            withSettings(given, 'c0', partOf(part)),
            given,
          ]
          for (const each of asked)
            expect(use.estimateTasks(each)).toEqual(createEstimator().estimateTasks(each))
        },
      ),
      { numRuns: 50 },
    )
  })

  it('adds up: its base and its tasks, and the shares of each task; weighing gives the same', () => {
    fc.assert(
      fc.property(aCluster, (given) => {
        const use = createEstimator()
        const loads = use.estimateTasks(given)
        for (const { worker, tasks, connectors, bytes } of loads) {
          expect(bytes).toEqual(sumBytes([exactBytes(worker.baseBytes), ...tasks.map((task) => task.bytes)]))
          expect(bytes.low).toBe(worker.baseBytes + sumBytes([...connectors.values()]).low)
          for (const task of tasks)
            expect(task.bytes).toEqual(sumBytes(task.shares.map((share) => share.bytes)))
        }
        const weights = use.estimateTotals(given)
        for (const [nth, { bytes, fit }] of loads.entries()) {
          expect(weights[nth]?.bytes.low).toBeCloseTo(bytes.low, 0)
          expect(weights[nth]?.bytes.high).toBeCloseTo(bytes.high, 0)
          expect(weights[nth]?.fit).toBe(fit)
        }
      }),
    )
  })

  it('holds each partition in one task', () => {
    fc.assert(
      fc.property(aCluster, (given) => {
        const tasks = budgetOf(given).flatMap((load) => load.tasks)
        for (const { name, partitions } of given.connectors) {
          const held = tasks
            .filter(({ connector }) => connector === name)
            .flatMap((task) => (task.partitions ?? []).map(({ topic, partition }) => `${topic}-${partition}`))
          const all = [...(partitions ?? [])].flatMap(([topic, count]) =>
            Array.from({ length: count }, (_, partition) => `${topic}-${partition}`),
          )
          expect(held.toSorted()).toEqual(all.toSorted())
        }
      }),
    )
  })

  it('never rises when parts get smaller', () => {
    fc.assert(
      fc.property(
        aCluster,
        fc.integer({ min: 5, max: 100 }),
        fc.integer({ min: 0, max: 95 }),
        (given, part, less) => {
          const smaller = Math.max(5, part - less)
          const use = createEstimator()
          const [before, after] = [part, smaller].map((size) =>
            use.estimateTotals(withSettings(given, 'c0', partOf(size))),
          )
          for (const [nth, { bytes }] of (before ?? []).entries()) {
            expect(after?.[nth]?.bytes.low).toBeLessThanOrEqual(bytes.low)
            expect(after?.[nth]?.bytes.high).toBeLessThanOrEqual(bytes.high)
          }
        },
      ),
    )
  })

  it('never fits worse into more heap of the same regions', () => {
    fc.assert(
      fc.property(
        aCluster,
        fc.integer({ min: 2049, max: 4096 }),
        fc.integer({ min: 0, max: 2047 }),
        (given, heap, less) => {
          const use = createEstimator()
          const smaller = Math.max(2049, heap - less)
          const [before, after] = [smaller, heap].map((mib) => use.estimateTotals(withHeap(given, mib * MIB)))
          for (const [nth, { fit }] of (before ?? []).entries())
            expect(ORDER.indexOf(after?.[nth]?.fit ?? 'certain')).toBeLessThanOrEqual(ORDER.indexOf(fit))
        },
      ),
    )
  })

  it('may rise with the heap where that makes its regions larger: 25 MiB take 32 in 12 GiB', () => {
    const given = cluster([s3(topics(22, 4))])
    const what = (gib: number) => budgetOf(withHeap(given, gib * 1024 * MIB))[0]?.tasks[0]?.shares[0]?.what
    expect([2, 8, 12].map(what)).toEqual([
      '88 part buffers of 26 MiB',
      '88 part buffers of 28 MiB',
      '88 part buffers of 32 MiB',
    ])
  })
})

function partOf(mib: number) {
  return { 's3.part.size': String(mib * MIB) }
}

describe('whether a load fits', () => {
  it.each([
    [{ low: 10, high: 87 }, 'fits'],
    [{ low: 10, high: 88 }, 'possible'],
    [{ low: 87, high: 500 }, 'possible'],
    [{ low: 88, high: 88 }, 'likely'],
    [{ low: 100, high: 100 }, 'likely'],
    [{ low: 101, high: 101 }, 'certain'],
  ] as const)('%j in 100 is %s', (bytes, fit) => {
    expect(classifyFit(bytes, 100)).toBe(fit)
  })

  it('is not known without a heap', () => {
    expect(classifyFit({ low: 1, high: 2 }, null)).toBe('unknown')
  })
})

describe('the typical size of an estimate', () => {
  it('is the number itself where it is known, and lies within the range where not', () => {
    expect(typicalBytes(exactBytes(0))).toBe(0)
    fc.assert(
      fc.property(
        fc.integer({ min: 1024, max: 2 ** 40 }),
        fc.integer({ min: 0, max: 2 ** 40 }),
        (low, more) => {
          const one = typicalBytes({ low, high: low + more })
          expect(one).toBeGreaterThanOrEqual(low * (1 - 1e-9))
          expect(one).toBeLessThanOrEqual((low + more) * (1 + 1e-9))
        },
      ),
    )
  })

  it('lets a known gibibyte outweigh what may be anything up to ten', () => {
    expect(typicalBytes(exactBytes(1024 * MIB))).toBeGreaterThan(
      typicalBytes({ low: 0, high: 10 * 1024 * MIB }),
    )
  })
})

test('mebibytes are a range where the ends differ by more than a twentieth', () => {
  expect(formatMebibytes({ low: 1700 * MIB, high: 1716 * MIB })).toBe('1,716 MiB')
  expect(formatMebibytes({ low: 22 * MIB, high: 1716 * MIB })).toBe('22–1,716 MiB')
})
