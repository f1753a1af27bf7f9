import type { ConnectClient } from '../lib/connect/client.ts'
import type { Snapshot } from '../lib/domain/snapshot.ts'
import { gatherClusterEvidence } from '../lib/evidence/gather.ts'
import type { HeapInputs } from '../lib/heap/inputs.ts'

export type EvidenceClient = Pick<ConnectClient, 'offsets' | 'activeTopics' | 'pluginVersions' | 'version'>

/** What Kafka Connect tells of these connectors' memory, and of those beside them, in addition to what is known. */
export async function gatherEvidence(
  heap: HeapInputs,
  snapshot: Snapshot,
  connectors: readonly string[],
  connect: EvidenceClient,
): Promise<{ readonly heap: HeapInputs; readonly missing: readonly string[] }> {
  const { offsets, activeTopics, versions, kafkaVersion, lags, missing } = await gatherClusterEvidence({
    snapshot,
    connectors,
    cluster: {
      partitions: Object.fromEntries(heap.partitions),
      workerHeapBytes: heap.workerHeapBytes,
      kafkaVersion: heap.kafkaVersion,
    },
    connect,
    sources: { heaps: null, lags: null },
    // Never aborted: each request has its own time limit, and Ctrl-C ends the process.
    signal: new AbortController().signal,
  })
  // A saved file may tell of more connectors than were asked after.
  const all = new Map([...heap.offsets, ...offsets])
  return {
    heap: {
      ...heap,
      offsets: all,
      activeTopics,
      versions,
      lags,
      kafkaVersion: heap.kafkaVersion ?? kafkaVersion,
    },
    missing,
  }
}
