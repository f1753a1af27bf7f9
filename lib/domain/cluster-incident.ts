import type { Remedy } from './diagnosis.ts'
import type { Outbox } from './incident.ts'
import type { Kind } from './vocabulary.ts'

/**
 * The trouble of a cluster itself: it can't be read, so that nothing is known of its connectors. One item in the store
 * per cluster. Times in milliseconds since the epoch.
 */
export interface ClusterIncident extends Outbox {
  readonly cluster: string
  /** open: people are not told yet. escalated: a person is needed. recovered: it can be read again. */
  readonly phase: 'open' | 'escalated' | 'recovered'
  readonly openedAt: number
  /** When it could be read again; null until then. */
  readonly closedAt: number | null
  /** Why it could not be read at the last scan that could not. */
  readonly problem: ClusterProblem
  /** Whether the last scan could read it, and since when that is so. */
  readonly health: { readonly is: 'readable' | 'unreadable'; readonly since: number }
}

/** Why a cluster can't be read. Texts hold no secrets. */
export interface ClusterProblem {
  readonly kind: Kind
  /** What the scan ran into, on one line. */
  readonly reason: string
  readonly remedy: Remedy
}
