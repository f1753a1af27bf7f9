import { describe, expect, it } from 'vitest'
import { PublishError } from '../../../lib/notification/sns.ts'
import { Clinic, HOUR, MINUTE } from '../../support/clinic.ts'

const TOPICS = Array.from({ length: 22 }, (_, index) => `billing-${index}`)
const sink = {
  tasks: 1,
  trace: '',
  failsAt: () => null,
  config: {
    'connector.class': 'io.confluent.connect.s3.S3SinkConnector',
    topics: TOPICS.join(),
    'flush.size': '1000',
  },
}
const partitions = Object.fromEntries(TOPICS.map((topic) => [topic, 4]))

function watching(warn: boolean): Clinic {
  const clinic = new Clinic({ policy: { warn }, workerHeapBytes: 2 ** 31, partitions })
  clinic.cluster.add('billing-s3', sink)
  return clinic
}

describe('a connector that runs and cannot fit', () => {
  it('is warned of once, and not again while nothing changes', async () => {
    const clinic = watching(true)
    await clinic.watch(HOUR)
    expect(clinic.events()).toEqual(['warned'])
    expect(clinic.told[0]).toMatchObject({ about: 'risk', risk: { connector: 'billing-s3' } })
    expect(clinic.cluster.asked).toEqual([])
  })

  it('is not warned of unless the policy asks for it', async () => {
    const clinic = watching(false)
    await clinic.watch(HOUR)
    expect(clinic.told).toEqual([])
  })

  it('is warned of again when it was gone and is back', async () => {
    const clinic = watching(true)
    await clinic.watch(5 * MINUTE)
    clinic.cluster.remove('billing-s3')
    await clinic.watch(5 * MINUTE)
    clinic.cluster.add('billing-s3', sink)
    await clinic.watch(5 * MINUTE)
    expect(clinic.events()).toEqual(['warned', 'warned'])
  })

  it('is warned of by a later scan if the message certainly did not go out, and not if it may have', async () => {
    for (const [outcome, told] of [
      ['not-sent', 1],
      ['unknown', 0],
    ] as const) {
      const clinic = watching(true)
      clinic.publishFault = () => new PublishError('no', outcome, 'topic', {})
      await clinic.watch(5 * MINUTE)
      clinic.publishFault = undefined
      await clinic.watch(5 * MINUTE)
      expect(clinic.told).toHaveLength(told)
    }
  })

  it('is warned of once by two scans at the same time', async () => {
    const clinic = watching(true)
    clinic.cluster.now = MINUTE
    await Promise.all([clinic.scan(), clinic.scan()])
    expect(clinic.events()).toEqual(['warned'])
  })
})
