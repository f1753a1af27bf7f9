import { describe, expect, it } from 'vitest'
import { createEstimator, type WorkerLoad } from '../../../lib/heap/estimate.ts'
import { BASE_BYTES } from '../../../lib/heap/inputs.ts'
import type { ClusterLoad, ConnectorFacts } from '../../../lib/heap/model.ts'
import { withoutWorker, withSettings, withSplit, withTasks } from '../../../lib/heap/simulate.ts'
import { MIB } from '../../../lib/util/bytes.ts'

/**
 * What Confluent's S3 sink 10.5.25 was measured to hold, and when it died: Kafka Connect 4.4.0, JDK 17, G1, JSON of some
 * 100 bytes a record, one trial a point. The test sink's own table is in test/kafka/memory.test.ts.
 */
const S3 = {
  'connector.class': 'io.confluent.connect.s3.S3SinkConnector',
  'format.class': 'io.confluent.connect.s3.format.json.JsonFormat',
  'flush.size': '1000',
  'value.converter': 'org.apache.kafka.connect.json.JsonConverter',
}

interface Shape {
  readonly topics: number
  readonly partitions: number
  readonly partMib: number
  readonly heapMib: number
  readonly workers?: number
}

/** The sink on one task, of the first of the workers. */
function cluster(
  { topics, partitions, partMib, heapMib, workers = 1 }: Shape,
  known: Partial<ConnectorFacts> = {},
): ClusterLoad {
  const ids = ['a:8083', 'b:8083'].slice(0, workers)
  return {
    workers: ids.map((id) => ({ id, heapBytes: heapMib * MIB, baseBytes: BASE_BYTES })),
    connectors: [
      {
        name: 's3',
        type: 'sink',
        config: { ...S3, 's3.part.size': String(partMib * MIB) },
        workerConfig: {},
        kafkaVersion: null,
        version: '10.5.25',
        like: null,
        tasks: [{ id: 0, workerId: 'a:8083' }],
        partitions: new Map(Array.from({ length: topics }, (_, topic) => [`t${topic}`, partitions])),
        activeTopics: null,
        backlog: null,
        recordBytes: null,
        ...known,
      },
    ],
  }
}

const loads = (load: ClusterLoad) => createEstimator().estimateTasks(load)

function fullest(load: ClusterLoad): WorkerLoad {
  const [most] = loads(load).toSorted((a, b) => b.bytes.low - a.bytes.low)
  if (most === undefined) throw new Error('a cluster without workers')
  return most
}

const lowMib = (load: ClusterLoad) => fullest(load).bytes.low / MIB

/** The most topics of one partition for which this holds, if it holds for fewer. */
function mostTopics(
  shape: Omit<Shape, 'topics' | 'partitions'>,
  holds: (load: ClusterLoad) => boolean,
): number {
  let topics = 1
  while (holds(cluster({ ...shape, topics: topics + 1, partitions: 1 }))) topics += 1
  return topics
}

describe('what a worker holds, all files open', () => {
  // Live after a full collection; of that 26 MiB were there before.
  it.each([
    { topics: 22, partitions: 1, partMib: 5, heapMib: 256, held: 139.7 + 26 },
    { topics: 22, partitions: 2, partMib: 5, heapMib: 512, held: 272.7 + 26 },
    { topics: 22, partitions: 6, partMib: 5, heapMib: 1024, held: 804.1 + 26 },
    { topics: 22, partitions: 1, partMib: 25, heapMib: 1024, held: 580.2 + 26 },
    { topics: 22, partitions: 2, partMib: 25, heapMib: 2048, held: 1153 + 26 },
  ])('$topics × $partitions partitions, parts of $partMib MiB, -Xmx$heapMib m: $held MiB', (row) => {
    const ratio = lowMib(cluster(row)) / row.held
    expect(ratio).toBeGreaterThan(0.94)
    expect(ratio).toBeLessThan(1.06)
  })
})

