import { describe, expect, it } from 'vitest'
import { Clinic, HOUR, MINUTE, TRACES } from '../../support/clinic.ts'

const always = (ms: number) => (startedAt: number) => startedAt + ms

describe('a day with a connector in trouble', () => {
  it('restarts a sink that dies five minutes after each start at most six times, then calls a person once', async () => {
    const clinic = new Clinic()
    clinic.cluster.add('flapping', { tasks: 4, trace: TRACES.network, failsAt: always(5 * MINUTE) })
    await clinic.watch(24 * HOUR)
    expect(clinic.cluster.restartsOf('flapping').length).toBeLessThanOrEqual(6)
    expect(clinic.events().filter((event) => event === 'escalated')).toHaveLength(1)
    expect(clinic.events()).not.toContain('recovered')
  })

  it.each([2, 9, 12, 45])(
    'restarts a sink that dies every %i minutes a few times a day only',
    async (minutes) => {
      const clinic = new Clinic()
      clinic.cluster.add('hungry', { tasks: 4, trace: TRACES.outOfMemory, failsAt: always(minutes * MINUTE) })
      clinic.cluster.add('resetting', { tasks: 4, trace: TRACES.network, failsAt: always(minutes * MINUTE) })
      await clinic.watch(24 * HOUR)
      expect(clinic.cluster.restartsOf('hungry').length).toBeLessThanOrEqual(2)
      expect(clinic.cluster.restartsOf('resetting').length).toBeLessThanOrEqual(minutes <= 3 ? 24 : 7)
    },
  )

  it('brings a task that fails twice back, and tells of the recovery once it is proven', async () => {
    const clinic = new Clinic()
    let starts = 0
    clinic.cluster.add('twice', {
      tasks: 2,
      trace: TRACES.network,
      failsAt: (at) => (at < 10 * MINUTE && starts++ >= 0 ? at + MINUTE : null),
    })
    await clinic.watch(HOUR)
    expect(clinic.events().at(0)).toBe('opened')
    expect(clinic.events().at(-1)).toBe('recovered')
    expect(clinic.incidents().at(-1)?.transition.action).toContain('offsets have moved')
    expect(clinic.cluster.isFailed('twice')).toBe(false)
  })

  it('is back within half an hour of the end of an outage of 40 minutes', async () => {
    const clinic = new Clinic()
    clinic.cluster.add('jdbc', {
      tasks: 4,
      trace: TRACES.network,
      failsAt: (at) => (at < 40 * MINUTE ? at : null),
    })
    await clinic.watch(70 * MINUTE)
    expect(clinic.cluster.isFailed('jdbc')).toBe(false)
  })

  it('goes on trying after a person was called while the other side stays away, and brings the tasks back when it returns', async () => {
    const clinic = new Clinic()
    clinic.cluster.add('jdbc', {
      tasks: 4,
      trace: TRACES.network,
      failsAt: (at) => (at < 7 * HOUR ? at : null),
    })
    await clinic.watch(9 * HOUR)
    expect(clinic.events()).toContain('escalated')
    expect(clinic.cluster.isFailed('jdbc')).toBe(false)
    expect(clinic.events().at(-1)).toBe('recovered')
  })

  it('does not touch a poison record: it calls a person at once', async () => {
    const clinic = new Clinic()
    clinic.cluster.add('poisoned', { tasks: 2, trace: TRACES.badRecord, failsAt: (at) => at + 1 })
    await clinic.watch(24 * HOUR)
    expect(clinic.cluster.restartsOf('poisoned')).toHaveLength(0)
    expect(clinic.events()).toEqual(['escalated'])
  })

  it('probes an out-of-memory failure once and no more', async () => {
    const clinic = new Clinic()
    clinic.cluster.add('hungry', { tasks: 1, trace: TRACES.outOfMemory, failsAt: always(10_000) })
    await clinic.watch(24 * HOUR)
    expect(clinic.cluster.restartsOf('hungry')).toHaveLength(1)
    expect(clinic.events()).toEqual(['opened', 'escalated'])
  })

  it('proposes and touches nothing in a dry run, and says it once', async () => {
    const clinic = new Clinic({ governor: { dryRun: true } })
    clinic.cluster.add('jdbc', { tasks: 4, trace: TRACES.network, failsAt: (at) => at })
    await clinic.watch(24 * HOUR)
    expect(clinic.cluster.restartsOf('jdbc')).toHaveLength(0)
    expect(clinic.events()).toEqual(['proposed'])
    expect(clinic.told[0]?.dryRun).toBe(true)
  })

  it('only tells where the policy is off', async () => {
    const clinic = new Clinic({ policy: { restart: 'off' } })
    clinic.cluster.add('jdbc', { tasks: 4, trace: TRACES.network, failsAt: (at) => at })
    await clinic.watch(HOUR)
    expect(clinic.cluster.restartsOf('jdbc')).toHaveLength(0)
    expect(clinic.events()).toEqual(['opened'])
  })

  it('says nothing while a connector is muted, and where it stands when that ends', async () => {
    const clinic = new Clinic({ policy: { muteUntil: 5 * HOUR } })
    clinic.cluster.add('poisoned', { tasks: 1, trace: TRACES.badRecord, failsAt: (at) => at })
    await clinic.watch(4 * HOUR)
    expect(clinic.told).toHaveLength(0)
    await clinic.watch(2 * HOUR)
    expect(clinic.events()).toEqual(['escalated'])
  })

  it('hears nothing of trouble that came and went while the connector was muted', async () => {
    const clinic = new Clinic({ policy: { muteUntil: 5 * HOUR } })
    clinic.cluster.add('jdbc', {
      tasks: 1,
      trace: TRACES.network,
      failsAt: (at) => (at < MINUTE ? at : null),
    })
    await clinic.watch(7 * HOUR)
    expect(clinic.cluster.isFailed('jdbc')).toBe(false)
    expect(clinic.told).toHaveLength(0)
  })

  it('closes the incident of a connector that was deleted', async () => {
    const clinic = new Clinic()
    clinic.cluster.add('poisoned', { tasks: 1, trace: TRACES.badRecord, failsAt: (at) => at })
    clinic.cluster.add('other', { tasks: 1, trace: '', failsAt: () => null })
    await clinic.watch(5 * MINUTE)
    clinic.cluster.remove('poisoned')
    await clinic.watch(5 * MINUTE)
    expect(clinic.events()).toEqual(['escalated', 'recovered'])
    expect(clinic.incidents().at(-1)?.transition.action).toContain('deleted')
  })

  it('reopens what fails again within a day of its recovery', async () => {
    const clinic = new Clinic()
    clinic.cluster.add('relapsing', {
      tasks: 1,
      trace: TRACES.network,
      failsAt: (at) => (at < MINUTE ? at : at < 2 * HOUR ? 5 * HOUR : null),
    })
    await clinic.watch(16 * HOUR)
    expect(clinic.events()).toEqual(['opened', 'recovered', 'reopened', 'recovered'])
  })
})

