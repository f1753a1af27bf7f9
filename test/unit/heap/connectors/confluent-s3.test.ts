import fc from 'fast-check'
import { describe, expect, test } from 'vitest'
import type { Settings } from '../../../../lib/domain/cluster-config.ts'
import { arrayHeapBytes } from '../../../../lib/heap/g1.ts'
import { mostOpenFiles } from '../../../../lib/heap/parts/open-files.ts'
import { MIB } from '../../../../lib/util/bytes.ts'
import { type Given, given, mib, sharesOf, totalOf } from '../../../support/families.ts'

const S3 = 'io.confluent.connect.s3.S3SinkConnector'
const PLAIN: Settings = {
  'flush.size': '1000',
  'format.class': 'io.confluent.connect.s3.format.json.JsonFormat',
  'partitioner.class': 'io.confluent.connect.storage.partitioner.DefaultPartitioner',
}
const BY_HOUR: Settings = {
  ...PLAIN,
  'flush.size': '1000000',
  'partitioner.class': 'io.confluent.connect.storage.partitioner.TimeBasedPartitioner',
  'partition.duration.ms': '3600000',
  'timestamp.extractor': 'Record',
}
const s3 = (config: Settings, facts: Given = {}) => given(S3, { ...PLAIN, ...config }, facts)

describe('heap of part buffers, against what real workers held (10.5.25, JDK 17, live after a full collection)', () => {
  test.each([
    { held: 22, part: '5242880', heapMib: 256, predicted: 132, measured: 139.7 },
    { held: 44, part: '5242880', heapMib: 512, predicted: 264, measured: 272.7 },
    { held: 132, part: '5242880', heapMib: 1024, predicted: 792, measured: 804.1 },
    { held: 22, part: '26214400', heapMib: 1024, predicted: 572, measured: 580.2 },
    { held: 44, part: '26214400', heapMib: 2048, predicted: 1144, measured: 1153 },
  ])('$held partitions, parts of $part bytes, heap of $heapMib MiB: $measured MiB', (row) => {
    const total = mib(totalOf(s3({ 's3.part.size': row.part }, row)))
    expect(total).toEqual({ low: row.predicted, high: row.predicted })
    // Besides the buffers there were always 8 to 12 MiB of everything else.
    const rest = row.measured - row.predicted
    expect(rest).toBeGreaterThan(7.5)
    expect(rest).toBeLessThan(12.5)
    expect(row.measured / row.predicted).toBeLessThan(1.06)
  })

  test('the founding shape, 22 topics of 4 partitions with default parts on 2 GiB, needs more than the heap', () => {
    const [share, ...more] = sharesOf(s3({}, { held: 88 }))
    expect(more).toEqual([])
    expect(share).toMatchObject({
      cause: 'open-writers',
      what: '88 part buffers of 26 MiB',
      bytes: { low: 88 * 26 * MIB, high: 88 * 26 * MIB },
      setting: 's3.part.size=26214400 (default)',
    })
  })

  test('its remedies: 528 MiB with parts of 5 MiB, 11 with elastic buffers, 176 if these begin at 1 MiB', () => {
    // Records of some 100 bytes: none of the files filled the first buffer.
    const facts = { held: 88, recordBytes: { low: 100, high: 120 } }
    const elastic = { 's3.elastic.buffer.enable': 'true' }
    expect(mib(totalOf(s3({ 's3.part.size': '5242880' }, facts)))).toEqual({ low: 528, high: 528 })
    expect(mib(totalOf(s3(elastic, facts)))).toEqual({ low: 11, high: 11 })
    const fromOneMib = { ...elastic, 's3.elastic.buffer.init.capacity': '1048576' }
    expect(mib(totalOf(s3(fromOneMib, facts)))).toEqual({ low: 176, high: 176 })
  })
})