describe('how many files fit', () => {
  /** One trial a point, so three files or 7 %. */
  const isNear = (predicted: number, ran: number) => Math.abs(predicted - ran) <= Math.max(3, 0.07 * ran)

  it.each([
    { heapMib: 256, partMib: 5, ran: 37 },
    { heapMib: 512, partMib: 5, ran: 79 },
    { heapMib: 512, partMib: 25, ran: 17 },
    { heapMib: 1024, partMib: 25, ran: 37 },
    { heapMib: 2048, partMib: 25, ran: 75 },
  ])('without a backlog, parts of $partMib MiB, -Xmx$heapMib m: $ran ran', ({ ran, ...shape }) => {
    const predicted = mostTopics(shape, (load) => fullest(load).fit !== 'certain')
    expect(predicted, `${predicted}`).toSatisfy((most: number) => isNear(most, ran))
  })

  // With a backlog the upper end counts: two responses of the brokers are held.
  const withBacklog = (shape: Omit<Shape, 'topics' | 'partitions'>) =>
    mostTopics(shape, (load) => {
      const { bytes, worker } = fullest(load)
      return bytes.high <= (worker.heapBytes ?? 0)
    })

  it.each([
    { heapMib: 256, partMib: 5, ran: 28 },
    { heapMib: 512, partMib: 5, ran: 60 },
    { heapMib: 1024, partMib: 25, ran: 35 },
  ])('with a backlog, parts of $partMib MiB, -Xmx$heapMib m: $ran ran', ({ ran, ...shape }) => {
    const predicted = withBacklog(shape)
    expect(predicted, `${predicted}`).toSatisfy((most: number) => isNear(most, ran))
  })

  it('with files rotating and uploads under way: 54 ran, of which 15 % are fragmentation', () => {
    const predicted = withBacklog({ heapMib: 512, partMib: 5 })
    expect(predicted).toBeGreaterThanOrEqual(54)
    expect(predicted / 54).toBeLessThan(1.15)
  })
})

describe('the founding incident: 22 topics of 4 partitions, parts of 25 MiB, two workers of 2 GiB', () => {
  const founding = cluster({ topics: 22, partitions: 4, partMib: 25, heapMib: 2048, workers: 2 })
  const topics = [...(founding.connectors[0]?.partitions?.keys() ?? [])]
  const halves = [topics.slice(0, 11), topics.slice(11)]
  const near = (load: ClusterLoad, heldMib: number) =>
    expect(Math.abs(lowMib(load) / heldMib - 1)).toBeLessThan(0.06)

  it('failed 15 s after the start, and after each of four restarts', () => {
    expect(fullest(founding).fit).toBe('certain')
  })

  it('ran at 557 MiB with parts of 5 MiB', () => {
    const load = withSettings(founding, 's3', { 's3.part.size': String(5 * MIB) })
    expect(fullest(load).fit).toBe('fits')
    near(load, 557)
  })

  it.each([
    [{ 's3.elastic.buffer.enable': 'true' }, 41],
    [{ 's3.elastic.buffer.enable': 'true', 's3.elastic.buffer.init.capacity': String(MIB) }, 206],
  ])('ran with %o at %d MiB', (settings, heldMib) => {
    near(withSettings(founding, 's3', settings), heldMib)
  })

  it('ran as two halves on two workers at 1173 MiB each; with one of the workers killed, one half failed', () => {
    const split = withSplit(founding, 's3', halves)
    expect(loads(split).map(({ fit }) => fit)).toEqual(['fits', 'fits'])
    near(split, 1173)
    expect(fullest(withoutWorker(split, 'b:8083')).fit).toBe('certain')
  })

  it('ran as well on two tasks: 44 files each', () => {
    const load = withTasks(founding, 's3', 2)
    expect(loads(load).map(({ tasks }) => tasks.map(({ partitions }) => partitions?.length))).toEqual([
      [44],
      [44],
    ])
    expect(fullest(load).fit).toBe('fits')
  })
})

describe('22 topics of one partition, parts of 25 MiB, two workers of 512 MiB', () => {
  const narrow = withTasks(
    cluster({ topics: 22, partitions: 1, partMib: 25, heapMib: 512, workers: 2 }),
    's3',
    2,
  )

  it('failed on the first of the tasks under RangeAssignor, which had all; and then on the other, which inherited them', () => {
    expect(loads(narrow).map(({ fit }) => fit)).toEqual(['certain', 'fits'])
    const [first, second] = loads(withTasks(narrow, 's3', 4))
    expect([first?.fit, second?.fit].toSorted()).toEqual(['certain', 'fits'])
  })

  it('ran under RoundRobinAssignor, which shares them', () => {
    const assignor = 'org.apache.kafka.clients.consumer.RoundRobinAssignor'
    const load = withSettings(narrow, 's3', {
      'consumer.override.partition.assignment.strategy': assignor,
    })
    expect(loads(load).map(({ fit }) => fit)).toEqual(['fits', 'fits'])
  })
})
