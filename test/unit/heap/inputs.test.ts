import { describe, expect, it } from 'vitest'
import type { OffsetEntry } from '../../../lib/domain/offsets.ts'
import type { ConnectorSnapshot } from '../../../lib/domain/snapshot.ts'
import { BASE_BYTES, type HeapInputs, NO_HEAP_INPUTS, toClusterLoad } from '../../../lib/heap/inputs.ts'
import { MIB } from '../../../lib/util/bytes.ts'
import { connector, failed, OTHER_WORKER, running, WORKER } from '../../support/snapshots.ts'

function loadOf(connectors: readonly ConnectorSnapshot[], known: Partial<HeapInputs> = {}) {
  return toClusterLoad({ takenAt: 0, connectors }, { ...NO_HEAP_INPUTS, ...known })
}

function factsOf(given: Partial<ConnectorSnapshot>, known: Partial<HeapInputs> = {}) {
  const [facts] = loadOf([connector({ tasks: [running(0)], ...given })], known).connectors
  if (facts === undefined) throw new Error('there is no connector')
  return facts
}

const offset = (topic: unknown, partition: unknown): OffsetEntry => ({
  partition: { kafka_topic: topic, kafka_partition: partition },
  offset: { kafka_offset: 1 },
})

describe('workers', () => {
  it('are those that hold tasks, and as many more as there are', () => {
    const tasks = [running(1, OTHER_WORKER), running(0)]
    const { workers } = loadOf([connector({ tasks })], { workers: 3, workerHeapBytes: 512 * MIB })
    expect(workers).toEqual(
      [WORKER, OTHER_WORKER, 'another worker 1'].map((id) => ({
        id,
        heapBytes: 512 * MIB,
        baseBytes: BASE_BYTES,
      })),
    )
  })

  it('have the heap that was measured rather than the one that is said', () => {
    const known = { workerHeapBytes: 512 * MIB, heaps: new Map([[WORKER, 1024 * MIB]]) }
    const tasks = [running(0), running(1, OTHER_WORKER)]
    expect(loadOf([connector({ tasks })], known).workers.map(({ heapBytes }) => heapBytes)).toEqual([
      1024 * MIB,
      512 * MIB,
    ])
    expect(loadOf([connector({ tasks })]).workers[0]?.heapBytes).toBeNull()
  })

  it('are as many as hold tasks if fewer are said', () => {
    expect(
      loadOf([connector({ tasks: [running(0), running(1, OTHER_WORKER)] })], { workers: 1 }).workers,
    ).toHaveLength(2)
  })
})

describe('tasks', () => {
  it('count where they are, whether they failed or run; without a worker they hold nothing', () => {
    const tasks = [running(0), failed(1, 'java.lang.OutOfMemoryError'), { ...running(2), workerId: '' }]
    expect(factsOf({ tasks }).tasks).toEqual([
      { id: 0, workerId: WORKER },
      { id: 1, workerId: WORKER },
    ])
  })
})

describe('partitions', () => {
  const config = { topics: 'a, b' }

  it('are not known without offsets, and none of a source', () => {
    expect(factsOf({ config }).partitions).toBeNull()
    expect(factsOf({ config, type: 'source' }, { partitions: new Map([['a', 3]]) }).partitions).toBeNull()
  })

  it('are counted by the highest that has an offset, of the topics that are listed', () => {
    const offsets = new Map([['orders', [offset('a', 0), offset('a', 6), offset('b', 1), offset('gone', 0)]]])
    expect(factsOf({ config }, { offsets }).partitions).toEqual(
      new Map([
        ['a', 7],
        ['b', 2],
      ]),
    )
  })

  it('are of all topics with an offset where they are chosen by a pattern', () => {
    const offsets = new Map([['orders', [offset('x', 2)]]])
    expect(factsOf({ config: { 'topics.regex': '.*' } }, { offsets }).partitions).toEqual(new Map([['x', 3]]))
  })

  it('are of all topics with an offset where the list is blank, for then the pattern counts', () => {
    const offsets = new Map([['orders', [offset('x', 2)]]])
    const blank = { topics: ' ', 'topics.regex': '.*' }
    expect(factsOf({ config: blank }, { offsets }).partitions).toEqual(new Map([['x', 3]]))
  })

  it('are as somebody said before what offsets tell', () => {
    const known = {
      offsets: new Map([['orders', [offset('a', 0)]]]),
      partitions: new Map([
        ['a', 12],
        ['other', 5],
      ]),
    }
    expect(factsOf({ config }, known).partitions).toEqual(new Map([['a', 12]]))
  })

  it.each([
    null,
    7,
    'text',
    {},
    { kafka_topic: 'a' },
    { kafka_topic: 7, kafka_partition: 0 },
    { kafka_topic: 'a', kafka_partition: '0' },
  ])('are not read from %j', (partition) => {
    const offsets = new Map([['orders', [{ partition, offset: {} }]]])
    expect(factsOf({ config }, { offsets }).partitions).toBeNull()
  })
})

