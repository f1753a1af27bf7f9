import { readFile } from 'node:fs/promises'
import { basename } from 'node:path'
import { parseSnapshot, SCAN_PATH } from '../../lib/connect/wire.ts'
import { diagnose } from '../../lib/diagnosis/diagnose.ts'
import { errorCode, InputError, readSaved } from '../input.ts'
import { show } from '../show.ts'
import type { ExitCode, Terminal } from '../terminal.ts'
import { parseOptions } from '../usage.ts'

/** `connect-medic diagnose FILE`: what a saved answer of a cluster shows. */
export async function diagnoseFile(args: readonly string[], terminal: Terminal): Promise<ExitCode> {
  const { values, positionals } = parseOptions(args, { json: { type: 'boolean' } }, ['FILE'])
  const [file = '-'] = positionals
  const source = file === '-' ? 'standard input' : basename(file)
  const { name, memory, connectors } = readSaved(await bytesOf(file, terminal.stdin))
  const exchange = { cluster: source, method: 'GET', path: SCAN_PATH, worker: '' } as const
  const snapshot = parseSnapshot(connectors, Date.now(), exchange)
  const diagnoses = diagnose({
    snapshot,
    memory,
    waitedMs: new Map(),
    rebalanceDelayMs: 0,
    keptTraces: new Map(),
  })
  show({ cluster: name ?? source, snapshot, diagnoses }, values.json === true, terminal)
  return 0
}

async function bytesOf(file: string, stdin: Terminal['stdin']): Promise<Uint8Array> {
  try {
    if (file !== '-') return await readFile(file)
    const chunks: Uint8Array[] = []
    for await (const chunk of stdin) chunks.push(Buffer.from(chunk))
    return Buffer.concat(chunks)
  } catch (cause) {
    throw new InputError(`${file}: cannot be read: ${errorCode(cause)}`, { cause })
  }
}
