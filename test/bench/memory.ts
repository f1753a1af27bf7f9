import { execFile } from 'node:child_process'
import { join } from 'node:path'
import { fileURLToPath } from 'node:url'
import { promisify } from 'node:util'
import type { ShapeName } from './body.ts'
import { bundle } from './bundle.ts'
import { LAMBDA } from './lambda.ts'
import { median } from './measure.ts'
import { goal, type Table, times } from './table.ts'
import type { Worker } from './worker.ts'

const MB = 1024 * 1024
/** memorySize of the functions in serverless.yml. */
const MOST_MB = 256
const STARTS = 5
const run = promisify(execFile)

const SUBJECTS = [
  ['large-healthy', '1,000 × 10, healthy'],
  ['large-failed', '1,000 × 10, 10 % of the tasks failed'],
] as const satisfies readonly (readonly [ShapeName, string])[]

/** @param directory for the bundle that is measured */
export async function memory(worker: Worker, directory: string): Promise<Table> {
  await bundle([fileURLToPath(new URL('./scan-once.ts', import.meta.url))], directory)
  const rows: (readonly string[])[] = []
  for (const [shape, title] of SUBJECTS) {
    const url = worker.urlOf(shape)
    const [ours, bare] = [await peakOf('ours', url, directory), await peakOf('bare', url, directory)]
    rows.push([title, 'max RSS', mb(ours.rss), mb(bare.rss), times(ours.rss / bare.rss), verdict(ours.rss)])
    rows.push([title, 'heap used', mb(ours.heap), mb(bare.heap), times(ours.heap / bare.heap), ''])
  }
  return {
    title: 'Peak memory',
    about:
      'Of three scans in a row (fetch → snapshot → diagnose → decide) in a process with the bundled reconcile handler loaded and a heap that fits into a function of 256 MB, against node:http and JSON.parse in the same surroundings.',
    columns: ['connectors × tasks', 'of', 'ours MB', 'bare MB', 'ratio', 'goal'],
    rows,
  }
}

const mb = (bytes: number) => (bytes / MB).toFixed(0)
const verdict = (bytes: number) => goal(`< ${MOST_MB} MB`, bytes < MOST_MB * MB)

/** Medians over some processes, in bytes. */
async function peakOf(what: 'ours' | 'bare', url: string, directory: string) {
  const handler = fileURLToPath(new URL('../../dist/handlers/reconcile.cjs', import.meta.url))
  // What is left of 256 MB holds Node itself, and the answer before it is text.
  const limits = ['--max-old-space-size=180', '--max-semi-space-size=12']
  const peaks: { readonly rssBytes: number; readonly heapBytes: number }[] = []
  for (let start = 0; start < STARTS; start++) {
    const args = [...limits, join(directory, 'scan-once.cjs'), handler, what, url]
    peaks.push(JSON.parse((await run(process.execPath, args, { env: LAMBDA })).stdout))
  }
  return {
    rss: median(peaks.map(({ rssBytes }) => rssBytes)),
    heap: median(peaks.map(({ heapBytes }) => heapBytes)),
  }
}
