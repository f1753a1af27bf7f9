import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { heapUrl, parsePrometheusHeap, parsePrometheusLags } from '../../../lib/evidence/prometheus.ts'

/** Of a Kafka 4.4.0 worker with -Xmx256m under jmx_prometheus_javaagent 1.0.1, before its old generation was collected. */
const metrics = readFileSync(join(import.meta.dirname, 'captures/metrics.txt'), 'utf8')
const oldCollected = metrics.replace(/(collection_used_bytes\{pool="G1 Old Gen"\}) .*/, '$1 2.237028E7')
const sinks = new Set(['orders-sink'])

describe('a heap in the text of an exporter', () => {
  it('is what is used now as long as the old generation was never collected', () => {
    expect(parsePrometheusHeap(metrics)).toEqual({
      usedBytes: 102_251_520,
      used: 'now',
      maxBytes: 268_435_456,
    })
  })

  it('is the live set after that', () => {
    const survivors = 8_388_608
    expect(parsePrometheusHeap(oldCollected)).toEqual({
      usedBytes: 22_370_280 + survivors,
      used: 'after-gc',
      maxBytes: 268_435_456,
    })
  })

  it('is told by the names of older exporters too', () => {
    const text =
      'jvm_memory_bytes_used{area="heap",} 5.0E7\njvm_memory_bytes_max{area="heap",} 1.0E8\njvm_memory_bytes_used{area="nonheap",} 3.0\n'
    expect(parsePrometheusHeap(text)).toEqual({ usedBytes: 5e7, used: 'now', maxBytes: 1e8 })
  })

  it('is the sum where each pool is told by itself', () => {
    const text = [
      'jvm_memory_used_bytes{area="heap",id="G1 Eden Space",} 1.0E7',
      'jvm_memory_used_bytes{area="heap",id="G1 Old Gen",} 2.0E7',
      'jvm_memory_max_bytes{area="heap",id="G1 Eden Space",} -1.0',
      'jvm_memory_max_bytes{area="heap",id="G1 Old Gen",} 1.0E8',
    ].join('\n')
    expect(parsePrometheusHeap(text)).toEqual({ usedBytes: 3e7, used: 'now', maxBytes: 1e8 })
  })

  it.each([
    '',
    '<html>404</html>',
    'jvm_memory_used_bytes{area="heap"} NaN',
    'jvm_memory_used_bytes{area="heap"} +Inf',
    'jvm_memory_used_bytes{area="heap" 5',
    'jvm_memory_used_bytes',
    '# jvm_memory_used_bytes{area="heap"} 5',
  ])('is not made up of %j', (text) => {
    expect(parsePrometheusHeap(text)).toBeNull()
  })
})

describe('the URL for a heap', () => {
  it('asks for the wanted names only, and keeps what the operator wrote', () => {
    const url = new URL(heapUrl('http://w:9404/metrics?token=a'))
    expect(url.searchParams.get('token')).toBe('a')
    expect(url.searchParams.getAll('name[]')).toContain('jvm_memory_used_bytes')
  })
})

describe('a lag in the text of an exporter', () => {
  const partition = (clientId: string, value: string, name = 'kafka_consumer_x_records_lag') =>
    `${name}{client_id="${clientId}",topic="t",partition="0"} ${value}`

  it('is 0 of a sink that has read all', () => {
    expect(parsePrometheusLags(metrics, sinks)).toEqual(new Map([['orders-sink', 0]]))
  })

  it('is the sum over partitions and tasks, and never a maximum or an average', () => {
    const text = [
      partition('connector-consumer-orders-sink-0', '5.0'),
      partition('connector-consumer-orders-sink-11', '7.0'),
      partition('connector-consumer-orders-sink-0', '1000.0', 'kafka_consumer_x_records_lag_max'),
      partition('connector-consumer-orders-sink-0', '1000.0', 'kafka_consumer_x_records_lag_avg'),
      partition('connector-consumer-orders-sink-2', 'NaN'),
      partition('connector-consumer-other-0', '1000.0'),
      partition('connect-configs', '1000.0'),
    ].join('\n')
    expect(parsePrometheusLags(text, sinks)).toEqual(new Map([['orders-sink', 12]]))
  })

  it('is found whatever the label is called', () => {
    const text = 'kafka_consumer_records_lag{clientId="connector-consumer-orders-sink-0",} 3.0 1700000000000'
    expect(parsePrometheusLags(text, sinks)).toEqual(new Map([['orders-sink', 3]]))
  })
})

describe('any text at all', () => {
  const line = fc
    .tuple(
      fc.constantFrom('jvm_memory_used_bytes', 'jvm_memory_max_bytes', 'a_records_lag', '# HELP'),
      fc.string(),
      fc.string({ unit: 'binary' }),
    )
    .map(([name, labels, rest]) => `${name}{${labels}} ${rest}`)
  const texts = fc.oneof(
    fc.string({ unit: 'binary' }),
    fc.array(line).map((lines) => lines.join('\n')),
  )

  it('is read without an error, into numbers of 0 or more', () => {
    fc.assert(
      fc.property(texts, (text) => {
        const heap = parsePrometheusHeap(text)
        for (const bytes of [
          heap?.usedBytes ?? 0,
          heap?.maxBytes ?? 0,
          ...parsePrometheusLags(text, sinks).values(),
        ])
          expect(bytes).toBeGreaterThanOrEqual(0)
      }),
      { numRuns: 300 },
    )
  })

  it('is read in one go, also if it is hostile', () => {
    const hostile = `jvm_memory_used_bytes{${'a="\\\\",'.repeat(200_000)}a="`
    expect(parsePrometheusHeap(hostile)).toBeNull()
  })
})