describe('files that one partition has open', () => {
  const plan = {
    by: 'time',
    closesOnChange: false,
    flushSize: 1_000_000,
    maxOpen: Number.MAX_SAFE_INTEGER,
  } as const

  test('30 hours of records without a rotation: 30 files; 1 with rotate.interval.ms; 10 with flush.size=10', () => {
    expect(mostOpenFiles(plan, 30)).toBe(30)
    expect((30 * arrayHeapBytes(25 * MIB, s3({}).jvm)) / MIB).toBe(780)
    expect(mostOpenFiles({ ...plan, closesOnChange: true }, 30)).toBe(1)
    expect(mostOpenFiles({ ...plan, flushSize: 10 }, 30)).toBe(10)
    expect(mostOpenFiles({ ...plan, maxOpen: 5 }, 30)).toBe(5)
    expect(mostOpenFiles({ ...plan, by: 'partition' }, 30)).toBe(1)
  })

  test('the 808 MiB that 30 buffers took in one partition are within the estimate, which ends at the retention', () => {
    const [share] = sharesOf(s3(BY_HOUR, { held: 1 }))
    expect(share?.cause).toBe('time-bucket-fanout')
    expect(share?.setting).toBe('rotate.interval.ms=-1 (default)')
    expect(share?.what).toBe('1–169 part buffers of 26 MiB')
    expect(share?.bytes.low).toBeLessThan(808 * MIB)
    expect(share?.bytes.high).toBeGreaterThan(808 * MIB)
    expect(share?.assumptions.join(' ')).toContain('kafka-configs --describe --entity-type topics')
  })

  test.each([
    ['rotate.interval.ms', { 'rotate.interval.ms': '3600000' }, 1],
    ['a smaller flush.size', { 'flush.size': '10' }, 10],
    ['partitioner.max.open.files', { 'partitioner.max.open.files': '7' }, 7],
    [
      'rotate.interval.ms that does not close at a change of bucket',
      { 'rotate.interval.ms': '7200000', 'rotate.file.on.partition.change': 'false' },
      3,
    ],
    ['longer buckets', { 'partition.duration.ms': '86400000' }, 8],
    ['the clock of the worker', { 'timestamp.extractor': 'Wallclock' }, 2],
    [
      'the clock of the worker and a schedule of ten buckets',
      { 'timestamp.extractor': 'Wallclock', 'rotate.schedule.interval.ms': '36000000' },
      11,
    ],
  ])('are bounded by %s', (_what, config, most) => {
    expect(sharesOf(s3({ ...BY_HOUR, ...config }, { held: 1 }))[0]?.bytes.high).toBe(most * 26 * MIB)
  })

  test('a schedule bounds them only where there is no backlog, which is read faster than that', () => {
    const config = { ...BY_HOUR, 'rotate.schedule.interval.ms': '600000' }
    const most = (backlog: boolean | null) => sharesOf(s3(config, { held: 1, backlog }))[0]?.bytes.high
    expect(most(false)).toBe(2 * 26 * MIB)
    expect(most(true)).toBe(169 * 26 * MIB)
    expect(most(null)).toBe(169 * 26 * MIB)
  })

  test('partitioner.max.open.files counts from 10.6.7 on', () => {
    const config = { ...BY_HOUR, 'partitioner.max.open.files': '7' }
    expect(sharesOf(s3(config, { held: 1, version: '10.6.6' }))[0]?.bytes.high).toBe(169 * 26 * MIB)
    expect(sharesOf(s3(config, { held: 1, version: '11.0.0' }))[0]?.bytes.high).toBe(7 * 26 * MIB)
  })

  test('a field partitioner has one for each value, as far as flush.size lets it', () => {
    const byField = 'io.confluent.connect.storage.partitioner.FieldPartitioner'
    const [share] = sharesOf(s3({ 'partitioner.class': byField, 'flush.size': '40' }, { held: 2 }))
    expect(share).toMatchObject({ cause: 'partition-fanout', what: '2–80 part buffers of 26 MiB' })
  })

  test('keys and headers are files of their own', () => {
    const config = { 'store.kafka.keys': 'true', 'store.kafka.headers': 'true' }
    expect(sharesOf(s3(config, { held: 4 }))[0]?.what).toBe('12 part buffers of 26 MiB')
  })
})

