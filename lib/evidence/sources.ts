import type { ClusterConfig } from '../domain/cluster-config.ts'
import { readHeaps } from './heap.ts'
import type { HeapReading } from './heap-reading.ts'
import { type LagTarget, readLags } from './lag.ts'
import type { Readings, SourceAccess } from './source-access.ts'

/** What tells more than Kafka Connect itself does; null: nothing does. Kept apart, as only a few have any. */
export interface Sources {
  readonly heaps:
    | ((workerIds: readonly string[], signal: AbortSignal) => Promise<Readings<HeapReading>>)
    | null
  readonly lags: ((targets: readonly LagTarget[], signal: AbortSignal) => Promise<Readings<number>>) | null
}

/** By what a cluster's sources are read; of its certificates only those that clusters.yml has itself. */
export function sourceAccess(
  { tls }: Pick<ClusterConfig, 'tls'>,
  cloudWatch: SourceAccess['cloudWatch'],
): SourceAccess {
  return { cloudWatch, ca: typeof tls.ca === 'string' ? tls.ca : null }
}

/** The sources that clusters.yml names. */
export function evidenceSources(
  { heap, lag }: Pick<ClusterConfig, 'heap' | 'lag'>,
  means: SourceAccess,
): Sources {
  return {
    heaps: heap && ((workerIds, signal) => readHeaps(heap, workerIds, means, signal)),
    lags: lag && ((targets, signal) => readLags(lag, targets, means, signal)),
  }
}
