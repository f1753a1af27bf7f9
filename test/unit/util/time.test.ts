import { describe, expect, it } from 'vitest'
import { formatDuration, formatUtc } from '../../../lib/util/time.ts'

describe('times in messages', () => {
  it('are given in UTC, to the second', () => {
    expect(formatUtc(Date.parse('2026-11-30T08:12:04.989Z'))).toBe('2026-11-30 08:12:04 UTC')
  })

  it.each([
    [-5000, '0 s'],
    [45_999, '45 s'],
    [60_000, '1 min'],
    [3 * 3_600_000, '3 h'],
    [3 * 3_600_000 + 5 * 60_000, '3 h 5 min'],
    [52 * 3_600_000, '2 d 4 h'],
  ])('last %i ms: %s', (ms, said) => {
    expect(formatDuration(ms)).toBe(said)
  })
})
