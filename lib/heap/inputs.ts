import type { FamilyLike, Settings } from '../domain/cluster-config.ts'
import type { OffsetEntry } from '../domain/offsets.ts'
import type { ConnectorSnapshot, Snapshot } from '../domain/snapshot.ts'
import { listTopics } from '../domain/topics.ts'
import { type Bytes, MIB } from '../util/bytes.ts'
import { maxPollRecords } from './framework.ts'
import type { ClusterLoad, ConnectorFacts, WorkerFacts } from './model.ts'

/**
 * Live heap of an idle worker with few plugins: 20–28 MiB measured on Kafka 4.4.0, JDK 17. A sink that holds nothing but its
 * buffers adds next to nothing (20–27 MiB with 1 to 4 tasks); an S3 sink adds 8–12 MiB of clients of its own.
 */
export const BASE_BYTES = 30 * MIB

/** What is known of a cluster's memory beside a snapshot. Maps may be empty; null: not known. */
export interface HeapInputs {
  /** -Xmx of a worker, for those that `heaps` does not tell. */
  readonly workerHeapBytes: number | null
  /** Worker id to its -Xmx, as it was measured. */
  readonly heaps: ReadonlyMap<string, number>
  readonly workers: number | null
  /** Version of Kafka Connect on the workers, such as 3.9.1 or 7.6.0-ccs. */
  readonly kafkaVersion: string | null
  /** Settings of the workers that connectors inherit. */
  readonly workerConfig: Settings
  /** Connector class to the family that it is like. */
  readonly likes: ReadonlyMap<string, FamilyLike>
  /** Connector to the entries of its offsets. */
  readonly offsets: ReadonlyMap<string, readonly OffsetEntry[]>
  /** Connector to the topics that had a record since it started. */
  readonly activeTopics: ReadonlyMap<string, ReadonlySet<string>>
  /** Connector class to the version of its plugin. */
  readonly versions: ReadonlyMap<string, string>
  /** Topic to its number of partitions, where somebody said so; takes precedence over offsets. */
  readonly partitions: ReadonlyMap<string, number>
  /** Sink to how many records it has still to read, at least. */
  readonly lags: ReadonlyMap<string, number>
  /** Connector or topic to the bytes that one of its records takes on the heap, where somebody said so. */
  readonly recordBytes: ReadonlyMap<string, Bytes>
}

/** Where nothing but the snapshot is known. */
export const NO_HEAP_INPUTS: HeapInputs = {
  workerHeapBytes: null,
  heaps: new Map(),
  workers: null,
  kafkaVersion: null,
  workerConfig: {},
  likes: new Map(),
  offsets: new Map(),
  activeTopics: new Map(),
  versions: new Map(),
  partitions: new Map(),
  lags: new Map(),
  recordBytes: new Map(),
}

/** A snapshot as the memory model takes it: with FAILED tasks where they died, holding what they held. */
export function toClusterLoad({ connectors }: Snapshot, knowledge: HeapInputs): ClusterLoad {
  const used = new Set(
    connectors.flatMap(({ tasks }) => tasks.map(({ workerId }) => workerId)).filter((id) => id !== ''),
  )
  const spare = Math.max(0, (knowledge.workers ?? 0) - used.size)
  const ids = [
    ...[...used].sort(),
    ...Array.from({ length: spare }, (_, index) => `another worker ${index + 1}`),
  ]
  return {
    workers: ids.map(
      (id): WorkerFacts => ({
        id,
        heapBytes: knowledge.heaps.get(id) ?? knowledge.workerHeapBytes,
        baseBytes: BASE_BYTES,
      }),
    ),
    connectors: connectors.map((connector) => factsOf(connector, knowledge)),
  }
}

