import { type Document, isMap, isScalar, isSeq, type LineCounter } from 'yaml'
import { isObject } from '../util/json.ts'
import { pluralize } from '../util/quantity.ts'
import { isTypoOf } from './suggest.ts'

/** A YAML document, how messages call its file, and what was found wrong in it so far. */
export interface YamlSource {
  readonly fileName: string
  readonly document: Document
  readonly lines: LineCounter
  readonly problems: { readonly line: number; readonly text: string }[]
}

type Path = readonly (string | number)[]

const DURATION_UNITS_MS = { s: 1_000, m: 60_000, h: 3_600_000, d: 86_400_000 } as const
const SIZE_UNITS_BYTES = { k: 1024, m: 1024 ** 2, g: 1024 ** 3 } as const

/**
 * A value in the file, and where it stands. Each reader gives what is meant by the value, or undefined if the
 * value is absent or wrong; if it is wrong, the reader has put that on the source's list of problems.
 * No reader but those of numbers, durations and words repeats a value: any other text may be a secret.
 */
export class YamlNode {
  readonly value: unknown
  readonly #source: YamlSource
  readonly #path: Path

  constructor(source: YamlSource, value: unknown, path: Path = []) {
    this.value = value
    this.#source = source
    this.#path = path
  }

  get isAbsent(): boolean {
    return this.value === undefined
  }

  /** An operator writes `key: null` (or `key:`) to undo what a key would inherit. */
  get isNull(): boolean {
    return this.value === null
  }

  /** @returns undefined, so that a reader can end with it. */
  wrong(problem: string): undefined {
    const { fileName, problems } = this.#source
    const line = this.#line()
    problems.push({ line, text: `${fileName}:${line}: ${pathText(this.#path)}${problem}` })
  }

