import fc from 'fast-check'
import { describe, expect, test } from 'vitest'
import { formatRanges, splitList } from '../../../lib/util/text.ts'

describe('splitList', () => {
  test('gives back what was joined, whatever blanks are around it', () => {
    const items = fc.uniqueArray(fc.stringMatching(/^[\w.-]{1,10}$/))
    fc.assert(
      fc.property(items, fc.constantFrom(',', ' , ', ',\n', ',,'), (list, comma) => {
        expect(splitList(list.join(comma))).toEqual(list)
      }),
    )
  })
})

describe('formatRanges', () => {
  test.each([
    [[], ''],
    [[7], '7'],
    [[0, 1], '0,1'],
    [[0, 2, 5, 6, 7, 8], '0,2,5-8'],
  ])('of %j is %j', (numbers, text) => {
    expect(formatRanges(numbers)).toBe(text)
  })

  test('can be read again', () => {
    fc.assert(
      fc.property(fc.uniqueArray(fc.nat(600), { minLength: 1 }), (given) => {
        const numbers = given.sort((a, b) => a - b)
        const read = formatRanges(numbers)
          .split(',')
          .flatMap((range) => {
            const [start = Number.NaN, end = start] = range.split('-').map(Number)
            return Array.from({ length: end - start + 1 }, (_, index) => start + index)
          })
        expect(read).toEqual(numbers)
      }),
    )
  })
})
