import { isDeepStrictEqual } from 'node:util'
import fc from 'fast-check'
import { describe, expect, test } from 'vitest'
import { toOffsetPoint } from '../../../lib/connect/offsets.ts'

const committed = (topic: string, partition: number, offset: unknown) => ({
  partition: { kafka_topic: topic, kafka_partition: partition },
  offset: { kafka_offset: offset },
})

describe('offsets of a sink', () => {
  test('are summed over the partitions', () => {
    const body = { offsets: [committed('t', 0, 1000), committed('t', 1, 0), committed('u', 0, 7)] }
    expect(toOffsetPoint(body, 'sink')).toEqual({ type: 'sink', committed: 1007, partitions: 3 })
  })

  test('are none before the first commit', () => {
    expect(toOffsetPoint({ offsets: [] }, 'sink')).toEqual({ type: 'sink', committed: 0, partitions: 0 })
  })

  test.each([
    [
      { offsets: [committed('t', 0, 1), committed('t', 1, 'secret')] },
      'offsets[1].offset.kafka_offset is a string',
    ],
    [{ offsets: [{ partition: {}, offset: null }] }, 'offsets[0].offset.kafka_offset is missing'],
    [{ offsets: {} }, 'offsets is an object; expected an array'],
    ['secret', 'offsets is a string of 6 characters'],
  ])('are unavailable if %j can not be read', (body, why) => {
    const point = toOffsetPoint(body, 'sink')
    expect(point).toMatchObject({ type: 'unavailable', why: expect.stringContaining(why) })
    expect(JSON.stringify(point)).not.toContain('secret')
  })
})

describe('offsets of a source', () => {
  const entry = (server: string, lsn: number) => ({ partition: { server }, offset: { lsn, snapshot: false } })

  test('have the same digest in any order of partitions and of keys', () => {
    const one = { offsets: [entry('a', 1), entry('b', 2)] }
    const other = {
      offsets: [
        { offset: { snapshot: false, lsn: 2 }, partition: { server: 'b' } },
        { offset: { snapshot: false, lsn: 1 }, partition: { server: 'a' } },
      ],
    }
    expect(toOffsetPoint(one, 'source')).toEqual(toOffsetPoint(other, 'source'))
    expect(toOffsetPoint(one, 'source')).toMatchObject({ digest: expect.stringMatching(/^[0-9a-f]{64}$/) })
  })

  test('have another digest when one of them moves', () => {
    const before = toOffsetPoint({ offsets: [entry('a', 1), entry('b', 2)] }, 'source')
    expect(toOffsetPoint({ offsets: [entry('a', 1), entry('b', 3)] }, 'source')).not.toEqual(before)
  })

  test('have equal digests only if they are equal', () => {
    fc.assert(
      fc.property(fc.jsonValue(), fc.jsonValue(), (a, b) => {
        const digests = [a, b].map((offset) =>
          toOffsetPoint({ offsets: [{ partition: {}, offset }] }, 'source'),
        )
        const equal = isDeepStrictEqual(JSON.parse(JSON.stringify(a)), JSON.parse(JSON.stringify(b)))
        expect(JSON.stringify(digests[0]) === JSON.stringify(digests[1])).toBe(equal)
      }),
    )
  })
})
