import { isObject } from '../util/json.ts'
import { connectorOfClientId } from './client-id.ts'
import { type HeapReading, toHeapReading } from './heap-reading.ts'

/** To post to the agent; it answers with a list. */
export const HEAP_REQUEST = [
  { type: 'read', mbean: 'java.lang:type=Memory', attribute: 'HeapMemoryUsage' },
  { type: 'read', mbean: 'java.lang:type=MemoryPool,name=*', attribute: ['CollectionUsage', 'Type'] },
] as const

/**
 * Of each partition. Not `records-lag-max` of the client: it is NaN one minute after the last fetch, and then Jolokia
 * 2.4.2 answers nothing but a NumberFormatException.
 */
export const LAG_REQUEST = [
  {
    type: 'read',
    mbean: 'kafka.consumer:type=consumer-fetch-manager-metrics,client-id=*,topic=*,partition=*',
    attribute: 'records-lag',
  },
] as const

/** Reads the answer to {@link HEAP_REQUEST}; null: it tells no heap. */
export function parseJolokiaHeap(text: string): HeapReading | null {
  const [memory, pools] = valuesOf(text)
  const usage = isObject(memory) ? memory : {}
  const ofHeap = Object.entries(isObject(pools) ? pools : {}).flatMap(([mbean, pool]) => {
    if (!isObject(pool) || pool.Type !== 'HEAP' || !isObject(pool.CollectionUsage)) return []
    const usedBytes = countOf(pool.CollectionUsage.used)
    return usedBytes === null ? [] : [{ name: keyOf(mbean, 'name'), usedBytes }]
  })
  return toHeapReading(countOf(usage.used), ofHeap, countOf(usage.max))
}

/** Records that each connector is behind, from the answer to {@link LAG_REQUEST}. */
export function parseJolokiaLags(text: string, connectors: ReadonlySet<string>): ReadonlyMap<string, number> {
  const lags = new Map<string, number>()
  const [partitions] = valuesOf(text)
  for (const [mbean, metrics] of Object.entries(isObject(partitions) ? partitions : {})) {
    const connector = connectorOfClientId(keyOf(mbean, 'client-id'), connectors)
    const lag = isObject(metrics) ? countOf(metrics['records-lag']) : null
    if (connector !== undefined && lag !== null) lags.set(connector, (lags.get(connector) ?? 0) + lag)
  }
  return lags
}

/** The value of each part of a bulk answer; undefined for one that failed. */
function valuesOf(text: string): readonly unknown[] {
  try {
    const answer: unknown = JSON.parse(text)
    const parts: readonly unknown[] = Array.isArray(answer) ? answer : []
    return parts.map((part) => (isObject(part) && part.status === 200 ? part.value : undefined))
  } catch {
    return []
  }
}

/** A value in the name of an MBean such as `java.lang:name=G1 Old Gen,type=MemoryPool`; quoted if it was. */
function keyOf(mbean: string, key: string): string {
  const pairs = mbean.slice(mbean.indexOf(':') + 1).matchAll(/([^=,]+)=("(?:[^"\\]|\\.)*"|[^,]*),?/gs)
  for (const [, name, value = ''] of pairs) if (name === key) return value
  return ''
}

/** Jolokia gives -1 for a maximum that isn't set. */
function countOf(value: unknown): number | null {
  return typeof value === 'number' && Number.isFinite(value) && value >= 0 ? value : null
}
