import { createConnectClient } from '../../lib/connect/client.ts'
import { clusterConfig } from '../support/cluster-config.ts'
import { bareFetch, bareHttp } from './bare.ts'
import type { ShapeName } from './body.ts'
import { look, NOTHING_STORED } from './look.ts'
import { compare } from './measure.ts'
import { goal, type Table, times } from './table.ts'
import type { Worker } from './worker.ts'

const MOST = 1.3

const SUBJECTS: readonly { readonly shape: ShapeName; readonly title: string; readonly rounds: number }[] = [
  { shape: 'small-healthy', title: '100 × 4, healthy', rounds: 61 },
  { shape: 'large-healthy', title: '1,000 × 10, healthy', rounds: 51 },
  { shape: 'small-failed', title: '100 × 4, 10 % of the tasks failed', rounds: 41 },
  { shape: 'large-failed', title: '1,000 × 10, 10 % of the tasks failed', rounds: 9 },
]

export async function scan(worker: Worker): Promise<Table> {
  const rows: (readonly string[])[] = []
  for (const { shape, title, rounds } of SUBJECTS) {
    const ours = await lookAt(worker.urlOf(shape))
    for (const [name, bare] of [
      ['fetch', bareFetch],
      ['node:http', bareHttp],
    ] as const) {
      const { ratio, oursMs, bareMs } = await compare(ours, () => bare(worker.urlOf(shape)), rounds)
      const hasGoal = name === 'fetch' && shape.endsWith('healthy')
      rows.push([
        title,
        name,
        oursMs.toFixed(1),
        bareMs.toFixed(1),
        times(ratio),
        hasGoal ? goal(`≤ ${MOST} ×`, ratio <= MOST) : '',
      ])
    }
  }
  return {
    title: 'A scan in a warm process',
    about:
      'fetch → snapshot → diagnose → decide over loopback HTTP, against the bare request and JSON.parse of the same body. Each failed task has a trace of 20 KB of its own.',
    columns: ['connectors × tasks', 'against', 'ours ms', 'bare ms', 'ratio', 'goal'],
    rows,
  }
}

const SUBJECTS_WITH_INCIDENTS: readonly { readonly shape: ShapeName; readonly title: string }[] = [
  { shape: 'large-failed', title: 'five kinds of failure' },
  { shape: 'large-secret', title: 'the same, with a password in each trace' },
  { shape: 'outbreak-50', title: 'OutOfMemoryErrors' },
]
const MOST_WITH_INCIDENTS = 1.2
const ROUNDS_WITH_INCIDENTS = 9

/** The next scan of a cluster in trouble, which meets what is stored of its incidents. */
export async function incidents(worker: Worker): Promise<Table> {
  const rows: (readonly string[])[] = []
  for (const { shape, title } of SUBJECTS_WITH_INCIDENTS) {
    const url = worker.urlOf(shape)
    const { ratio, oursMs, bareMs } = await compare(
      await lookAgainAt(url),
      await lookAt(url),
      ROUNDS_WITH_INCIDENTS,
    )
    rows.push([
      title,
      oursMs.toFixed(0),
      bareMs.toFixed(0),
      times(ratio),
      goal(`≤ ${MOST_WITH_INCIDENTS} ×`, ratio <= MOST_WITH_INCIDENTS),
    ])
  }
  return {
    title: 'A scan with open incidents',
    about:
      'Of 1,000 connectors with 10 tasks each, of which a tenth has failed: the scan that finds the incidents of all of them open, against the one that finds none.',
    columns: ['what has failed', 'with incidents ms', 'without ms', 'ratio', 'goal'],
    rows,
  }
}

/** A look at a cluster whose connectors are known and of which no incident is open. */
async function lookAt(url: string): Promise<() => Promise<unknown>> {
  const { cluster, client, state } = await firstLook(url)
  const before = { ...state, incidents: NOTHING_STORED.incidents }
  return () => look(cluster, client, before, 0)
}

/** The same with all incidents of the first look open. */
async function lookAgainAt(url: string): Promise<() => Promise<unknown>> {
  const { cluster, client, state } = await firstLook(url)
  return () => look(cluster, client, state, 60_000)
}

async function firstLook(url: string) {
  const cluster = clusterConfig({ urls: [url] })
  const client = createConnectClient({
    cluster: cluster.name,
    urls: cluster.urls,
    auth: { type: 'none' },
    tls: {},
  })
  const { state } = await look(cluster, client, NOTHING_STORED, 0)
  return { cluster, client, state }
}
