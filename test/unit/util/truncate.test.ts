import * as fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { jsonBytes, truncateBytes, truncateLines } from '../../../lib/util/truncate.ts'

const text = fc.string({ unit: 'binary', maxLength: 3000 })

describe('cut', () => {
  it('leaves a text that fits as it is', () => {
    expect(truncateBytes('Grüße', 7)).toBe('Grüße')
  })

  it('cuts at a code point, never inside one', () => {
    expect(truncateBytes('aa👍👍👍', 10)).toBe('aa👍…')
  })

  it('counts what a quote takes in JSON', () => {
    expect(truncateBytes('""""""', 9)).toBe('"""…')
  })

  it('never takes more bytes than allowed, in JSON or in UTF-8, and is well-formed', () => {
    fc.assert(
      fc.property(text, fc.integer({ min: 4, max: 4000 }), (given, maxBytes) => {
        const made = truncateBytes(given.toWellFormed(), maxBytes)
        expect(jsonBytes(made)).toBeLessThanOrEqual(maxBytes)
        expect(Buffer.byteLength(made)).toBeLessThanOrEqual(maxBytes)
        expect(made.isWellFormed()).toBe(true)
      }),
    )
  })
})

describe('cutLines', () => {
  it('keeps the first and the last lines, and says how many are left out', () => {
    const lines = Array.from({ length: 1000 }, (_, index) => `line ${index}`)
    const made = truncateLines(lines.join('\n'), 1300).split('\n')
    expect(made.at(0)).toBe('line 0')
    expect(made.at(-1)).toBe('line 999')
    const left = 1000 - (made.length - 1)
    expect(made).toContain(`… ${left} lines left out …`)
  })

  it('shortens a line that alone would take all the room', () => {
    const made = truncateLines(`first\n${'x'.repeat(100_000)}\nlast`, 1300)
    expect(made).toMatch(/^first\nx+…\nlast$/u)
  })

  it('never takes more bytes than allowed, and is well-formed', () => {
    const lines = fc.array(text, { maxLength: 50 }).map((each) => each.join('\n').toWellFormed())
    fc.assert(
      fc.property(lines, fc.integer({ min: 1300, max: 20_000 }), (given, maxBytes) => {
        const made = truncateLines(given, maxBytes)
        expect(jsonBytes(made)).toBeLessThanOrEqual(maxBytes)
        expect(made.isWellFormed()).toBe(true)
      }),
    )
  })
})
