/** What the REST API of one Connect cluster said at one time. */
export interface Snapshot {
  /** Milliseconds since the epoch, by our clock, when the answer had arrived. */
  readonly takenAt: number
  /** Sorted by name. */
  readonly connectors: readonly ConnectorSnapshot[]
}

export interface ConnectorSnapshot {
  readonly name: string
  /** `unknown`: the contacted worker can't load the plugin. */
  readonly type: 'sink' | 'source' | 'unknown'
  readonly connector: InstanceStatus
  /** Sorted by id. */
  readonly tasks: readonly TaskStatus[]
  /** With secrets masked; null if the connector was deleted while the answer was put together. */
  readonly config: Readonly<Record<string, string>> | null
}

/** Status of the connector instance, or of one task. */
export interface InstanceStatus {
  readonly state: State
  /** The state as it was written, for people; differs from `state` only if that is UNRECOGNISED. */
  readonly stateText: string
  /** host:port of the worker's REST listener. After a crash it may name a worker that is gone. */
  readonly workerId: string
  /** The whole Java stack trace, untrusted and unmasked; present if the instance failed. */
  readonly trace?: string
  /** Version of the plugin, Kafka 4.1 and later. */
  readonly version?: string
}

export interface TaskStatus extends InstanceStatus {
  readonly id: number
}

/** org.apache.kafka.connect.runtime.AbstractStatus; STOPPED on the connector only. */
export const STATES = [
  'RUNNING',
  'PAUSED',
  'STOPPED',
  'FAILED',
  'RESTARTING',
  'UNASSIGNED',
  'DESTROYED',
] as const

/** UNRECOGNISED: a state that this version of Kafka Connect invented after us; never acted on. */
export type State = (typeof STATES)[number] | 'UNRECOGNISED'
