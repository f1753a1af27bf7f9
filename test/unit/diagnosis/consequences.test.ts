import { describe, expect, it } from 'vitest'
import type { ConnectorSnapshot } from '../../../lib/domain/snapshot.ts'
import { NO_HEAP_INPUTS } from '../../../lib/heap/inputs.ts'
import { connector, diagnoseAll, failed, OTHER_WORKER } from '../../support/snapshots.ts'

const HEAP = 'java.lang.OutOfMemoryError: Java heap space'
const TOPICS = Array.from({ length: 22 }, (_, index) => `topic-${index}`)
const offsets = TOPICS.flatMap((topic) =>
  [0, 1, 2, 3].map((partition) => ({
    partition: { kafka_topic: topic, kafka_partition: partition },
    offset: {},
  })),
)

const hog = connector({
  name: 'hog',
  tasks: [failed(0, HEAP)],
  config: { 'connector.class': 'io.confluent.connect.s3.S3SinkConnector', topics: TOPICS.join() },
})
const small = (name: string, overrides: Partial<ConnectorSnapshot> = {}) =>
  connector({ name, tasks: [failed(0, HEAP)], ...overrides })
const heap = { ...NO_HEAP_INPUTS, workerHeapBytes: 2 ** 31, offsets: new Map([['hog', offsets]]) }

describe('connectors that ran out of heap on one worker', () => {
  it('are one trouble: the one that takes the most is the case, and the others died of it', () => {
    const diagnoses = diagnoseAll([small('a'), hog, small('z')], { heap })
    const of = (name: string) => diagnoses.find((each) => each.connector === name)
    expect(of('hog')).toMatchObject({ scope: 'worker', kind: 'out-of-memory' })
    expect(of('hog')?.consequenceOf).toBeUndefined()
    expect(of('hog')?.evidence.join(' ')).toContain('“a”, “z”')
    expect(of('a')?.consequenceOf).toBe('hog')
    expect(of('z')?.consequenceOf).toBe('hog')
  })

  it('stand each for itself on different workers', () => {
    const elsewhere = small('a', { tasks: [failed(0, HEAP, OTHER_WORKER)] })
    expect(diagnoseAll([elsewhere, hog], { heap }).every((each) => each.consequenceOf === undefined)).toBe(
      true,
    )
  })

  it('do not take in what failed of something else', () => {
    const reset = small('a', { tasks: [failed(0, 'java.net.SocketException: Connection reset')] })
    expect(diagnoseAll([reset, hog], { heap }).every((each) => each.consequenceOf === undefined)).toBe(true)
  })
})
