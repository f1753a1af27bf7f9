import type { Heap } from './heap.ts'
import type { Config, Plugin } from './plugins.ts'
import type { SinkTask } from './sink-task.ts'
import type { SourceTask } from './source-task.ts'

export interface Worker {
  readonly id: string
  heap: Heap
  alive: boolean
  diedAt: number
}

export type TargetState = 'RUNNING' | 'PAUSED' | 'STOPPED'

/** A record of the status topic: what was last written, by whom; true or not. */
export interface Status {
  readonly state: TargetState | 'FAILED' | 'RESTARTING' | 'UNASSIGNED'
  readonly workerId: string
  /** null while UNASSIGNED or RESTARTING (Kafka 4.4.0). */
  readonly version: string | null
  readonly trace: string | null
}

export interface Task {
  readonly id: number
  worker: Worker | null
  status: Status | null
  /** The config that it was started with. */
  config: Config
  work: SinkTask | SourceTask | null
}

export interface Connector {
  readonly name: string
  readonly plugin: Plugin
  config: Config
  target: TargetState
  worker: Worker | null
  /** Started on a worker that is alive; false before the first start and after a crash. */
  placed: boolean
  status: Status | null
  tasks: readonly Task[]
  /** Topics that it was seen to read. */
  readonly topics: Set<string>
  /** Offsets of a source, by source partition as JSON. */
  readonly sourceOffsets: Map<string, unknown>
}
