import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { parseJolokiaHeap, parseJolokiaLags } from '../../../lib/evidence/jolokia.ts'

/** What jolokia-agent-jvm 2.4.2 answered in a Kafka 4.4.0 worker with -Xmx256m and G1. */
const capture = (name: string) => readFileSync(join(import.meta.dirname, 'captures', name), 'utf8')
const sinks = new Set(['orders-sink', 'a, "b"'])

describe('a heap in an answer of Jolokia', () => {
  it('is what is used now as long as the old generation was never collected', () => {
    expect(parseJolokiaHeap(capture('jolokia-before-gc.json'))).toMatchObject({
      used: 'now',
      maxBytes: 268_435_456,
    })
  })

  it('is the live set after that, whatever came since', () => {
    expect(parseJolokiaHeap(capture('jolokia-after-gc.json'))).toEqual({
      usedBytes: 22_370_280,
      used: 'after-gc',
      maxBytes: 268_435_456,
    })
  })

  it.each([
    '',
    'null',
    '{}',
    '[]',
    '[{"status":403,"error":"not allowed"}]',
    '[{"status":200,"value":{"used":"9","max":-1}}]',
    '<html>',
  ])('is not made up of %j', (text) => {
    expect(parseJolokiaHeap(text)).toBeNull()
  })
})

describe('a lag in an answer of Jolokia', () => {
  const [refused, partitions]: readonly unknown[] = JSON.parse(capture('jolokia-idle-lag.json'))

  it('is 0 of a sink that has read all', () => {
    const lags = parseJolokiaLags(JSON.stringify([partitions]), sinks)
    expect(lags).toEqual(new Map([['orders-sink', 0]]))
  })

  it('is not told by the maximum, which Jolokia can not write a minute after the last fetch', () => {
    expect(refused).toMatchObject({ status: 400, error_type: 'java.lang.NumberFormatException' })
    expect(parseJolokiaLags(JSON.stringify([refused]), sinks)).toEqual(new Map())
  })

  it('is the sum over partitions and tasks, also of a name that JMX has to quote', () => {
    const bean = (clientId: string, topic: string) =>
      `kafka.consumer:client-id=${clientId},partition=0,topic=${topic},type=consumer-fetch-manager-metrics`
    const value = {
      [bean('connector-consumer-orders-sink-0', 'a')]: { 'records-lag': 5 },
      [bean('connector-consumer-orders-sink-1', 'b')]: { 'records-lag': 7 },
      [bean('connector-consumer-orders-sink', 'b')]: { 'records-lag': 1000 },
      [bean(String.raw`"connector-consumer-a, \"b\"-0"`, 'b')]: { 'records-lag': 11 },
    }
    expect(parseJolokiaLags(JSON.stringify([{ status: 200, value }]), sinks)).toEqual(
      new Map([
        ['orders-sink', 12],
        ['a, "b"', 11],
      ]),
    )
  })
})

describe('any answer at all', () => {
  it('is read without an error, into numbers of 0 or more', () => {
    const bodies = fc.oneof(
      fc.string(),
      fc.json(),
      fc
        .array(fc.record({ status: fc.constant(200), value: fc.dictionary(fc.string(), fc.jsonValue()) }))
        .map((answer) => JSON.stringify(answer)),
    )
    fc.assert(
      fc.property(bodies, (text) => {
        const heap = parseJolokiaHeap(text)
        for (const bytes of [
          heap?.usedBytes ?? 0,
          heap?.maxBytes ?? 0,
          ...parseJolokiaLags(text, sinks).values(),
        ])
          expect(bytes).toBeGreaterThanOrEqual(0)
      }),
      { numRuns: 300 },
    )
  })
})
