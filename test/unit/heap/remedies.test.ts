import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { createEstimator } from '../../../lib/heap/estimate.ts'
import { SAFE_FRACTION } from '../../../lib/heap/fit.ts'
import type { ClusterLoad } from '../../../lib/heap/model.ts'
import { helpfulRemedies, toRemedy } from '../../../lib/heap/remedies.ts'
import { utilization } from '../../../lib/heap/utilization.ts'
import { MIB, typicalBytes } from '../../../lib/util/bytes.ts'
import { aCluster, cluster, S3, s3, topics } from '../../support/cluster-load.ts'
import { sink } from '../../support/framework.ts'

const TWO = { a: 2048, b: 2048 }

function offered(given: ClusterLoad, name = 'orders') {
  return new Map(helpfulRemedies(given, name).map((prospect) => [prospect.remedy, prospect]))
}

const ids = (given: ClusterLoad) => [...offered(given).keys()]

describe('what would help the founding incident', () => {
  it('is a smaller part size, before more tasks and a split, which fail once a worker is lost', () => {
    const remedies = ids(cluster([s3(topics(22, 4))], TWO))
    expect(remedies[0]).toBe('lower-part-size')
    expect(remedies.slice(-2)).toEqual(['raise-tasks-max', 'split-connector'])
  })

  it('is told in bytes, as they were measured: 557 MiB live with 5 MiB parts, 1,173 for each half', () => {
    const remedies = offered(cluster([s3(topics(22, 4), ['a'], { backlog: false })], TWO))
    const least = (id: 'lower-part-size' | 'split-connector') =>
      (remedies.get(id)?.fullest.bytes.low ?? 0) / MIB
    expect(least('lower-part-size')).toBeGreaterThan(530)
    expect(least('lower-part-size')).toBeLessThan(600)
    expect(least('split-connector')).toBeGreaterThan(1130)
    expect(least('split-connector')).toBeLessThan(1220)
  })

  it('says what one worker fewer would have to hold: both halves of a split', () => {
    const split = offered(cluster([s3(topics(22, 4))], TWO)).get('split-connector')
    expect(split?.fullest.bytes.low).toBeLessThan(SAFE_FRACTION * 2048 * MIB)
    expect(split?.oneFewer?.bytes.low).toBeGreaterThan(2048 * MIB)
  })

  it('is no split and no other task on the only worker, where there is no worker to lose either', () => {
    const remedies = offered(cluster([s3(topics(22, 4))]))
    expect([...remedies.keys()]).not.toContain('split-connector')
    expect([...remedies.keys()]).not.toContain('raise-tasks-max')
    expect(remedies.get('lower-part-size')?.oneFewer).toBeNull()
  })

  it('with one-partition topics is another assignor or a split, while more tasks do nothing', () => {
    const remedies = ids(
      cluster([s3(topics(44, 1), ['a', 'b'], { config: { ...S3, 's3.part.size': String(50 * MIB) } })], TWO),
    )
    expect(remedies).toContain('change-assignor')
    expect(remedies).toContain('split-connector')
    expect(remedies).not.toContain('raise-tasks-max')
  })

  it('is no other assignor where there is one task, or it is round robin already', () => {
    expect(ids(cluster([s3(topics(22, 4))], TWO))).not.toContain('change-assignor')
    const config = {
      ...S3,
      'consumer.override.partition.assignment.strategy':
        'org.apache.kafka.clients.consumer.RoundRobinAssignor',
    }
    expect(ids(cluster([s3(topics(44, 1), ['a', 'b'], { config })], TWO))).not.toContain('change-assignor')
  })
})

describe('more heap', () => {
  it('is the next whole gibibyte in which it fits', () => {
    expect(offered(cluster([s3(topics(22, 4))])).get('raise-heap')?.what).toBe('-Xmx3g on every worker')
  })

  it('counts that larger regions make the same buffers cost more', () => {
    const raised = offered(cluster([s3(topics(40, 10))])).get('raise-heap')
    expect(raised?.what).toBe('-Xmx15g on every worker')
    expect(raised?.fullest.bytes.low).toBeGreaterThanOrEqual(400 * 32 * MIB)
  })

  it('is not offered where the heap is not known', () => {
    expect(ids(cluster([s3(topics(22, 4))], { a: null }))).not.toContain('raise-heap')
  })
})

