import { Writable } from 'node:stream'
import { WriteStream } from 'node:tty'
import fc from 'fast-check'
import { describe, expect, it, onTestFinished, vi } from 'vitest'
import { paintFor, plainJson, plainText } from '../../../cli/terminal.ts'

/** What a terminal acts on instead of showing it. */
const ACTS = /[\p{Cc}\p{Bidi_Control}\u2028\u2029]/u

const anything = fc.string({
  unit: fc.oneof(
    fc.string({ unit: 'binary' }),
    fc.constantFrom('\u001b', '[', ']', '\u009b', 'm', '\u0007', '\n', '\u202e'),
  ),
})

describe('a plain line', () => {
  it('holds nothing that a terminal acts on, whatever it is made from', () => {
    fc.assert(
      fc.property(anything, (text) => {
        expect(plainText(text)).not.toMatch(ACTS)
        expect(plainText(text).isWellFormed()).toBe(true)
      }),
    )
  })

  it('keeps the words of every language', () => {
    expect(plainText('日本語 naïve Ελληνικά 🦀')).toBe('日本語 naïve Ελληνικά 🦀')
  })

  it.each([
    ['\u001b[31mred\u001b[0m', 'red'],
    ['\u001b]0;title\u0007shown', 'shown'],
    ['two\r\nlines\tand a tab', 'two lines and a tab'],
    ['\u202egnp.exe', 'gnp.exe'],
  ])('of %j is %j', (text, shown) => {
    expect(plainText(text)).toBe(shown)
  })
})

describe('plain JSON', () => {
  it('holds nothing that a terminal acts on but its own line breaks, and means the same', () => {
    fc.assert(
      fc.property(fc.jsonValue(), anything, (value, text) => {
        const json = plainJson({ value, text })
        expect(json.replaceAll('\n', '')).not.toMatch(ACTS)
        expect(JSON.parse(json)).toEqual(JSON.parse(JSON.stringify({ value, text })))
      }),
    )
  })
})

describe('colours', () => {
  const red = (isTTY: boolean, env: Readonly<Record<string, string>>) => {
    for (const name of ['NO_COLOR', 'FORCE_COLOR', 'NODE_DISABLE_COLORS', 'CI']) vi.stubEnv(name, env[name])
    vi.stubEnv('TERM', 'xterm-256color')
    onTestFinished(() => {
      vi.unstubAllEnvs()
    })
    const { getColorDepth } = WriteStream.prototype
    return paintFor(Object.assign(new Writable(), { isTTY, getColorDepth }))('red', 'x')
  }

  it('are there on a terminal', () => {
    expect(red(true, {})).toBe('\u001b[31mx\u001b[39m')
  })

  it('are not there in a pipe or a file, nor with NO_COLOR', () => {
    expect(red(false, {})).toBe('x')
    expect(red(true, { NO_COLOR: '1' })).toBe('x')
  })
})
