import fc from 'fast-check'
import type { ClusterLoad, ConnectorFacts } from '../../lib/heap/model.ts'
import { MIB } from '../../lib/util/bytes.ts'
import { sink } from './framework.ts'

export const S3 = { 'connector.class': 'io.confluent.connect.s3.S3SinkConnector', 'flush.size': '1000' }

/** So many topics, t0, t1, …, of as many partitions each. */
export function topics(count: number, partitions: number): ReadonlyMap<string, number> {
  return new Map(Array.from({ length: count }, (_, nth) => [`t${nth}`, partitions]))
}

/** An S3 sink with one task on each of the workers named. */
export function s3(
  partitions: ReadonlyMap<string, number> | null,
  homes: readonly string[] = ['a'],
  facts: Partial<ConnectorFacts> = {},
): ConnectorFacts {
  return sink({
    config: { ...S3, topics: [...(partitions?.keys() ?? ['t0'])].join(',') },
    partitions,
    tasks: homes.map((workerId, id) => ({ id, workerId })),
    ...facts,
  })
}

/** Workers with 30 MiB of their own; heaps in MiB, null: not known. */
export function cluster(
  connectors: readonly ConnectorFacts[],
  heaps: Readonly<Record<string, number | null>> = { a: 2048 },
): ClusterLoad {
  return {
    workers: Object.entries(heaps).map(([id, heap]) => ({
      id,
      heapBytes: heap === null ? null : heap * MIB,
      baseBytes: 30 * MIB,
    })),
    connectors,
  }
}

const aTopic = fc.tuple(fc.integer({ min: 0, max: 12 }), fc.integer({ min: 1, max: 8 }))

const aConnector = fc.record({
  topics: fc.uniqueArray(aTopic, { minLength: 1, maxLength: 6, selector: ([name]) => name }),
  tasks: fc.integer({ min: 1, max: 4 }),
  partMib: fc.integer({ min: 5, max: 40 }),
  backlog: fc.constantFrom(true, false, null),
})

/** One to three S3 sinks, c0, c1 and c2, on one to four workers, w0 to w3; the heap is the same on all. */
export const aCluster: fc.Arbitrary<ClusterLoad> = fc
  .record({
    connectors: fc.array(aConnector, { minLength: 1, maxLength: 3 }),
    workers: fc.integer({ min: 1, max: 4 }),
    heapMib: fc.integer({ min: 256, max: 12_000 }),
    homes: fc.array(fc.nat(), { minLength: 12, maxLength: 12 }),
  })
  .map(({ connectors, workers, heapMib, homes }) =>
    cluster(
      connectors.map(({ topics, tasks, partMib, backlog }, nth) =>
        s3(
          new Map(topics.map(([name, count]) => [`t${name}`, count])),
          homes.slice(4 * nth, 4 * nth + tasks).map((home) => `w${home % workers}`),
          { name: `c${nth}`, config: { ...S3, 's3.part.size': String(partMib * MIB) }, backlog },
        ),
      ),
      Object.fromEntries(Array.from({ length: workers }, (_, nth) => [`w${nth}`, heapMib])),
    ),
  )