function factsOf(connector: ConnectorSnapshot, knowledge: HeapInputs): ConnectorFacts {
  const { name, type, tasks } = connector
  const config = connector.config ?? {}
  const className = config['connector.class'] ?? ''
  const version = connector.connector.version ?? tasks.find((task) => task.version !== undefined)?.version
  const facts: ConnectorFacts = {
    name,
    type,
    config,
    workerConfig: knowledge.workerConfig,
    kafkaVersion: knowledge.kafkaVersion,
    version: version ?? knowledge.versions.get(className) ?? null,
    like: knowledge.likes.get(className) ?? null,
    tasks: tasks.filter(({ workerId }) => workerId !== '').map(({ id, workerId }) => ({ id, workerId })),
    partitions:
      type === 'source'
        ? null
        : partitionsOf(config, knowledge.offsets.get(name) ?? [], knowledge.partitions),
    // One that died had no time to read from all of them: what was active then is what fitted.
    activeTopics: hasFailed(connector) ? null : (knowledge.activeTopics.get(name) ?? null),
    backlog: null,
    recordBytes: recordBytesOf(name, listTopics(config), knowledge.recordBytes),
  }
  return { ...facts, backlog: hasBacklog(facts, knowledge.lags.get(name) ?? null, hasFailed(connector)) }
}

/**
 * Records of a task that has a backlog, at least: more than a queue holds that counts records (20,000 by default, of
 * Elasticsearch's), and at 0.2 to 10 KB each enough to fill the responses of brokers.
 */
const MIN_BACKLOG_RECORDS = 100_000

/**
 * Whether what waits for each task fills all that it may hold; not, if one poll takes it. Null in between, where the
 * lag is not known, and for a small lag of one that died: nobody measures what dead tasks have to read.
 */
function hasBacklog(connector: ConnectorFacts, lag: number | null, failed: boolean): boolean | null {
  if (lag === null) return null
  const perTask = lag / Math.max(1, connector.tasks.length)
  const perPoll = maxPollRecords(connector)
  if (perTask >= Math.max(MIN_BACKLOG_RECORDS, perPoll)) return true
  return perTask <= perPoll && !failed ? false : null
}

/** What somebody said of the connector, else what holds for every topic that it lists. */
function recordBytesOf(
  name: string,
  topics: readonly string[],
  said: HeapInputs['recordBytes'],
): Bytes | null {
  const own = said.get(name)
  if (own !== undefined) return own
  const known = topics.flatMap((topic) => said.get(topic) ?? [])
  if (known.length === 0 || known.length < topics.length) return null
  return { low: Math.min(...known.map(({ low }) => low)), high: Math.max(...known.map(({ high }) => high)) }
}

function hasFailed({ tasks }: ConnectorSnapshot): boolean {
  return tasks.some(({ state }) => state === 'FAILED')
}

/**
 * Topics with their partitions, as far as somebody said so or offsets tell; after its first commit, a sink has an
 * offset for each of its partitions. Null if neither tells of any.
 */
function partitionsOf(
  config: Settings,
  offsets: readonly OffsetEntry[],
  given: ReadonlyMap<string, number>,
): ReadonlyMap<string, number> | null {
  const counts = new Map<string, number>()
  for (const { partition } of offsets) {
    if (typeof partition !== 'object' || partition === null) continue
    if (!('kafka_topic' in partition && typeof partition.kafka_topic === 'string')) continue
    if (!('kafka_partition' in partition && typeof partition.kafka_partition === 'number')) continue
    const seen = counts.get(partition.kafka_topic) ?? 0
    counts.set(partition.kafka_topic, Math.max(seen, partition.kafka_partition + 1))
  }
  const listed = new Set(listTopics(config))
  // Offsets outlive a topic's place in the list: those that are not read any more hold nothing.
  const own = listed.size === 0 ? [...counts] : [...counts].filter(([topic]) => listed.has(topic))
  const said = [...given].filter(([topic]) => (listed.size === 0 ? counts : listed).has(topic))
  const all = new Map([...own, ...said])
  return all.size === 0 ? null : all
}
