import type { FamilyLike, Settings } from '../domain/cluster-config.ts'
import type { OomCause, RemedyId } from '../domain/vocabulary.ts'
import type { Bytes } from '../util/bytes.ts'

/** The JVM of one worker, as far as it decides what an array costs. */
export interface Jvm {
  /** Maximum heap, -Xmx. */
  readonly heapBytes: number
  /** Size of a G1 region; see g1.ts. */
  readonly regionBytes: number
}

export interface TopicPartition {
  readonly topic: string
  readonly partition: number
}

/** What the model is told of a cluster. Nothing in it is guessed: what is not known is null. */
export interface ClusterLoad {
  readonly workers: readonly WorkerFacts[]
  readonly connectors: readonly ConnectorFacts[]
}

export interface WorkerFacts {
  /** host:port, or any other name that tells it from the others. */
  readonly id: string
  readonly heapBytes: number | null
  /** Live heap of the worker without connectors. 30 MiB was measured on Kafka 4.4.0 with few plugins. */
  readonly baseBytes: number
}

export interface ConnectorFacts {
  readonly name: string
  readonly type: 'sink' | 'source' | 'unknown'
  readonly config: Settings
  /** Settings of the workers that a connector inherits (`consumer.*`, `producer.*`, `offset.flush.interval.ms`, converters). */
  readonly workerConfig: Settings
  /** Version of the workers, such as 3.9.1 or 7.6.0-ccs; null: not known. */
  readonly kafkaVersion: string | null
  /** Version of the plugin, such as 10.5.25; null: not known. */
  readonly version: string | null
  /** Its family as clusters.yml declares it, for a class that we don't know; null: by its class. */
  readonly like: FamilyLike | null
  /** As they are placed; ids ascending. */
  readonly tasks: readonly { readonly id: number; readonly workerId: string }[]
  /** Topic to its number of partitions, for a sink; null: not known. */
  readonly partitions: ReadonlyMap<string, number> | null
  /** Topics that had a record since the connector started (GET /topics); null: not known, so all of them may have. */
  readonly activeTopics: ReadonlySet<string> | null
  /** Whether it has a backlog to read, so that its fetch buffers are full; null: not known. */
  readonly backlog: boolean | null
  /** Bytes that one record holds when it is converted; null: not known. */
  readonly recordBytes: Bytes | null
}

/** A part of the heap that one task takes. */
export interface Share {
  readonly cause: OomCause
  /** In words and numbers, such as `66 part buffers of 26 MiB`. */
  readonly what: string
  readonly bytes: Bytes
  /** The setting that it comes from, with its value: `s3.part.size=26214400 (default)`; null: none. */
  readonly setting: string | null
  /** What was assumed for want of knowledge, one sentence each, with the command that would tell if there is one. */
  readonly assumptions: readonly string[]
}

/**
 * A share with its owner, set where the family's shares and the framework's are joined. The cause doesn't tell: a
 * connector's queue may well be a `record-batch`, as the framework's poll is.
 */
export interface OwnedShare extends Share {
  /** connector: its own buffers and queues. framework: what Kafka Connect takes for any task. */
  readonly owner: 'connector' | 'framework'
}

/** What a family is asked about one task. */
export interface TaskFacts {
  readonly connector: ConnectorFacts
  /** The connector's own settings under the family's names. */
  readonly config: Settings
  readonly jvm: Jvm
  /** Partitions assigned to the task that may have records; null: not known. Empty for a source. */
  readonly partitions: readonly TopicPartition[] | null
  /** Records of one poll at most (max.poll.records), effective. */
  readonly pollRecords: number
}

/** Connectors that hold memory in the same way: reads like a table. */
export interface Family {
  /** Such as `confluent-s3`; used in clusters.yml. */
  readonly name: string
  readonly classes: readonly string[]
  /** The connector's own shares of a task, without what the framework takes; empty if it holds nothing. */
  readonly shares: (task: TaskFacts) => readonly Share[]
  /** Settings that change what it takes, in the order in which they should be tried. */
  readonly levers: (task: TaskFacts) => readonly Lever[]
  /** What people commonly try and what does not help here, with the reason. */
  readonly ineffective: (task: TaskFacts) => readonly { readonly remedy: RemedyId; readonly why: string }[]
}

/** A change of settings that may help. */
export interface Lever {
  readonly remedy: RemedyId
  /** New settings under the family's names. */
  readonly set: Settings
  /** What it costs, or what it needs, in words; empty if nothing. */
  readonly price: string
}
