import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { globMatches } from '../../../lib/util/glob.ts'

describe('a glob', () => {
  it.each([
    ['orders', 'orders', true],
    ['orders', 'orders-2', false],
    ['*', '', true],
    ['orders-*', 'orders-', true],
    ['orders-*', 'my-orders-1', false],
    ['*-sink', 'orders-sink', true],
    ['*-sink', 'orders-sink-2', false],
    ['a*a', 'a', false],
    ['a*b*b', 'ab', false],
    ['a*b*c', 'a-b-b-c', true],
    ['a.c', 'abc', false],
    ['[ab]?', 'a1', false],
  ])('%j against %j: %s', (glob, text, matches) => {
    expect(globMatches(glob, text)).toBe(matches)
  })

  it('matches as the regular expression does that has .* in place of each star', () => {
    const letters = (unit: string) => fc.string({ unit: fc.constantFrom(...unit), maxLength: 12 })
    fc.assert(
      fc.property(letters('ab*'), letters('ab'), (glob, text) => {
        const expected = new RegExp(`^${glob.replaceAll('*', '.*')}$`).test(text)
        expect(globMatches(glob, text)).toBe(expected)
      }),
      { numRuns: 1_000 },
    )
  })
})
