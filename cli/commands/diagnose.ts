import { sizeOptions, sizesOf } from '../amounts.ts'
import { findingsOf } from '../findings.ts'
import { readCluster } from '../saved.ts'
import { show } from '../show.ts'
import type { ExitCode, Terminal } from '../terminal.ts'
import { parseOptions } from '../usage.ts'

/** `connect-medic diagnose FILE`: what a saved answer of a cluster shows. */
export async function diagnoseFile(args: readonly string[], terminal: Terminal): Promise<ExitCode> {
  const options = { ...sizeOptions, json: { type: 'boolean' } } as const
  const { values, positionals } = parseOptions(args, options, ['FILE'])
  const [file = '-'] = positionals
  const { workerHeapBytes, workers } = sizesOf(values)
  const { cluster, snapshot, memory, connect } = await readCluster(file, terminal.stdin)
  const look = {
    snapshot,
    memory: {
      ...memory,
      workerHeapBytes: workerHeapBytes ?? memory.workerHeapBytes,
      workers: workers ?? memory.workers,
    },
    waitedMs: new Map(),
    rebalanceDelayMs: 0,
  }
  show(await findingsOf(cluster, look, connect), snapshot, values.json === true, terminal)
  return 0
}