describe('a sink whose part buffers do not fit its worker', () => {
  const topics = Array.from({ length: 22 }, (_, index) => `billing-${index}`)
  const founding = {
    tasks: 1,
    trace: TRACES.outOfMemory,
    failsAt: always(10_000),
    config: {
      'connector.class': 'io.confluent.connect.s3.S3SinkConnector',
      topics: topics.join(','),
      'flush.size': '1000',
    },
    offsets: topics.flatMap((topic) =>
      [0, 1, 2, 3].map((partition) => ({
        partition: { kafka_topic: topic, kafka_partition: partition },
        offset: { kafka_offset: 0 },
      })),
    ),
  }

  it('is not restarted in vain: a person is told the bytes, and what would help by how much', async () => {
    const clinic = new Clinic({ workerHeapBytes: 2 ** 31 })
    clinic.cluster.add('billing-s3', founding)
    await clinic.watch(HOUR)
    expect(clinic.cluster.restartsOf('billing-s3')).toHaveLength(0)
    expect(clinic.events()).toEqual(['escalated'])
    const [message] = clinic.incidents()
    expect(message?.incident.diagnosis.summary).toContain('88 part buffers of 26 MiB take 2,288 MiB')
    expect(message?.incident.diagnosis.remedies[0]).toMatchObject({ remedy: 'lower-part-size' })
  })

  it('is one incident with what died beside it, which stands for itself once that is gone', async () => {
    const clinic = new Clinic({ workerHeapBytes: 2 ** 31 })
    clinic.cluster.add('billing-s3', founding)
    clinic.cluster.add('small', {
      tasks: 1,
      trace: TRACES.outOfMemory,
      failsAt: (at) => (at < HOUR ? at : null),
    })
    await clinic.watch(2 * HOUR)
    expect(clinic.events('small')).toEqual([])
    clinic.cluster.remove('billing-s3')
    await clinic.watch(HOUR)
    expect(clinic.events('billing-s3')).toEqual(['escalated', 'recovered'])
    expect(clinic.cluster.restartsOf('small')).toHaveLength(1)
    expect(clinic.events('small')).toEqual(['opened', 'recovered'])
  })

  it('has its evidence asked for once, not at every scan', async () => {
    const clinic = new Clinic({ workerHeapBytes: 2 ** 31 })
    clinic.cluster.add('billing-s3', founding)
    await clinic.watch(HOUR)
    expect(clinic.cluster.asked).toEqual(['offsets of billing-s3'])
  })
})

describe('many connectors that fail alike', () => {
  const names = Array.from({ length: 50 }, (_, index) => `sink-${index}`)

  it('are tried with one canary at a time while the outage lasts, and all come back after it', async () => {
    const clinic = new Clinic()
    for (const name of names) {
      clinic.cluster.add(name, {
        tasks: 4,
        trace: TRACES.network,
        failsAt: (at) => (at < 40 * MINUTE ? at : null),
      })
    }
    await clinic.watch(39 * MINUTE)
    const during = names.reduce((sum, name) => sum + clinic.cluster.restartsOf(name).length, 0)
    expect(during).toBeLessThanOrEqual(6)
    await clinic.watch(81 * MINUTE)
    expect(names.filter((name) => clinic.cluster.isFailed(name))).toEqual([])
  })

  it('come back no faster than the governor allows', async () => {
    const clinic = new Clinic({ governor: { restartsPerScan: 2, canaryFrom: 1000 } })
    for (const name of names)
      clinic.cluster.add(name, { tasks: 1, trace: TRACES.network, failsAt: (at) => (at === 0 ? 0 : null) })
    for (let scan = 1; scan <= 5; scan++) {
      await clinic.watch(MINUTE)
      expect(names.reduce((sum, name) => sum + clinic.cluster.restartsOf(name).length, 0)).toBe(2 * scan)
    }
  })
})
