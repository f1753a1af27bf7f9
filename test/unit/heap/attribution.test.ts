import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import type { Settings } from '../../../lib/domain/cluster-config.ts'
import { attributeHeap, findUnexplained } from '../../../lib/heap/attribution.ts'
import { FAMILIES } from '../../../lib/heap/connectors/index.ts'
import { createEstimator } from '../../../lib/heap/estimate.ts'
import type { ClusterLoad } from '../../../lib/heap/model.ts'
import { MIB } from '../../../lib/util/bytes.ts'
import { cluster, S3, s3, topics } from '../../support/cluster-load.ts'
import { given, sharesOf } from '../../support/families.ts'
import { sink } from '../../support/framework.ts'

const loadsOf = (given: ClusterLoad) =>
  new Map(
    createEstimator()
      .estimateTasks(given)
      .map((load) => [load.worker.id, load]),
  )

function blame(given: ClusterLoad, name = 'orders', workers: readonly string[] = ['a']) {
  return attributeHeap(loadsOf(given), name, workers)
}

const nothing = (given: ClusterLoad, name = 'orders') => findUnexplained(loadsOf(given), given, name, ['a'])

const plain = (name: string) =>
  sink({
    name,
    config: { 'connector.class': 'org.apache.kafka.connect.file.FileStreamSinkConnector' },
    partitions: topics(1, 1),
    tasks: [{ id: 0, workerId: 'a' }],
  })

describe('who took the heap', () => {
  it('is the connector itself, with high confidence, where its partitions and the heap are known and it does not fit', () => {
    expect(blame(cluster([s3(topics(22, 4))]))).toMatchObject({
      cause: 'open-writers',
      confidence: 'high',
      culprit: { connector: 'orders', id: 0 },
      share: { what: '88 part buffers of 26 MiB', bytes: { low: 88 * 26 * MIB } },
    })
  })

  it('is told with medium confidence where it hardly fits', () => {
    expect(blame(cluster([s3(topics(18, 4))]))?.confidence).toBe('medium')
  })

  it.each([
    ['the heap', cluster([s3(topics(22, 4))], { a: null })],
    ['the partitions', cluster([s3(null)])],
  ])('is told with low confidence where %s is not known', (_, given) => {
    expect(blame(given)).toMatchObject({ cause: 'open-writers', confidence: 'low' })
  })

  it('is the task that holds most on the fullest of the workers where it failed', () => {
    const given = cluster([s3(topics(22, 1), ['b', 'a', 'a'])], { a: 512, b: 512 })
    expect(blame(given, 'orders', ['a', 'b'])?.culprit).toMatchObject({ id: 0, workerId: 'b' })
  })

  it('is a hog on the same worker where the one that failed takes next to nothing', () => {
    const given = cluster([s3(topics(17, 1), ['a'], { name: 'hog' }), plain('small')], { a: 512 })
    expect(blame(given, 'small')).toMatchObject({ cause: 'victim', culprit: { connector: 'hog' } })
    expect(blame(given, 'hog')).toMatchObject({ cause: 'open-writers', culprit: { connector: 'hog' } })
  })

  it('is no hog on another worker', () => {
    const given = cluster([s3(topics(22, 4), ['b'], { name: 'hog' }), plain('small')], { a: 2048, b: 2048 })
    expect(blame(given, 'small')).toBeNull()
  })

  it.each([3, 200])(
    'are all of %i middling connectors together, if none of them holds half of the heap',
    (count) => {
      const partitions = Math.ceil(2400 / 26 / count)
      const many = Array.from({ length: count }, (_, nth) =>
        s3(topics(partitions, 1), ['a'], { name: `c${nth}` }),
      )
      expect(blame(cluster(many), 'c1', ['a'])).toMatchObject({
        cause: 'worker-exhausted',
        confidence: 'high',
      })
    },
  )

  it('are all together also for a small one among them: there is no hog', () => {
    const three = [0, 1, 2].map((nth) => s3(topics(28, 1), ['a'], { name: `c${nth}` }))
    expect(blame(cluster([...three, plain('small')]), 'small')?.cause).toBe('worker-exhausted')
  })

  it('is never told by what any task takes', () => {
    expect(blame(cluster([plain('orders')], { a: null }))).toBeNull()
  })

  it('is not told for workers of which nothing is known', () => {
    expect(blame(cluster([s3(topics(22, 4))]), 'orders', ['gone'])).toBeNull()
  })
})

