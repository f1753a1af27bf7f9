import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { findRisks } from '../../../lib/diagnosis/risks.ts'
import type { ConnectorSnapshot } from '../../../lib/domain/snapshot.ts'
import { type HeapInputs, NO_HEAP_INPUTS } from '../../../lib/heap/inputs.ts'
import { connector, OTHER_WORKER, running, WORKER } from '../../support/snapshots.ts'

const S3 = 'io.confluent.connect.s3.S3SinkConnector'
const NOBODY: ReadonlySet<string> = new Set()

/** A sink with a part buffer of 26 MiB for each partition of its topic. */
function sink(name: string, workerId: string, overrides: Partial<ConnectorSnapshot> = {}): ConnectorSnapshot {
  const config = { 'connector.class': S3, topics: name, 'flush.size': '1000' }
  return connector({ name, config, tasks: [running(0, workerId)], ...overrides })
}

const known = (partitions: Readonly<Record<string, number>>, more: Partial<HeapInputs> = {}): HeapInputs => ({
  ...NO_HEAP_INPUTS,
  workerHeapBytes: 2 ** 31,
  partitions: new Map(Object.entries(partitions)),
  ...more,
})

const risksOf = (
  connectors: readonly ConnectorSnapshot[],
  memory: HeapInputs,
  diagnosed: ReadonlySet<string> = NOBODY,
) => findRisks({ takenAt: 0, connectors }, memory, diagnosed)

describe('a risk', () => {
  it('is a connector that runs and certainly does not fit', () => {
    const [risk, ...others] = risksOf([sink('orders', WORKER)], known({ orders: 88 }))
    expect(others).toEqual([])
    expect(risk).toMatchObject({ connector: 'orders', worker: WORKER, when: 'now', fit: 'certain' })
    expect(risk?.bytes.heap).toBe(2 ** 31)
    expect(risk?.bytes.worker.low).toBeGreaterThan(2 ** 31)
    expect(risk?.summary).toBe(
      `orders: worker ${WORKER} would hold 2,430 MiB of 2,048 MiB, which does not fit; 88 part buffers of 26 MiB of task 0 take 2,288 MiB.`,
    )
    expect(risk?.remedies.map(({ remedy }) => remedy)).toContain('lower-part-size')
  })

  it('is likely from 0.88 of the heap on, and none below', () => {
    expect(risksOf([sink('orders', WORKER)], known({ orders: 69 }))).toMatchObject([{ fit: 'likely' }])
    expect(risksOf([sink('orders', WORKER)], known({ orders: 66 }))).toEqual([])
  })

  it('is told if two connectors fit now, and would not on one worker', () => {
    const two = [sink('orders', WORKER), sink('carts', OTHER_WORKER)]
    const [risk, ...others] = risksOf(two, known({ orders: 44, carts: 40 }))
    expect(others).toEqual([])
    expect(risk).toMatchObject({ connector: 'orders', when: 'one-worker-fewer', fit: 'certain' })
    expect(risk?.summary).toContain('once another is lost')
    // A third worker is no remedy that is simulated, and a split moves nothing off a single worker.
    expect(risk?.remedies.map(({ remedy }) => remedy)).toContain('lower-part-size')
    expect(risk?.remedies.map(({ remedy }) => remedy)).not.toContain('split-connector')
  })

  it('of the present goes before that of a loss, and is told once', () => {
    const two = [sink('carts', OTHER_WORKER), sink('orders', WORKER)]
    expect(risksOf(two, known({ orders: 88, carts: 40 }))).toMatchObject([
      { connector: 'orders', when: 'now' },
    ])
  })
})

describe('no risk', () => {
  it('is told where heap or partitions are not known', () => {
    const one = [sink('orders', WORKER)]
    expect(risksOf(one, known({ orders: 88 }, { workerHeapBytes: null }))).toEqual([])
    expect(risksOf(one, known({}))).toEqual([])
    expect(
      risksOf(one, known({ orders: 88 }, { workerHeapBytes: null, heaps: new Map([[OTHER_WORKER, 1]]) })),
    ).toEqual([])
  })

  it('is told of what is diagnosed already, paused or stopped', () => {
    const memory = known({ orders: 88 })
    expect(risksOf([sink('orders', WORKER)], memory, new Set(['orders']))).toEqual([])
    for (const state of ['PAUSED', 'STOPPED'] as const) {
      const resting = sink('orders', WORKER, { connector: { state, stateText: state, workerId: WORKER } })
      expect(risksOf([resting], memory)).toEqual([])
    }
  })

  it('is told of a load that fits, whatever the placement', () => {
    const placed = fc.array(fc.constantFrom(WORKER, OTHER_WORKER), { minLength: 1, maxLength: 6 })
    fc.assert(
      fc.property(placed, (workers) => {
        const sinks = workers.map((worker, index) => sink(`sink-${index}`, worker))
        const partitions = Object.fromEntries(sinks.map(({ name }) => [name, 2]))
        expect(risksOf(sinks, known(partitions))).toEqual([])
      }),
      { numRuns: 50 },
    )
  })
})