describe('versions', () => {
  test('parts were 100 MiB before 3.2.1', () => {
    expect(sharesOf(s3({}, { held: 1, version: '3.2.0' }))[0]?.setting).toBe(
      's3.part.size=104857600 (default)',
    )
    expect(sharesOf(s3({}, { held: 1, version: '3.2.1' }))[0]?.setting).toBe(
      's3.part.size=26214400 (default)',
    )
  })

  test('elastic buffers count from 10.1.0 on', () => {
    const elastic = { 's3.elastic.buffer.enable': 'true' }
    expect(totalOf(s3(elastic, { held: 1, version: '10.0.9' })).low).toBe(26 * MIB)
    expect(totalOf(s3(elastic, { held: 1, version: '10.1.0-ccs' })).low).toBeLessThan(MIB)
  })
})

describe('formats and growing buffers', () => {
  test('an elastic buffer ends at a part, and one at a time needs its old array besides', () => {
    const config = { 's3.elastic.buffer.enable': 'true', 'flush.size': '10000000' }
    const { high } = totalOf(s3(config, { held: 10 }))
    expect(high).toBeGreaterThan(10 * 26 * MIB)
    expect(high).toBeLessThan(11 * 26 * MIB)
  })

  test('Parquet keeps the row group: up to 128 MiB a file, or what flush.size records hold', () => {
    const parquet = { 'format.class': 'io.confluent.connect.s3.format.parquet.ParquetFormat' }
    const rowGroups = (flushSize: string) =>
      sharesOf(
        s3({ ...parquet, 'flush.size': flushSize }, { held: 10, recordBytes: { low: 1024, high: 1024 } }),
      )[1]
    expect(rowGroups('10000000')?.bytes.high).toBe(1280 * MIB)
    // What was converted came as at most 1 KiB ÷ 1.03.
    expect(rowGroups('1024')?.bytes.high).toBeCloseTo((10 * MIB) / 1.03)
    expect(rowGroups('1024')?.what).toBe('10 Parquet row groups of 64–995 KiB')
  })
})

describe('partitions that are not known', () => {
  const topics = { topics: 'a,,b, c,' }

  test('are one of each topic, and the command that tells is named', () => {
    const [share] = sharesOf(s3(topics, { held: null }))
    expect(share?.what).toBe('3 part buffers of 26 MiB')
    expect(share?.assumptions[0]).toContain('kafka-topics --describe')
  })

  test('of several tasks may all be on this one, or next to none', () => {
    const tasks = [0, 1].map((id) => ({ id, workerId: 'a:8083' }))
    expect(sharesOf(s3(topics, { held: null, tasks }))[0]?.what).toBe('1–3 part buffers of 26 MiB')
  })

  test('of topics without records hold nothing', () => {
    const activeTopics = new Set(['a'])
    expect(sharesOf(s3(topics, { held: null, activeTopics }))[0]?.what).toBe('1 part buffer of 26 MiB')
    expect(totalOf(s3(topics, { held: 0 }))).toEqual({ low: 0, high: 0 })
  })
})