  /** Gives the places of a map's keys; any other key is a problem. A map whose keys are all commented out is null. */
  map<Key extends string>(...keys: readonly Key[]): (key: Key) => YamlNode {
    const isMissing = this.isAbsent || this.isNull
    const entries = new Map<string, unknown>(isObject(this.value) ? Object.entries(this.value) : [])
    let source = this.#source
    if (!isMissing && !isObject(this.value)) {
      this.wrong(`expected a map with the keys ${listWords(keys, 'and')}, got ${shapeOf(this.value)}`)
      // Its keys are all missing; that needs no saying.
      source = { ...source, problems: [] }
    }
    for (const [key, value] of entries) {
      if (keys.some((known) => known === key)) continue
      const like = keys.find((known) => isTypoOf(key, known))
      const advice = like === undefined ? `known keys are ${listWords(keys, 'and')}` : `did you mean ${like}?`
      new YamlNode(this.#source, value, [...this.#path, key]).wrong(`unknown key; ${advice}`)
    }
    return (key) => new YamlNode(source, entries.get(key), [...this.#path, key])
  }

  /** The places of a map whose keys are the operator's own. */
  entries(max: number): readonly (readonly [key: string, place: YamlNode])[] {
    if (this.isAbsent || this.isNull) return []
    if (!isObject(this.value)) {
      this.wrong(`expected a map, got ${shapeOf(this.value)}`)
      return []
    }
    const entries = Object.entries(this.value)
    if (entries.length > max) this.wrong(`expected at most ${max} keys, got ${entries.length}`)
    return entries.map(([key, value]) => [key, new YamlNode(this.#source, value, [...this.#path, key])])
  }

  /** @param min the fewest items; an absent list has none. */
  list(min: number, max: number): readonly YamlNode[] {
    const items = this.value ?? []
    if (!Array.isArray(items)) {
      this.wrong(`expected a list, got ${shapeOf(items)}`)
      return []
    }
    if (items.length === 0 && min > 0) this.wrong('missing')
    else if (items.length < min || items.length > max) {
      this.wrong(`expected ${min} to ${max} items, got ${items.length}`)
    }
    return items.map((item: unknown, index) => new YamlNode(this.#source, item, [...this.#path, index]))
  }

  /** Text that is never repeated in a message. */
  text(expected: string, accepts: (text: string) => boolean): string | undefined {
    if (this.isAbsent) return undefined
    if (typeof this.value === 'string' && accepts(this.value)) return this.value
    return this.wrong(`expected ${expected}, got ${shapeOf(this.value)}`)
  }

  oneOf<Word extends string>(...words: readonly Word[]): Word | undefined {
    if (this.isAbsent) return undefined
    const word = words.find((accepted) => accepted === this.value)
    return word ?? this.wrong(`expected ${listWords(words, 'or')}, got ${quoted(this.value)}`)
  }

  flag(): boolean | undefined {
    const { value } = this
    if (value === undefined || typeof value === 'boolean') return value
    return this.wrong(`expected true or false, got ${quoted(value)}`)
  }

  integer(min: number, max: number): number | undefined {
    if (this.isAbsent) return undefined
    const { value } = this
    if (typeof value === 'number' && Number.isInteger(value) && value >= min && value <= max) return value
    return this.wrong(`expected a whole number from ${min} to ${max}, got ${quoted(value)}`)
  }

  /** @returns milliseconds. */
  duration(min: string, max: string): number | undefined {
    return this.#amount(DURATION_UNITS_MS, 'a duration such as 90s, 5m or 2h', min, max)
  }

  /** @returns bytes, of a size as the JVM's -Xmx takes it. */
  size(min: string, max: string): number | undefined {
    return this.#amount(SIZE_UNITS_BYTES, 'a size such as 512m or 2g', min, max)
  }

  #amount(units: Readonly<Record<string, number>>, what: string, min: string, max: string) {
    if (this.isAbsent) return undefined
    const amount = amountOf(this.value, units)
    if (amount >= amountOf(min, units) && amount <= amountOf(max, units)) return amount
    return this.wrong(`expected ${what}, from ${min} to ${max}, got ${quoted(this.value)}`)
  }

  /** Line of the key, or of the item; of the closest thing around it if it isn't there, or stands behind an alias. */
  #line(): number {
    let node: unknown = this.#source.document.contents
    let offset = 0
    for (const step of this.#path) {
      let key: unknown
      if (isMap(node)) {
        const pair = node.items.find((item) => isScalar(item.key) && String(item.key.value) === step)
        key = pair?.key
        node = pair?.value
      } else if (isSeq(node) && typeof step === 'number') {
        node = node.items[step]
        key = node
      }
      const start = startOf(key)
      if (start === undefined) break
      offset = start
    }
    return this.#source.lines.linePos(offset).line
  }
}

function startOf(node: unknown): number | undefined {
  if (typeof node !== 'object' || node === null || !('range' in node)) return undefined
  const start: unknown = Array.isArray(node.range) ? node.range[0] : undefined
  return typeof start === 'number' ? start : undefined
}

function amountOf(value: unknown, units: Readonly<Record<string, number>>): number {
  const [, digits, unit = ''] = /^(\d{1,9})([a-z])$/i.exec(String(value)) ?? []
  return Number(digits) * (units[unit.toLowerCase()] ?? Number.NaN)
}

const pathText = (path: Path): string => {
  const text = path.map((step) => (typeof step === 'number' ? `[${step}]` : `.${printable(step)}`)).join('')
  return text === '' ? '' : `${text.replace(/^\./, '')}: `
}

/** A key, or a short value that is no secret, as one piece of one line. */
const printable = (text: string): string => {
  const line = text.replace(/[^\x20-\x7e]/g, '?')
  return line.length > 40 ? `${line.slice(0, 40)}...` : line
}

const quoted = (value: unknown): string => {
  if (typeof value === 'string') return `"${printable(value)}"`
  return typeof value === 'number' || typeof value === 'boolean' ? String(value) : shapeOf(value)
}

/** What a value is, in the words of YAML and of operators; those of util/json.ts are JSON's. Its content may be a secret. */
function shapeOf(value: unknown): string {
  if (value === null) return 'nothing'
  if (Array.isArray(value)) return 'a list'
  if (typeof value === 'object') return 'a map'
  if (value === '') return 'an empty text'
  if (typeof value === 'string') return `a text of ${value.length} ${pluralize(value.length, 'character')}`
  return `a ${typeof value}`
}

export const listWords = (words: readonly string[], last: 'and' | 'or'): string =>
  words.join(', ').replace(/, ([^,]*)$/, ` ${last} $1`)
