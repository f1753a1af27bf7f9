import { connectorOfClientId } from './client-id.ts'
import { type HeapReading, toHeapReading } from './heap-reading.ts'

/** The names since client_java 0.16 (2022), and those before. */
const USED = ['jvm_memory_used_bytes', 'jvm_memory_bytes_used']
const MAX = ['jvm_memory_max_bytes', 'jvm_memory_bytes_max']
const AFTER_GC = 'jvm_memory_pool_collection_used_bytes'

/**
 * The URL that answers with what is read of a heap and nothing else: of a small worker that took 80 ms and 1 KB instead
 * of 1.8 s and 300 KB (jmx_prometheus_javaagent 1.0.1). An exporter that doesn't know the parameter passes over it.
 */
export function heapUrl(url: string): string {
  const narrowed = new URL(url)
  for (const name of [...USED, ...MAX, AFTER_GC]) narrowed.searchParams.append('name[]', name)
  return narrowed.href
}

/** Reads the heap from the text format of Prometheus; null: it tells none. */
export function parsePrometheusHeap(text: string): HeapReading | null {
  const samples = samplesOf(text, (name) => name === AFTER_GC || USED.includes(name) || MAX.includes(name))
  const pools = samples
    .filter(({ name }) => name === AFTER_GC)
    .map(({ labels, value }) => ({ name: labels.get('pool') ?? '', usedBytes: value }))
  return toHeapReading(heapSum(samples, USED), pools, heapSum(samples, MAX))
}

/** Of exporters that tell each pool by itself, as Micrometer's does, the sum; those without a maximum say -1. */
function heapSum(samples: readonly Sample[], names: readonly string[]): number | null {
  const found = samples.filter(({ name, labels }) => names.includes(name) && labels.get('area') === 'heap')
  return found.length === 0 ? null : found.reduce((sum, { value }) => sum + value, 0)
}

/**
 * Records that each connector is behind, from each partition's `records-lag`, whatever the exporter's rules have made
 * of its name. `records-lag-max` is not used: it is NaN one minute after the last fetch (seen on Kafka 4.4.0), and so
 * silent of a consumer that is stuck.
 */
export function parsePrometheusLags(
  text: string,
  connectors: ReadonlySet<string>,
): ReadonlyMap<string, number> {
  const lags = new Map<string, number>()
  for (const { labels, value } of samplesOf(text, (name) => /records_?lag$/i.test(name))) {
    const connector = [...labels.values()]
      .map((label) => connectorOfClientId(label, connectors))
      .find((each) => each !== undefined)
    if (connector !== undefined) lags.set(connector, (lags.get(connector) ?? 0) + value)
  }
  return lags
}

interface Sample {
  readonly name: string
  readonly labels: ReadonlyMap<string, string>
  readonly value: number
}

/** The wanted samples with a value of 0 or more; a line that can't be read is passed over. */
function samplesOf(text: string, isWanted: (name: string) => boolean): readonly Sample[] {
  return text.split('\n').flatMap((line) => {
    const [name = ''] = /^[a-z_:][\w:]*/i.exec(line) ?? []
    if (!isWanted(name)) return []
    const sample = sampleOf(line, name)
    return sample === null ? [] : [sample]
  })
}

const LABEL = /\s*([a-z_]\w*)\s*=\s*"((?:[^"\\]|\\.)*)"\s*,?/iy
const VALUE = /\s*\}?\s+(\d\S*)/y

function sampleOf(line: string, name: string): Sample | null {
  const labels = new Map<string, string>()
  let at = name.length
  if (line[at] === '{') {
    at += 1
    for (;;) {
      LABEL.lastIndex = at
      const [whole, label, value] = LABEL.exec(line) ?? []
      if (whole === undefined || label === undefined || value === undefined) break
      labels.set(label, unescaped(value))
      at += whole.length
    }
  }
  VALUE.lastIndex = at
  const value = Number(VALUE.exec(line)?.[1])
  return Number.isFinite(value) ? { name, labels, value } : null
}

const unescaped = (text: string): string => text.replace(/\\(.)/g, (_, char) => (char === 'n' ? '\n' : char))
