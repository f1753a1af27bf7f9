import type { AgentSource, HeapSource } from '../domain/cluster-config.ts'
import { type AgentQuestion, readAgents } from './agents.ts'
import { type MetricWanted, readNewestValues } from './cloudwatch.ts'
import type { HeapReading } from './heap-reading.ts'
import { distinctHosts, type Hosts } from './host.ts'
import { HEAP_REQUEST, parseJolokiaHeap } from './jolokia.ts'
import { heapUrl, parsePrometheusHeap } from './prometheus.ts'
import { type Readings, SOURCE_TIMEOUT_MS, type SourceAccess } from './source-access.ts'

const HEAP: Readonly<Record<AgentSource['type'], AgentQuestion<HeapReading>>> = {
  prometheus: { what: 'heap', url: heapUrl, read: parsePrometheusHeap },
  jolokia: { what: 'heap', url: (url) => url, body: HEAP_REQUEST, read: parseJolokiaHeap },
}

/**
 * The heap of each worker that tells it, within 5 seconds; a worker that doesn't is missing.
 * @throws the signal's reason, and nothing else
 */
export async function readHeaps(
  source: HeapSource,
  workerIds: readonly string[],
  means: SourceAccess,
  signal: AbortSignal,
): Promise<Readings<HeapReading>> {
  const hosts = distinctHosts(workerIds)
  const within = AbortSignal.any([signal, AbortSignal.timeout(SOURCE_TIMEOUT_MS)])
  const { values, problems } =
    source.type === 'cloudwatch'
      ? await heapsOfCloudWatch(source, hosts, means, within)
      : await readAgents(source, hosts.workers, HEAP[source.type], means, within)
  signal.throwIfAborted()
  return { values, problems: [...hosts.problems, ...problems] }
}

async function heapsOfCloudWatch(
  source: Extract<HeapSource, { type: 'cloudwatch' }>,
  { workers }: Hosts,
  means: SourceAccess,
  signal: AbortSignal,
): Promise<Readings<HeapReading>> {
  const metrics = [source.metric, ...(source.maxMetric === null ? [] : [source.maxMetric])]
  const wanted = [...workers].flatMap(([host, worker]) =>
    metrics.map(
      (metric): MetricWanted => ({ key: `${metric} ${worker}`, metric, placeholders: { host: bare(host) } }),
    ),
  )
  const { values, problems } = await readNewestValues(source, wanted, means, signal)
  const read = [...workers.values()].map((worker) => {
    const usedBytes = values.get(`${source.metric} ${worker}`) ?? null
    const maxBytes = values.get(`${source.maxMetric ?? ''} ${worker}`) ?? null
    return { worker, reading: { usedBytes, used: 'now', maxBytes } as const }
  })
  const told = read.filter(({ reading }) => reading.usedBytes !== null || reading.maxBytes !== null)
  const silent = read.length - told.length
  return {
    values: new Map(told.map(({ worker, reading }) => [worker, reading])),
    problems:
      silent === 0 || problems.length > 0
        ? problems
        : [`heap: CloudWatch has no ${source.metric} of ${silent} workers in the last 15 minutes`],
  }
}

/** In a dimension an address has no brackets around it. */
const bare = (host: string): string => host.replace(/^\[|\]$/g, '')
