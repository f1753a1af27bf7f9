import { readdirSync, readFileSync } from 'node:fs'
import { describe, expect, it, test } from 'vitest'
import { prepareTrace } from '../../../../lib/diagnosis/fingerprint.ts'
import { classify } from '../../../../lib/diagnosis/rules/classify.ts'
import { CONVERSIONS, DEAD_LETTER_QUEUE } from '../../../../lib/diagnosis/rules/connect-runtime.ts'
import { RULES } from '../../../../lib/diagnosis/rules/index.ts'
import { LAST_RESORT } from '../../../../lib/diagnosis/rules/last-resort.ts'

const ALL = [...RULES, ...CONVERSIONS, DEAD_LETTER_QUEUE, ...LAST_RESORT]
const CASES = readdirSync(new URL('../cases/', import.meta.url))
const LIB = new URL('../../../../lib/diagnosis/rules/', import.meta.url)
const ruleOf = (trace: string) => classify(prepareTrace(trace)).rule

const WRAPPER = [
  'org.apache.kafka.connect.errors.ConnectException: Exiting WorkerSinkTask due to unrecoverable exception.',
  '\tat org.apache.kafka.connect.runtime.WorkerSinkTask.deliverMessages(WorkerSinkTask.java:632)',
  'Caused by: ',
].join('\n')

describe('the rules', () => {
  it('have ids of their own, in words and dashes', () => {
    const ids = ALL.map(({ id }) => id)
    expect(new Set(ids).size).toBe(ids.length)
    expect(ids.filter((id) => !/^[a-z0-9]+(?:-[a-z0-9]+)+$/.test(id))).toEqual([])
  })

  it('are all tried: every list of a file is in the order', () => {
    const written = readdirSync(LIB).flatMap((file) =>
      [...readFileSync(new URL(file, LIB), 'utf8').matchAll(/^ {2,4}id: '([^']+)'/gm)].map(([, id]) => id),
    )
    expect(ALL.map(({ id }) => id).sort()).toEqual(written.sort())
  })

  it.each(ALL)('have a source that can be looked up: $id', ({ source }) => {
    if (source.startsWith('case:'))
      expect(CASES.some((file) => file.startsWith(source.slice('case:'.length)))).toBe(true)
    else expect(URL.parse(source)?.protocol).toBe('https:')
  })

  it.each(ALL)('say what a throwable looks like: $id', ({ thrown, message, frame }) => {
    expect([thrown, message, frame].some((condition) => condition !== undefined)).toBe(true)
    expect([message?.global, message?.sticky].some(Boolean)).toBe(false)
  })
})

describe('each rule recognises its own example, and no earlier one does', () => {
  test.each(ALL)('$id', ({ id, example }) => {
    expect(ruleOf(example)).toBe(id)
  })

  test.each(ALL)('under the wrappers of Connect: $id', ({ id, example }) => {
    expect(ruleOf(`${WRAPPER}${example}`)).toBe(id)
  })

  test.each(ALL)('with CRLF, and with line ends escaped: $id', ({ id, example }) => {
    const trace = `${WRAPPER}${example}`
    expect(ruleOf(trace.replaceAll('\n', '\r\n'))).toBe(id)
    expect(ruleOf(JSON.stringify(trace).slice(1, -1))).toBe(id)
  })
})
