import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import type { Settings } from '../../../lib/domain/cluster-config.ts'
import { frameworkShares, maxPollRecords } from '../../../lib/heap/framework.ts'
import type { ConnectorFacts, Share } from '../../../lib/heap/model.ts'
import { recordOnHeap } from '../../../lib/heap/record-size.ts'
import { MIB } from '../../../lib/util/bytes.ts'
import { sink, taskOf } from '../../support/framework.ts'

const shares = (facts: Partial<ConnectorFacts>, partitions: number | null = 20) =>
  frameworkShares(taskOf(sink(facts), partitions))
const fetchBuffers = (facts: Partial<ConnectorFacts>, partitions: number | null = 20): Share | undefined =>
  shares(facts, partitions).find(({ what }) => what.includes('response'))
const batch = (facts: Partial<ConnectorFacts>): Share | undefined =>
  shares(facts).find(({ cause }) => cause === 'record-batch')

describe('fetch buffers', () => {
  it('hold up to two responses, of 1 MiB a partition', () => {
    expect(fetchBuffers({})).toMatchObject({
      what: 'up to two responses of 20 MiB from brokers',
      bytes: { low: 0, high: 40 * MIB },
      setting: 'max.partition.fetch.bytes=1048576 (default)',
      assumptions: [],
    })
  })

  it('are full under a backlog', () => {
    expect(fetchBuffers({ backlog: true })?.bytes).toEqual({ low: 20 * MIB, high: 40 * MIB })
  })

  it('hold no more than fetch.max.bytes a broker, whose number is assumed', () => {
    const share = fetchBuffers({ backlog: true }, 80)
    expect(share?.bytes).toEqual({ low: 50 * MIB, high: 100 * MIB })
    expect(share?.setting).toBe('fetch.max.bytes=52428800 (default)')
    expect(share?.assumptions).toEqual([expect.stringContaining('One broker was assumed')])
  })

  it('follow the connector’s settings before the workers’', () => {
    const workerConfig = { 'consumer.max.partition.fetch.bytes': String(4 * MIB) }
    expect(fetchBuffers({ workerConfig }, 5)?.bytes.high).toBe(40 * MIB)
    const config = { 'consumer.override.max.partition.fetch.bytes': String(2 * MIB) }
    expect(fetchBuffers({ config, workerConfig }, 5)).toMatchObject({
      bytes: { high: 20 * MIB },
      setting: 'consumer.override.max.partition.fetch.bytes=2097152',
    })
  })

  it('take a record that is larger than the limits all the same', () => {
    const recordBytes = { low: 80 * MIB, high: 80 * MIB }
    const config = { 'value.converter': 'org.apache.kafka.connect.storage.StringConverter' }
    expect(fetchBuffers({ config, recordBytes }, 1)?.bytes.high).toBe(80 * MIB)
  })

  it('are at most one full response and its successor when the partitions are not known', () => {
    const share = fetchBuffers({ backlog: true }, null)
    expect(share?.bytes).toEqual({ low: MIB, high: 100 * MIB })
    expect(share?.assumptions).toContain('How many partitions the task reads is not known.')
  })

  it('are not there for a task that got no partition', () => {
    expect(shares({ backlog: true }, 0).map(({ what }) => what)).toEqual(['a consumer and its task'])
  })
})

describe('a batch of records', () => {
  it('holds as many as a poll brings, each of what is known of a record', () => {
    const recordBytes = { low: 1000, high: 2000 }
    const config = { 'consumer.override.max.poll.records': '100' }
    expect(batch({ config, recordBytes, backlog: true })).toMatchObject({
      bytes: { low: 100_000, high: 200_000 },
      setting: 'consumer.override.max.poll.records=100',
      assumptions: [],
    })
  })

  it('may be empty without a backlog', () => {
    expect(batch({ backlog: false })?.bytes.low).toBe(0)
  })

  it('says which size of records was assumed, and what would tell', () => {
    expect(batch({})?.assumptions[0]).toContain('kafka-console-consumer.sh')
  })
})