/** Stream Reactor holds no more than 8 KiB of a file of any other format. */
const PARQUET: Settings = { 'connect.s3.kcql': 'insert into bucket select * from t0 STOREAS `PARQUET`' }

describe('attributeHeap, for each family that holds anything of its own', () => {
  // Records of 50 MiB fill what is counted in records, and 100 partitions what is counted in partitions.
  const facts = { partitions: topics(1, 100), recordBytes: { low: 50 * MIB, high: 50 * MIB } }
  const holders = FAMILIES.flatMap((family) => family.classes)
    .filter((name) => sharesOf(given(name, {}, { ...facts, held: 100 })).length > 0)
    .map((name) => [name, name.includes('.lenses.') ? PARQUET : {}] as const)
  const bounded = ['com.wepay.kafka.connect.bigquery.BigQuerySinkConnector', { queueSize: '100' }] as const

  it.each([...holders, bounded])(
    'names a part that %s %j holds, not one of the framework',
    (className, config) => {
      fc.assert(
        fc.property(
          fc.integer({ min: 64, max: 1024 }),
          fc.constantFrom(true, false, null),
          (heapMib, backlog) => {
            const { connector } = given(className, config, { ...facts, backlog })
            const found = blame(cluster([connector], { 'a:8083': heapMib }), 'orders', ['a:8083'])
            expect(found?.share.owner).toBe('connector')
          },
        ),
        { numRuns: 20 },
      )
    },
  )
})

describe('a budget that explains nothing', () => {
  const low = s3(topics(22, 1), ['a'], { config: { ...S3, 's3.part.size': '5242880' } })

  it('is one of which all is known and that leaves half of the heap', () => {
    expect(nothing(cluster([low]))).toMatchObject({ worker: { worker: { id: 'a' } }, unknown: [] })
  })

  it('names the connectors beside it of which nobody knows what they hold', () => {
    const others = [
      sink({ name: 'odd', config: { 'connector.class': 'com.example.Odd' }, partitions: topics(1, 1) }),
      s3(null, ['a'], { name: 'uncounted' }),
      sink({
        name: 'debezium',
        type: 'source',
        config: { 'connector.class': 'io.debezium.connector.mysql.MySqlConnector' },
      }),
    ].map((each) => ({ ...each, tasks: [{ id: 0, workerId: 'a' }] }))
    expect(nothing(cluster([low, ...others], { a: 8192 }))?.unknown.toSorted()).toEqual([
      'debezium',
      'odd',
      'uncounted',
    ])
  })

  it.each([
    ['fills half of the heap', cluster([s3(topics(40, 1))])],
    ['is of an unknown heap', cluster([low], { a: null })],
    ['is of unknown partitions', cluster([s3(null)])],
    [
      'is of a class that is not known',
      cluster([sink({ partitions: topics(1, 1), tasks: [{ id: 0, workerId: 'a' }] })]),
    ],
  ])('is none that %s', (_, given) => {
    expect(nothing(given)).toBeNull()
  })

  it('is none of a queue that counts records of any size', () => {
    const config = { 'connector.class': 'io.debezium.connector.mysql.MySqlConnector' }
    const given = cluster([sink({ type: 'source', config, tasks: [{ id: 0, workerId: 'a' }] })])
    expect(nothing(given)).toBeNull()
    expect(blame(given)?.cause).toBe('source-queue')
  })
})
