import type { AgentSource, CloudWatchSource, LagSource } from '../domain/cluster-config.ts'
import { type AgentQuestion, readAgents } from './agents.ts'
import { readNewestValues } from './cloudwatch.ts'
import { hostOf } from './host.ts'
import { LAG_REQUEST, parseJolokiaLags } from './jolokia.ts'
import { parsePrometheusLags } from './prometheus.ts'
import { type Readings, SOURCE_TIMEOUT_MS, type SourceAccess } from './source-access.ts'

/** A sink whose lag is asked for. */
export interface LagTarget {
  readonly name: string
  /** As far as its settings list them. */
  readonly topics: readonly string[]
  /** Of its tasks. */
  readonly workerIds: readonly string[]
}

/**
 * How many records each connector has still to read, within 5 seconds: at least so many, for partitions of which
 * nothing is told count as none. A connector of which nothing is told is missing.
 * @throws the signal's reason, and nothing else
 */
export async function readLags(
  source: LagSource,
  connectors: readonly LagTarget[],
  means: SourceAccess,
  signal: AbortSignal,
): Promise<Readings<number>> {
  const within = AbortSignal.any([signal, AbortSignal.timeout(SOURCE_TIMEOUT_MS)])
  const { values, problems } =
    source.type === 'agent'
      ? await lagsOfAgents(source.agent, connectors, means, within)
      : await lagsOfCloudWatch(source, connectors, means, within)
  signal.throwIfAborted()
  return { values, problems }
}

async function lagsOfAgents(
  agent: AgentSource,
  connectors: readonly LagTarget[],
  means: SourceAccess,
  signal: AbortSignal,
): Promise<Readings<number>> {
  const names = new Set(connectors.map(({ name }) => name))
  const reading: AgentQuestion<ReadonlyMap<string, number>> =
    agent.type === 'prometheus'
      ? { what: 'lag', url: (url) => url, read: (text) => parsePrometheusLags(text, names) }
      : { what: 'lag', url: (url) => url, body: LAG_REQUEST, read: (text) => parseJolokiaLags(text, names) }
  const hosts = new Set(connectors.flatMap(({ workerIds }) => workerIds.flatMap((id) => hostOf(id) ?? [])))
  const read = await readAgents(
    agent,
    new Map([...hosts].map((host) => [host, host])),
    reading,
    means,
    signal,
  )
  return { values: summed([...read.values.values()].flatMap((lags) => [...lags])), problems: read.problems }
}

async function lagsOfCloudWatch(
  source: CloudWatchSource,
  connectors: readonly LagTarget[],
  means: SourceAccess,
  signal: AbortSignal,
): Promise<Readings<number>> {
  // Amazon MSK tells of each topic by itself: its SumOffsetLag has the dimensions Consumer Group and Topic.
  const eachTopic = Object.values(source.dimensions).some((value) => value.includes('{topic}'))
  const wanted = connectors
    .flatMap(({ name, topics }) => (eachTopic ? topics : ['']).map((topic) => ({ connector: name, topic })))
    .map((placeholders, index) => ({ key: String(index), metric: source.metric, placeholders }))
  const { values, problems } = await readNewestValues(source, wanted, means, signal)
  return {
    values: summed(
      wanted.flatMap(({ key, placeholders }) => {
        const value = values.get(key)
        return value === undefined ? [] : [[placeholders.connector, value] as const]
      }),
    ),
    problems,
  }
}

function summed(
  lags: readonly (readonly [connector: string, records: number])[],
): ReadonlyMap<string, number> {
  const sums = new Map<string, number>()
  for (const [connector, records] of lags) sums.set(connector, (sums.get(connector) ?? 0) + records)
  return sums
}
