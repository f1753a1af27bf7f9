import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { backoffMs } from '../../../lib/policy/backoff.ts'

const policies = fc.record({
  backoffMs: fc.integer({ min: 1_000, max: 3_600_000 }),
  maxBackoffMs: fc.integer({ min: 1_000, max: 7_200_000 }),
})

describe('the pause between restarts', () => {
  it('doubles from the first pause to the longest, within a fifth', () => {
    fc.assert(
      fc.property(policies, fc.integer({ min: 1, max: 200 }), fc.string(), (policy, count, seed) => {
        const exact = Math.min(policy.backoffMs * 2 ** (count - 1), policy.maxBackoffMs)
        const pause = backoffMs(count, policy, seed)
        expect(pause).toBeGreaterThanOrEqual(Math.floor(exact * 0.8))
        expect(pause).toBeLessThanOrEqual(Math.min(Math.ceil(exact * 1.2), policy.maxBackoffMs))
      }),
    )
  })

  it('is nothing before the first restart', () => {
    expect(backoffMs(0, { backoffMs: 60_000, maxBackoffMs: 60_000 }, 'any')).toBe(0)
  })

  it('differs from connector to connector, so that what failed together does not come back together', () => {
    const policy = { backoffMs: 120_000, maxBackoffMs: 3_600_000 }
    const pauses = Array.from({ length: 100 }, (_, index) => backoffMs(1, policy, `prod/sink-${index}`))
    expect(new Set(pauses).size).toBeGreaterThan(90)
    expect(Math.max(...pauses) - Math.min(...pauses)).toBeGreaterThan(30_000)
  })
})