describe('what helps', () => {
  const remedies = (config: Settings, facts: Given = {}) => {
    const task = s3(config, { held: 4, ...facts })
    return task.family.levers(task).map(({ remedy }) => remedy)
  }

  test('with one file a partition: smaller parts, then elastic buffers', () => {
    expect(remedies({})).toEqual(['lower-part-size', 'elastic-buffer'])
  })

  test('with a file for each time bucket: first rotation, last flush.size', () => {
    expect(remedies(BY_HOUR)).toEqual([
      'rotate-interval',
      'fix-config',
      'rotate-schedule-interval',
      'lower-part-size',
      'elastic-buffer',
      'lower-flush-size',
    ])
  })

  test('not elastic buffers before 10.1.0, nor twice', () => {
    expect(remedies({}, { version: '10.0.1' })).toEqual(['lower-part-size'])
    expect(remedies({ 's3.elastic.buffer.enable': 'true' })).toEqual(['lower-part-size'])
  })

  test('flush.size for Parquet, whose row groups are as large as their files', () => {
    expect(remedies({ 'format.class': 'x.ParquetFormat', 'flush.size': '100000' })).toContain(
      'lower-flush-size',
    )
  })

  test.each([
    [2048, '5242880'],
    [4096, '5242880'],
    [8192, '8388592'],
    [12_288, '8388592'],
    [65_536, '5242880'],
  ])('parts fill what they cost: on a heap of %d MiB %s bytes', (heapMib, size) => {
    const task = s3({}, { held: 4, heapMib })
    expect(task.family.levers(task)[0]?.set).toEqual({ 's3.part.size': size })
  })

  test('each lever lowers the estimate, or the price says what it does instead', () => {
    fc.assert(
      fc.property(
        fc.constantFrom<Settings>(PLAIN, BY_HOUR, { ...BY_HOUR, 'format.class': 'x.ParquetFormat' }),
        fc.integer({ min: 1, max: 200 }),
        (config, held) => {
          const task = s3(config, { held })
          for (const { set, remedy } of task.family.levers(task)) {
            if (remedy === 'rotate-schedule-interval') continue
            const after = totalOf(s3({ ...config, ...set }, { held }))
            expect(after.low + after.high).toBeLessThan(totalOf(task).low + totalOf(task).high)
          }
        },
      ),
    )
  })

  test('the price of smaller parts is a limit on the object', () => {
    const task = s3({}, { held: 4 })
    expect(task.family.levers(task)[0]?.price).toContain('48.8 GiB')
  })
})

describe('what does not help', () => {
  const ineffective = (config: Settings, facts: Given = {}) => {
    const task = s3(config, { held: 4, ...facts })
    return Object.fromEntries(task.family.ineffective(task).map(({ remedy, why }) => [remedy, why]))
  }

  test('flush.size and rotate.interval.ms with one file a partition', () => {
    expect(ineffective({})['lower-flush-size']).toContain('whatever flush.size is')
    expect(ineffective({})['rotate-interval']).toContain('ignored')
  })

  test('flush.size is not named as having no effect where buffers grow, and rotation not where it helps', () => {
    expect(ineffective({ 's3.elastic.buffer.enable': 'true' })).not.toHaveProperty('lower-flush-size')
    expect(ineffective(BY_HOUR)).not.toHaveProperty('rotate-interval')
  })

  test('smaller polls, and a cooperative assignor', () => {
    expect(ineffective({})).toHaveProperty('lower-poll-size')
    const tasks = [0, 1].map((id) => ({ id, workerId: 'a:8083' }))
    expect(ineffective({}, { tasks })['change-assignor']).toContain('CooperativeStickyAssignor')
  })

  test('an assignor and the offset flush are not spoken of where nobody would try them', () => {
    expect(ineffective({})).not.toHaveProperty('change-assignor')
    expect(ineffective({})).not.toHaveProperty('lower-flush-interval')
    const workerConfig = { 'offset.flush.interval.ms': '60000' }
    expect(ineffective({}, { workerConfig })).toHaveProperty('lower-flush-interval')
  })

  test('nothing is both offered and named as having no effect, but for the assignor', () => {
    for (const config of [PLAIN, BY_HOUR, { ...PLAIN, 's3.part.size': '5242880' }]) {
      const task = s3(config, { held: 4 })
      const offered = task.family.levers(task).map(({ remedy }) => remedy)
      expect(offered.filter((remedy) => remedy in ineffective(config))).toEqual([])
    }
  })
})
