import type { ConnectClient } from '../lib/connect/client.ts'
import type { Snapshot } from '../lib/domain/snapshot.ts'
import { gather } from '../lib/evidence/gather.ts'
import type { MemoryKnowledge } from '../lib/heap/inputs.ts'

export type Asked = Pick<ConnectClient, 'offsets' | 'activeTopics' | 'pluginVersions'>

/** What Kafka Connect tells of these connectors' memory, and of those beside them, in addition to what is known. */
export async function withEvidence(
  memory: MemoryKnowledge,
  snapshot: Snapshot,
  connectors: readonly string[],
  connect: Asked,
): Promise<{ readonly memory: MemoryKnowledge; readonly missing: readonly string[] }> {
  const { offsets, activeTopics, versions, missing } = await gather({
    snapshot,
    connectors,
    cluster: {
      partitions: Object.fromEntries(memory.partitions),
      workerHeapBytes: memory.workerHeapBytes,
    },
    connect,
    sources: { heaps: null, lags: null },
    // Never aborted: each request has its own time limit, and Ctrl-C ends the process.
    signal: new AbortController().signal,
  })
  // A saved file may tell of more connectors than were asked after.
  const all = new Map([...memory.offsets, ...offsets])
  return { memory: { ...memory, offsets: all, activeTopics, versions }, missing }
}
