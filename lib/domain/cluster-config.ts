import type { Governor, Policy } from './policy.ts'

export type Settings = Readonly<Record<string, string>>

/** A connector class that behaves as a known family does, with other names for its settings. */
export interface FamilyLike {
  readonly family: string
  /** The family's key to the connector's own, for example `s3.part.size` to `part.size`. */
  readonly keys: Settings
}

/** What clusters.yml says, with every default filled in. It is plain JSON. */
export interface Config {
  readonly clusters: readonly ClusterConfig[]
}

export interface ClusterConfig {
  /** Unique; matches `[A-Za-z0-9._-]{1,64}`, so it may be a message group, a metric dimension and part of a subject. */
  readonly name: string
  /** Base URLs of its workers or of what balances them, without credentials or a slash at the end; tried in order. */
  readonly urls: readonly string[]
  readonly auth: AuthConfig
  readonly tls: TlsConfig
  /** Globs over names of CloudWatch alarms that are about this cluster. */
  readonly alarms: readonly string[]
  /** Such as 3.9.1; null: asked of the cluster. */
  readonly kafkaVersion: string | null
  /** Max heap (-Xmx) of one worker; null: not known. */
  readonly workerHeapBytes: number | null
  /** How many workers the cluster should have; null: not known. */
  readonly workers: number | null
  /** Worker settings that connectors inherit: `consumer.*`, `producer.*`, `offset.flush.interval.ms`, converters. */
  readonly workerConfig: Settings
  /** Classes of connectors that hold memory as a known family does; each class once. */
  readonly like: readonly ClassLike[]
  /** Topic to its number of partitions. */
  readonly partitions: Readonly<Record<string, number>>
  /** Where the heap of a worker can be read; null: nowhere. */
  readonly heap: HeapSource | null
  /** Where it can be read how far a sink is behind; null: nowhere. */
  readonly lag: LagSource | null
  readonly governor: Governor
  /** What is allowed for connectors that no rule names. */
  readonly defaults: Policy
  /** In the order of the file: the first that names a connector counts. */
  readonly policies: readonly PolicyRule[]
}

export interface ClassLike extends FamilyLike {
  readonly class: string
}

export type HeapSource =
  | AgentSource
  | (CloudWatchSource & {
      /** Metric that tells the maximum, beside the one that tells what is used; null: none. */
      readonly maxMetric: string | null
    })

export type LagSource = { readonly type: 'agent'; readonly agent: AgentSource } | CloudWatchSource

/** An agent in each worker's JVM. The URL has `{host}` in it, for the host of a worker. */
export interface AgentSource {
  readonly type: 'prometheus' | 'jolokia'
  readonly url: string
}

/** A metric of the service's own account and region. */
export interface CloudWatchSource {
  readonly type: 'cloudwatch'
  readonly namespace: string
  readonly metric: string
  /** With `{host}` in a value for a heap; `{connector}`, and maybe `{topic}`, for a lag. */
  readonly dimensions: Readonly<Record<string, string>>
  readonly statistic: (typeof STATISTICS)[number]
  /** Null: any; then a heap is in bytes. */
  readonly unit: (typeof UNITS)[number] | null
}

export const STATISTICS = ['Maximum', 'Average', 'Minimum', 'Sum'] as const

/** Of CloudWatch, as far as they can be that of a heap, or of a number of records. */
export const UNITS = ['Bytes', 'Kilobytes', 'Megabytes', 'Gigabytes', 'Count', 'None'] as const

/** Basic: the secret is JSON `{"username", "password"}`. Bearer: it is the token, or JSON `{"token"}`. */
export type AuthConfig =
  | { readonly type: 'none' }
  | { readonly type: 'basic'; readonly secret: SecretRef }
  | { readonly type: 'bearer'; readonly secret: SecretRef }

export interface TlsConfig {
  /** Certificates to trust, as PEM text or where that text is kept; null: those of Node.js. */
  readonly ca: string | SecretRef | null
  /** A secret with JSON `{"cert", "key"}`, both PEM text. */
  readonly clientCertificate: SecretRef | null
}

/** Where a secret is kept. The functions' role may read `connect-medic/*` and `/connect-medic/*`, nothing else. */
export interface SecretRef {
  readonly store: 'secretsmanager' | 'ssm'
  readonly name: string
}

export interface PolicyRule {
  /** Glob over connector names. */
  readonly match: string
  readonly policy: Policy
}
