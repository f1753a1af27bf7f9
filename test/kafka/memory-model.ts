import { createConnectClient } from '../../lib/connect/client.ts'
import { diagnose } from '../../lib/diagnosis/diagnose.ts'
import type { FamilyLike } from '../../lib/domain/cluster-config.ts'
import type { Diagnosis } from '../../lib/domain/diagnosis.ts'
import type { Snapshot } from '../../lib/domain/snapshot.ts'
import { createEstimator } from '../../lib/heap/estimate.ts'
import type { Fit } from '../../lib/heap/fit.ts'
import { type HeapInputs, NO_HEAP_INPUTS, toClusterLoad } from '../../lib/heap/inputs.ts'
import type { ClusterLoad } from '../../lib/heap/model.ts'
import type { Bytes } from '../../lib/util/bytes.ts'

const MIB = 2 ** 20

/** What clusters.yml would say of the test sink. */
export const LIKES: ReadonlyMap<string, FamilyLike> = new Map([
  [
    'medic.PartBufferSinkConnector',
    { family: 'confluent-s3', keys: { 's3.part.size': 'part.size', 'flush.size': 'flush.size' } },
  ],
])

/** The cluster of that worker, as it is just now. */
export async function clusterAt(url: string, known: Partial<HeapInputs>): Promise<ClusterLoad> {
  return toClusterLoad(await scan(url), { ...NO_HEAP_INPUTS, likes: LIKES, ...known })
}

export async function diagnosesAt(url: string, known: Partial<HeapInputs>): Promise<readonly Diagnosis[]> {
  return diagnose({
    snapshot: await scan(url),
    heap: { ...NO_HEAP_INPUTS, likes: LIKES, ...known },
    waitedMs: new Map(),
    rebalanceDelayMs: 0,
  })
}

function scan(url: string): Promise<Snapshot> {
  const client = createConnectClient({ cluster: 'real', urls: [url], auth: { type: 'none' }, tls: {} })
  return client.scan(AbortSignal.timeout(30_000))
}

/** What the model says of a worker. */
export interface Verdict {
  readonly fit: Fit
  readonly mib: Bytes
}

/** Of the worker that holds most. */
export function saidOfFullest(cluster: ClusterLoad): Verdict {
  const [fullest] = createEstimator()
    .estimateTotals(cluster)
    .toSorted((a, b) => b.bytes.low - a.bytes.low)
  if (fullest === undefined) throw new Error('a cluster without workers')
  const { fit, bytes } = fullest
  return { fit, mib: { low: bytes.low / MIB, high: bytes.high / MIB } }
}
