import { readFile } from 'node:fs/promises'
import { basename } from 'node:path'
import { parseSnapshot, SCAN_PATH } from '../lib/connect/parse-snapshot.ts'
import type { Snapshot } from '../lib/domain/snapshot.ts'
import type { HeapInputs } from '../lib/heap/inputs.ts'
import type { EvidenceClient } from './evidence.ts'
import { fileProblem, InputError, parseSavedAnswer } from './input.ts'
import type { Terminal } from './terminal.ts'

/** A cluster as a file tells of it. */
export interface SavedCluster {
  /** Its name, else that of the file. */
  readonly cluster: string
  readonly snapshot: Snapshot
  readonly heap: HeapInputs
  /** Answers in its stead, as far as the file tells. */
  readonly connect: EvidenceClient
}

/** @param file `-` for standard input @throws InputError, MalformedAnswerError */
export async function readCluster(file: string, stdin: Terminal['stdin']): Promise<SavedCluster> {
  const source = file === '-' ? 'standard input' : basename(file)
  const { name, heap, connectors } = parseSavedAnswer(await bytesOf(file, stdin))
  const exchange = { cluster: source, method: 'GET', path: SCAN_PATH, worker: '' } as const
  return {
    cluster: name ?? source,
    snapshot: parseSnapshot(connectors, Date.now(), exchange),
    heap,
    connect: {
      offsets: async (connector) => heap.offsets.get(connector) ?? null,
      activeTopics: async () => null,
      pluginVersions: async () => null,
      version: async () => null,
    },
  }
}

async function bytesOf(file: string, stdin: Terminal['stdin']): Promise<Uint8Array> {
  try {
    if (file !== '-') return await readFile(file)
    const chunks: Uint8Array[] = []
    for await (const chunk of stdin) chunks.push(Buffer.from(chunk))
    return Buffer.concat(chunks)
  } catch (cause) {
    throw new InputError(`${file}: cannot be read: ${fileProblem(cause)}`, { cause })
  }
}
