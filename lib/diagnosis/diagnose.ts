import type { Snapshot } from '../connect/snapshot.ts'
import type { Diagnosis } from './diagnosis.ts'

/** What is known of the cluster beside its REST API; null: not known. */
export interface ClusterFacts {
  readonly kafkaVersion: string | null
  /** Maximum heap of one worker (-Xmx). */
  readonly workerHeapBytes: number | null
  readonly workers: number | null
}

export interface DiagnoseInput {
  readonly snapshot: Snapshot
  readonly cluster: ClusterFacts
  /** Connector name to the entries of GET /connectors/{name}/offsets; may be empty. */
  readonly offsets: ReadonlyMap<string, readonly OffsetEntry[]>
  /**
   * Connector name to how long, in milliseconds, something of it has been UNASSIGNED or it has been RUNNING
   * without tasks. A connector that is not in it: unknown for how long, as with a saved file. A live caller gives 0
   * when it sees it first.
   */
  readonly waitedMs: ReadonlyMap<string, number>
  /** How long that is left to the rebalance, in milliseconds. */
  readonly rebalanceDelayMs: number
  /** Connector name to the best trace that was kept of its open incident. */
  readonly keptTraces: ReadonlyMap<string, string>
}

export interface OffsetEntry {
  readonly partition: unknown
  readonly offset: unknown
}

/** What is wrong in a cluster, most important first; nothing for what is healthy, paused, stopped or restarting. */
export function diagnose(_input: DiagnoseInput): readonly Diagnosis[] {
  return []
}
