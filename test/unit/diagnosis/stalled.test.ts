import { describe, expect, it } from 'vitest'
import { detectStall, type ObservedProgress, updateProgress } from '../../../lib/diagnosis/stalled.ts'

const MINUTE = 60_000
const point = { type: 'sink', committed: 1_000, partitions: 3 } as const
const stuck: ObservedProgress = {
  history: { since: 0, point: { ...point } },
  point,
  lag: 42,
  thresholdMs: 10 * MINUTE,
  now: 15 * MINUTE,
}

describe('a connector that says RUNNING', () => {
  it('is stalled if its offsets stand still while there is something to read', () => {
    expect(detectStall(stuck)).toEqual({
      stalled: true,
      words:
        'It says RUNNING, but its offsets have not moved for 15 minutes while 42 records or more are there to read.',
    })
  })

  it('is stalled too if it never committed anything, as after an OutOfMemoryError in a commit', () => {
    const none = { type: 'sink', committed: 0, partitions: 0 } as const
    expect(detectStall({ ...stuck, history: { since: 0, point: none }, point: none }).stalled).toBe(true)
  })

  it.each<[string, Partial<ObservedProgress>]>([
    ['nobody tells the lag', { lag: null }],
    ['there is nothing to read', { lag: 0 }],
    ['the lag is no number', { lag: Number.NaN }],
    ['it is seen for the first time', { history: null }],
    ['its offsets have moved', { point: { ...point, committed: 1_001 } }],
    ['it has got a partition more', { point: { ...point, partitions: 4 } }],
    ['it has not stood for long enough', { now: 10 * MINUTE - 1 }],
    ['its offsets can not be had', { point: { type: 'unavailable', why: 'nobody answered' } }],
    [
      'it is a source',
      {
        point: { type: 'source', digest: 'a' },
        history: { since: 0, point: { type: 'source', digest: 'a' } },
      },
    ],
  ])('is not called stalled if %s', (_why, change) => {
    expect(detectStall({ ...stuck, ...change })).toEqual({ stalled: false })
  })
})

describe('since when offsets stand where they stand', () => {
  it('is since they were first seen there', () => {
    expect(updateProgress(null, point, 5)).toEqual({ since: 5, point })
    expect(updateProgress({ since: 5, point: { ...point } }, point, 9)).toEqual({ since: 5, point })
  })

  it('begins anew when they move', () => {
    const moved = { ...point, committed: 1_001 }
    expect(updateProgress({ since: 5, point }, moved, 9)).toEqual({ since: 9, point: moved })
  })

  it('is not forgotten while nobody answers', () => {
    const history = { since: 5, point }
    expect(updateProgress(history, { type: 'unavailable', why: 'nobody answered' }, 9)).toBe(history)
  })
})
