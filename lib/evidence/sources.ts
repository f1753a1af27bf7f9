import type { ClusterConfig } from '../domain/cluster-config.ts'
import { readHeaps } from './heap.ts'
import type { HeapReading } from './heap-reading.ts'
import { type LagTarget, readLag } from './lag.ts'
import type { Means, Readings } from './source-access.ts'

/** What tells more than Kafka Connect itself does; null: nothing does. Kept apart, as only a few have any. */
export interface Sources {
  readonly heaps:
    | ((workerIds: readonly string[], signal: AbortSignal) => Promise<Readings<HeapReading>>)
    | null
  readonly lags: ((targets: readonly LagTarget[], signal: AbortSignal) => Promise<Readings<number>>) | null
}

/** By what a cluster's sources are read; of its certificates only those that clusters.yml has itself. */
export function meansOf({ tls }: Pick<ClusterConfig, 'tls'>, cloudWatch: Means['cloudWatch']): Means {
  return { cloudWatch, ca: typeof tls.ca === 'string' ? tls.ca : null }
}

/** The sources that clusters.yml names. */
export function sourcesOf({ heap, lag }: Pick<ClusterConfig, 'heap' | 'lag'>, means: Means): Sources {
  return {
    heaps: heap && ((workerIds, signal) => readHeaps(heap, workerIds, means, signal)),
    lags: lag && ((targets, signal) => readLag(lag, targets, means, signal)),
  }
}
