import { execFile } from 'node:child_process'
import { join } from 'node:path'
import { fileURLToPath } from 'node:url'
import { promisify } from 'node:util'
import { createConnectClient } from '../../lib/connect/client.ts'
import { clusterConfig } from '../support/cluster-config.ts'
import type { ShapeName } from './body.ts'
import { bundle } from './bundle.ts'
import { LAMBDA } from './lambda.ts'
import { look, NOTHING_STORED, OUTBREAK_HEAP_BYTES } from './look.ts'
import { compare, median } from './measure.ts'
import { goal, type Table, times } from './table.ts'
import type { Worker } from './worker.ts'

const MB = 1024 * 1024
const ROUNDS = 5
const STARTS = 3
const MOST = 2.5
const MOST_MB = 512
const MOST_MS = 10_000
const run = promisify(execFile)

/** `bare`: the same cluster, in which as many tasks have failed of other causes. */
const SUBJECTS: readonly { readonly shape: ShapeName; readonly bare: ShapeName; readonly title: string }[] = [
  { shape: 'outbreak-3', bare: 'failed-3', title: '1,000 × 10 on 3 workers' },
  { shape: 'outbreak-500-50', bare: 'failed-500-50', title: '500 × 10 on 50 workers' },
  { shape: 'outbreak-50', bare: 'failed-50', title: '1,000 × 10 on 50 workers' },
  { shape: 'outbreak-2000-50', bare: 'failed-2000-50', title: '2,000 × 10 on 50 workers' },
]

/** The first scan of a cluster in which memory ran out everywhere: all of it is new, and has to be explained. */
export async function outbreak(worker: Worker, directory: string): Promise<Table> {
  await bundle([fileURLToPath(new URL('./scan-once.ts', import.meta.url))], directory)
  const rows: (readonly string[])[] = []
  for (const { shape, bare, title } of SUBJECTS) {
    const url = worker.urlOf(shape)
    const { ratio, oursMs, bareMs } = await compare(firstLookAt(url), firstLookAt(worker.urlOf(bare)), ROUNDS)
    const mb = (await peakBytes(url, directory)) / MB
    rows.push([
      title,
      oursMs.toFixed(0),
      bareMs.toFixed(0),
      times(ratio),
      goal(`≤ ${MOST} ×`, ratio <= MOST),
      mb.toFixed(0),
      goal(`< ${MOST_MB} MB, < ${MOST_MS / 1000} s`, mb < MOST_MB && oursMs < MOST_MS),
    ])
  }
  return {
    title: 'An outbreak of OutOfMemoryErrors',
    about:
      'S3 sinks of 22 topics, of each of which one task of ten has failed: the first scan (fetch → snapshot → diagnose → decide) with the evidence that it asks for, against the first scan of the same cluster where as many tasks have failed of other causes; and the peak memory of a process that does it three times, with a heap that fits into a function of 512 MB.',
    columns: [
      'connectors × tasks',
      'outbreak ms',
      'other failures ms',
      'ratio',
      'goal',
      'max RSS MB',
      'goal',
    ],
    rows,
  }
}

function firstLookAt(url: string): () => Promise<unknown> {
  const cluster = clusterConfig({ urls: [url], workerHeapBytes: OUTBREAK_HEAP_BYTES })
  const client = createConnectClient({
    cluster: cluster.name,
    urls: cluster.urls,
    auth: { type: 'none' },
    tls: {},
  })
  return () => look(cluster, client, NOTHING_STORED, 0)
}

/** Median over some processes. */
async function peakBytes(url: string, directory: string): Promise<number> {
  const handler = fileURLToPath(new URL('../../dist/handlers/reconcile.cjs', import.meta.url))
  const limits = ['--max-old-space-size=360', '--max-semi-space-size=12']
  const peaks: number[] = []
  for (let start = 0; start < STARTS; start++) {
    const args = [...limits, join(directory, 'scan-once.cjs'), handler, 'ours', url]
    const { stdout } = await run(process.execPath, args, { env: LAMBDA })
    const { rssBytes }: { readonly rssBytes: number } = JSON.parse(stdout)
    peaks.push(rssBytes)
  }
  return median(peaks)
}