describe('the settings that help', () => {
  it('are those of the family, under the names of a connector that is like it', () => {
    const like = { family: 'confluent-s3', keys: { 's3.part.size': 'part.size' } }
    const config = { 'connector.class': 'com.example.OurS3Sink', topics: 't0' }
    const given = cluster([s3(topics(22, 4), ['a'], { like, config })])
    expect(offered(given).get('lower-part-size')?.what).toBe('part.size=5242880')
    expect(ids(given)).not.toContain('elastic-buffer')
  })

  it('are none where the partitions are not known but for what does not need them', () => {
    const remedies = ids(cluster([s3(null)], TWO))
    expect(remedies).toContain('lower-part-size')
    expect(remedies).not.toContain('split-connector')
    expect(remedies).not.toContain('raise-tasks-max')
  })

  it('are none for a class that is not known, or a connector that is not there', () => {
    const unknown = sink({ partitions: topics(1, 1), tasks: [{ id: 0, workerId: 'a' }] })
    expect(ids(cluster([unknown])).filter((id) => id !== 'raise-heap')).toEqual([])
    expect(helpfulRemedies(cluster([unknown]), 'gone')).toEqual([])
  })
})

describe('what is offered', () => {
  it('takes a tenth off the fullest worker that it concerns', () => {
    fc.assert(
      fc.property(aCluster, (given) => {
        for (const { before, fullest } of helpfulRemedies(given, 'c0'))
          expect(utilization(fullest)).toBeLessThanOrEqual(0.9 * utilization(before.fullest) + 1e-9)
      }),
      { numRuns: 40 },
    )
  })

  it('is best first: what fits, then what fits after the loss of a worker, then the order in which to try', () => {
    const rank = (part: number) => (part < SAFE_FRACTION ? 0 : part <= 1 ? 1 : 2)
    fc.assert(
      fc.property(aCluster, (given) => {
        const ranks = helpfulRemedies(given, 'c0').map(
          ({ fullest, oneFewer }) =>
            3 * rank(utilization(fullest)) + rank(oneFewer === null ? 0 : utilization(oneFewer)),
        )
        expect(ranks).toEqual(ranks.toSorted((a, b) => a - b))
      }),
      { numRuns: 40 },
    )
  })

  it('is what today’s budget says, before', () => {
    fc.assert(
      fc.property(aCluster, (given) => {
        const weights = createEstimator().estimateTotals(given)
        for (const { before } of helpfulRemedies(given, 'c0'))
          expect(weights.map(({ bytes }) => typicalBytes(bytes))).toContain(
            typicalBytes(before.fullest.bytes),
          )
      }),
      { numRuns: 20 },
    )
  })

  it('reads as a change, its effect, what one worker fewer means, and its price', () => {
    const [first] = helpfulRemedies(cluster([s3(topics(22, 4))], TWO), 'orders')
    if (first === undefined) throw new Error('nothing was offered')
    const { remedy, effect } = toRemedy(first, '')
    expect(remedy).toBe('lower-part-size')
    expect(effect).toMatch(
      /^s3\.part\.size=5242880: .*2,430 MiB to 558–670 MiB of 2,048 MiB, .*one worker fewer.*\(.*48\.8 GiB/,
    )
    expect(toRemedy(first, 'of hog: ').effect).toMatch(/^of hog: s3\.part\.size/)
  })

  it('says where it is not enough by itself', () => {
    const given = cluster([s3(topics(22, 4)), s3(topics(22, 4), ['a'], { name: 'other' })])
    const first = helpfulRemedies(given, 'orders').find(({ remedy }) => remedy === 'lower-part-size')
    if (first === undefined) throw new Error('it was not offered')
    expect(toRemedy(first, '').effect).toContain('not enough by itself')
  })
})