describe('a record on the heap', () => {
  const expansion = (config: Settings, workerConfig: Settings = {}) =>
    recordOnHeap(sink({ config, workerConfig })).perWireByte.high
  const JSON_CONVERTER = 'org.apache.kafka.connect.json.JsonConverter'

  it('expands least as bytes, and most as a Struct read from a schema', () => {
    const converters = [
      { 'value.converter': 'org.apache.kafka.connect.converters.ByteArrayConverter' },
      { 'value.converter': 'org.apache.kafka.connect.storage.StringConverter' },
      { 'value.converter': JSON_CONVERTER, 'value.converter.schemas.enable': 'false' },
      { 'value.converter': 'io.confluent.connect.avro.AvroConverter' },
    ].map((config) => expansion(config))
    expect(converters).toEqual(converters.toSorted((a, b) => a - b))
    expect(new Set(converters).size).toBe(4)
  })

  it('follows the workers’ converter unless the connector has one, which then is all its own', () => {
    const workers = { 'value.converter': JSON_CONVERTER, 'value.converter.schemas.enable': 'false' }
    expect(expansion({}, workers)).toBe(6.2)
    expect(expansion({ 'value.converter': JSON_CONVERTER }, workers)).toBe(2.1)
  })

  it('is put in the widest range for another converter, and the assumption says so', () => {
    const { assumptions } = recordOnHeap(sink({ config: { 'value.converter': 'com.example.Odd' } }))
    expect(assumptions).toHaveLength(2)
  })
})

describe('other clients of a task', () => {
  const producers = (facts: Partial<ConnectorFacts>) =>
    shares(facts).filter(({ cause }) => cause === 'source-in-flight')

  it('are a producer for dead letters, if there is a topic for them', () => {
    expect(producers({})).toEqual([])
    expect(producers({ config: { 'errors.deadletterqueue.topic.name': 'dead' } })).toMatchObject([
      { bytes: { low: 0, high: 32 * MIB }, setting: 'buffer.memory=33554432 (default)' },
    ])
  })

  it('are for a source its producer alone, whose records take many times their bytes', () => {
    const source = shares({
      type: 'source',
      config: { 'producer.override.buffer.memory': String(8 * MIB), 'value.converter': 'AvroConverter' },
    })
    expect(source).toMatchObject([
      {
        cause: 'source-in-flight',
        bytes: { low: 0, high: 96 * MIB },
        setting: 'producer.override.buffer.memory=8388608',
      },
    ])
  })

  it('are a consumer where topics tell that a connector of unknown type is a sink', () => {
    const causes = (config: Settings) => shares({ type: 'unknown', config }).map(({ cause }) => cause)
    expect(causes({ 'topics.regex': 'a.*' })).toContain('fetch-buffers')
    expect(causes({})).toEqual(['source-in-flight'])
  })
})

describe('a setting that can’t be read', () => {
  it.each(['', 'many', '0', '-1', '1e3', '12.5', '99999999999', '\u0024{file:/run/secrets:poll}'])(
    'counts as the default, and an assumption says so without repeating it: «%s»',
    (value) => {
      const config = { 'consumer.override.max.poll.records': value }
      expect(maxPollRecords(sink({ config }))).toBe(500)
      const share = batch({ config })
      expect(share?.setting).toBe('max.poll.records=500 (default)')
      expect(share?.assumptions[0]).toMatch(
        /^consumer\.override\.max\.poll\.records is .+, not a whole number from 1 to 2147483647: 500 was assumed\.$/,
      )
      if (value.length > 3) expect(share?.assumptions.join()).not.toContain('secrets')
    },
  )

  it('is read as Kafka reads it where it can be', () => {
    expect(maxPollRecords(sink({ config: { 'consumer.override.max.poll.records': ' +20 ' } }))).toBe(20)
  })
})

it('shares are ranges of whole numbers that are not negative, whatever is set', () => {
  const value = fc.oneof(fc.nat().map(String), fc.integer().map(String), fc.string({ maxLength: 12 }))
  const settings = fc.record(
    {
      'consumer.override.max.poll.records': value,
      'consumer.override.fetch.max.bytes': value,
      'consumer.override.max.partition.fetch.bytes': value,
      'producer.override.buffer.memory': value,
      'value.converter': fc.constantFrom('JsonConverter', 'StringConverter', 'x.y'),
      'errors.deadletterqueue.topic.name': fc.string(),
    },
    { requiredKeys: [] },
  )
  fc.assert(
    fc.property(
      settings,
      fc.constantFrom('sink' as const, 'source' as const),
      fc.constantFrom(true, false, null),
      fc.option(fc.nat({ max: 200 })),
      fc.option(fc.tuple(fc.nat(), fc.nat()).map(([low, more]) => ({ low, high: low + more }))),
      (config, type, backlog, partitions, recordBytes) => {
        for (const { bytes } of shares({ config, type, backlog, recordBytes }, partitions)) {
          expect(bytes.low).toBeGreaterThanOrEqual(0)
          expect(bytes.high).toBeGreaterThanOrEqual(bytes.low)
          expect(Number.isFinite(bytes.high)).toBe(true)
        }
      },
    ),
  )
})
