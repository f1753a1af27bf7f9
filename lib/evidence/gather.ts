import pLimit from 'p-limit'
import type { ConnectClient } from '../connect/client.ts'
import type { ClusterConfig } from '../domain/cluster-config.ts'
import type { OffsetEntry } from '../domain/offsets.ts'
import type { ConnectorSnapshot, Snapshot } from '../domain/snapshot.ts'
import { listTopics } from '../domain/topics.ts'
import type { HeapReading } from './heap-reading.ts'
import {
  activeTopicsMissing,
  lagMissing,
  maxHeapMissing,
  notAsked,
  partitionsMissing,
  versionsMissing,
} from './missing.ts'
import type { Readings } from './source-access.ts'
import type { Sources } from './sources.ts'

/** What is known beside a snapshot of connectors in trouble, and of those that share a worker with them. */
export interface Evidence {
  /** Sink to the entries of its offsets. */
  readonly offsets: ReadonlyMap<string, readonly OffsetEntry[]>
  /** Sink to the topics that had a record since it started. */
  readonly activeTopics: ReadonlyMap<string, ReadonlySet<string>>
  /** Class to version, if a status does not tell it (before Kafka 4.1). */
  readonly versions: ReadonlyMap<string, string>
  /** Of the worker that answered; null: clusters.yml says it already, or it could not be had. */
  readonly kafkaVersion: string | null
  /** By worker id. */
  readonly heaps: ReadonlyMap<string, HeapReading>
  /** Sink to how many records it has still to read, at least. */
  readonly lags: ReadonlyMap<string, number>
  /** What could not be had, one line each, with the command that would tell if there is one. */
  readonly missing: readonly string[]
}

export interface EvidenceQuestion {
  readonly snapshot: Snapshot
  /** Names of connectors in trouble. */
  readonly connectors: readonly string[]
  readonly cluster: Pick<ClusterConfig, 'partitions' | 'workerHeapBytes' | 'kafkaVersion'>
  readonly connect: Pick<ConnectClient, 'offsets' | 'activeTopics' | 'pluginVersions' | 'version'>
  readonly sources: Sources
  readonly signal: AbortSignal
}

const MAX_CONNECTORS = 20
const MAX_AGENTS = 50
const MAX_CONCURRENT_REQUESTS = 4

/** Nothing is asked if nothing is in trouble. @throws the signal's reason, and what the client throws that is no ConnectError */
export async function gatherClusterEvidence(gathering: EvidenceQuestion): Promise<Evidence> {
  const { snapshot, connectors, cluster, connect, sources, signal } = gathering
  const concerned = concernedBy(snapshot, new Set(connectors))
  const asked = concerned.slice(0, MAX_CONNECTORS)
  const sinks = asked.filter(({ type }) => type === 'sink')
  const workerIds = asked.length === 0 ? [] : workersOf([...asked, ...snapshot.connectors])
  const limit = pLimit(MAX_CONCURRENT_REQUESTS)
  const ofEach = <T>(ask: (name: string) => Promise<T | null>) =>
    Promise.all(sinks.map(({ name }) => limit(async () => [name, await ask(name)] as const)))

  const asksVersion = cluster.kafkaVersion === null && asked.length > 0
  const [offsets, activeTopics, versions, kafkaVersion, heaps, lags] = await Promise.all([
    ofEach((name) => connect.offsets(name, signal)),
    ofEach((name) => connect.activeTopics(name, signal)),
    asked.every(hasVersion) ? NO_VERSIONS : limit(() => connect.pluginVersions(signal)),
    asksVersion ? limit(() => connect.version(signal)) : null,
    sources.heaps?.(workerIds.slice(0, MAX_AGENTS), signal) ?? nothing<HeapReading>(),
    sinks.length === 0
      ? nothing<number>()
      : (sources.lags?.(sinks.map(targetOf), signal) ?? nothing<number>()),
  ])
  const evidence = {
    offsets: known(offsets),
    activeTopics: known(activeTopics),
    versions: versions ?? NO_VERSIONS,
    kafkaVersion,
    heaps: heaps.values,
    lags: lags.values,
  }
  const withoutMax =
    cluster.workerHeapBytes === null
      ? workersOf(asked).filter((id) => (heaps.values.get(id)?.maxBytes ?? null) === null)
      : []
  return {
    ...evidence,
    missing: [
      ...heaps.problems,
      ...(withoutMax.length === 0 ? [] : [maxHeapMissing(withoutMax)]),
      ...sinks.flatMap((sink) => unknownPartitions(sink, evidence.offsets, cluster.partitions)),
      ...sinks.filter(({ name }) => !evidence.activeTopics.has(name)).map(activeTopicsMissing),
      ...(versions === null ? [versionsMissing()] : []),
      ...lags.problems,
      ...(sources.lags === null ? [] : sinks.filter(({ name }) => !lags.values.has(name)).map(lagMissing)),
      ...(concerned.length > asked.length ? [notAsked(concerned.length - asked.length)] : []),
    ],
  }
}

const NO_VERSIONS: ReadonlyMap<string, string> = new Map()

function nothing<T>(): Readings<T> {
  return { values: new Map(), problems: [] }
}

/** Those in trouble first, then those that share a worker with them. */
function concernedBy({ connectors }: Snapshot, names: ReadonlySet<string>): readonly ConnectorSnapshot[] {
  const troubled = connectors.filter(({ name }) => names.has(name))
  const workers = new Set(workersOf(troubled))
  const beside = connectors.filter(
    ({ name, tasks }) => !names.has(name) && tasks.some(({ workerId }) => workers.has(workerId)),
  )
  return [...troubled, ...beside]
}

/** That of a connector instance holds nothing to speak of; it counts only where there is no task. */
function workersOf(connectors: readonly ConnectorSnapshot[]): readonly string[] {
  const ids = connectors.flatMap(({ tasks }) => tasks.map(({ workerId }) => workerId))
  return [...new Set(ids)].filter((id) => id !== '')
}

function hasVersion({ connector, tasks }: ConnectorSnapshot): boolean {
  return connector.version !== undefined || tasks.some(({ version }) => version !== undefined)
}

function targetOf(connector: ConnectorSnapshot) {
  return {
    name: connector.name,
    topics: listTopics(connector.config ?? {}),
    workerIds: workersOf([connector]),
  }
}

function known<T>(asked: readonly (readonly [name: string, answer: T | null])[]): ReadonlyMap<string, T> {
  return new Map(asked.flatMap(([name, answer]) => (answer === null ? [] : [[name, answer] as const])))
}

/** Before its first commit a sink has no offsets; after it, one of each partition. */
function unknownPartitions(
  sink: ConnectorSnapshot,
  offsets: Evidence['offsets'],
  given: ClusterConfig['partitions'],
): readonly string[] {
  const topics = listTopics(sink.config ?? {})
  const isGiven = topics.length > 0 && topics.every((topic) => Object.hasOwn(given, topic))
  if (isGiven || (offsets.get(sink.name)?.length ?? 0) > 0) return []
  const open = topics.filter((topic) => !Object.hasOwn(given, topic))
  return [partitionsMissing(sink, open)]
}
