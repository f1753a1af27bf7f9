import { sizeOptions, sizesOf } from '../amounts.ts'
import { diagnoseWithEvidence } from '../findings.ts'
import { readCluster } from '../saved.ts'
import { printFindings } from '../show.ts'
import type { ExitCode, Terminal } from '../terminal.ts'
import { parseOptions } from '../usage.ts'

/** `connect-medic diagnose FILE`: what a saved answer of a cluster shows. */
export async function runDiagnose(args: readonly string[], terminal: Terminal): Promise<ExitCode> {
  const options = { ...sizeOptions, json: { type: 'boolean' } } as const
  const { values, positionals } = parseOptions(args, options, ['FILE'])
  const [file = '-'] = positionals
  const { workerHeapBytes, workers } = sizesOf(values)
  const { cluster, snapshot, heap, connect } = await readCluster(file, terminal.stdin)
  const look = {
    snapshot,
    heap: {
      ...heap,
      workerHeapBytes: workerHeapBytes ?? heap.workerHeapBytes,
      workers: workers ?? heap.workers,
    },
    waitedMs: new Map(),
    rebalanceDelayMs: 0,
  }
  printFindings(await diagnoseWithEvidence(cluster, look, connect), snapshot, values.json === true, terminal)
  return 0
}