describe('a connector', () => {
  const config = { 'connector.class': 'com.example.Sink' }

  it('has what is known by its class: its version and what it is like', () => {
    const like = { family: 'confluent-s3', keys: {} }
    const known = {
      likes: new Map([['com.example.Sink', like]]),
      versions: new Map([['com.example.Sink', '1.2']]),
    }
    expect(factsOf({ config }, known)).toMatchObject({ like, version: '1.2' })
    expect(factsOf({ config })).toMatchObject({ like: null, version: null })
  })

  it('has the version that its status tells before any other', () => {
    const known = { versions: new Map([['com.example.Sink', '1.2']]) }
    expect(factsOf({ config, tasks: [{ ...running(0), version: '2.0' }] }, known).version).toBe('2.0')
  })

  it('has its active topics while it runs; one that died may not have reached all of them', () => {
    const activeTopics = new Map([['orders', new Set(['a'])]])
    expect(factsOf({}, { activeTopics }).activeTopics).toEqual(new Set(['a']))
    expect(factsOf({ tasks: [failed(0, '')] }, { activeTopics }).activeTopics).toBeNull()
  })

  it.each([
    ['has a backlog if more waits for each of its tasks than any of them holds at once', 200_000, true],
    ['has none if one poll of each task takes all of it', 1_000, false],
    ['has an unknown one in between', 1_001, null],
    ['has an unknown one up to that', 199_999, null],
    ['has an unknown one where its lag is not known', undefined, null],
  ])('%s', (_, lag, backlog) => {
    const lags = new Map(lag === undefined ? [] : [['orders', lag]])
    expect(factsOf({ tasks: [running(0), running(1)] }, { lags }).backlog).toBe(backlog)
  })

  it('that polls more at once needs a longer backlog', () => {
    const polls = { config: { 'consumer.override.max.poll.records': '300000' } }
    expect(factsOf(polls, { lags: new Map([['orders', 299_999]]) }).backlog).toBe(false)
    expect(factsOf(polls, { lags: new Map([['orders', 300_000]]) }).backlog).toBe(true)
  })

  it('that died is not without a backlog: what its dead tasks have to read may not be in the lag', () => {
    const died = { tasks: [failed(0, ''), running(1)] }
    expect(factsOf(died, { lags: new Map([['orders', 0]]) }).backlog).toBeNull()
    expect(factsOf(died, { lags: new Map([['orders', 200_000]]) }).backlog).toBe(true)
  })

  it('has records of the size that somebody said of it, or of all topics that it lists', () => {
    const [small, large] = [
      { low: 100, high: 200 },
      { low: 5_000, high: 9_000 },
    ]
    const config = { topics: 'a,b' }
    const recordBytes = new Map([
      ['a', small],
      ['b', large],
    ])
    expect(factsOf({ config }, { recordBytes }).recordBytes).toEqual({ low: 100, high: 9_000 })
    const some = new Map([['a', small]])
    expect(factsOf({ config }, { recordBytes: some }).recordBytes).toBeNull()
    expect(factsOf({ config }, { recordBytes: new Map([...some, ['orders', large]]) }).recordBytes).toEqual(
      large,
    )
    expect(factsOf({ config: { 'topics.regex': '.*' } }, { recordBytes }).recordBytes).toBeNull()
  })

  it('without a readable config is one of which nothing is known', () => {
    expect(factsOf({ config: null })).toMatchObject({ config: {}, partitions: null, like: null })
  })
})
