import { connectClient } from '../../lib/connect/client.ts'
import { type Fit, scales } from '../../lib/diagnosis/memory/budget.ts'
import { clusterLoad, type MemoryKnowledge, NOTHING_KNOWN } from '../../lib/diagnosis/memory/facts.ts'
import type { Bytes, ClusterLoad, FamilyLike } from '../../lib/diagnosis/memory/model.ts'

const MIB = 2 ** 20

/** What clusters.yml would say of the test sink. */
export const LIKES: ReadonlyMap<string, FamilyLike> = new Map([
  [
    'medic.PartBufferSinkConnector',
    { family: 'confluent-s3', keys: { 's3.part.size': 'part.size', 'flush.size': 'flush.size' } },
  ],
])

/** The cluster of that worker, as it is just now. */
export async function clusterAt(url: string, known: Partial<MemoryKnowledge>): Promise<ClusterLoad> {
  const client = connectClient({ cluster: 'real', urls: [url], auth: { type: 'none' }, tls: {} })
  const snapshot = await client.scan(AbortSignal.timeout(30_000))
  return clusterLoad(snapshot, { ...NOTHING_KNOWN, likes: LIKES, ...known })
}

/** What the model says of a worker. */
export interface Verdict {
  readonly fit: Fit
  readonly mib: Bytes
}

/** Of each worker, in the order of their ids. */
export function said(cluster: ClusterLoad): readonly Verdict[] {
  return scales()
    .weigh(cluster)
    .map(({ fit, bytes }) => ({ fit, mib: { low: bytes.low / MIB, high: bytes.high / MIB } }))
}

/** Of the worker that holds most. */
export function saidOfFullest(cluster: ClusterLoad): Verdict {
  const [fullest] = said(cluster).toSorted((a, b) => b.mib.low - a.mib.low)
  if (fullest === undefined) throw new Error('a cluster without workers')
  return fullest
}
