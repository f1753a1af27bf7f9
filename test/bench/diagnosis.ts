import { parseSnapshot } from '../../lib/connect/wire.ts'
import { bodyOf, SHAPES } from './body.ts'
import { clusterAt, diagnoseAll } from './look.ts'
import { compare } from './measure.ts'
import { goal, type Table, times } from './table.ts'

/** Ten times the work may take so many times the time. */
const MOST = 12
const ROUNDS = 5

export async function diagnosis(): Promise<Table> {
  const rows: (readonly string[])[] = []
  for (const [kind, title] of [
    ['distinct', 'distinct traces of five kinds'],
    ['oom', 'distinct OutOfMemoryErrors'],
    ['equal', 'equal traces'],
  ] as const) {
    const few = await measured(bodyOf(SHAPES[`${kind}-1000`]))
    const many = await measured(bodyOf(SHAPES[`${kind}-10000`]))
    const growth = many.oursMs / few.oursMs
    rows.push([title, '1,000', few.oursMs.toFixed(0), few.bareMs.toFixed(0), times(few.ratio), '', ''])
    rows.push([
      title,
      '10,000',
      many.oursMs.toFixed(0),
      many.bareMs.toFixed(0),
      times(many.ratio),
      times(growth),
      goal(`≤ ${MOST} ×`, growth <= MOST),
    ])
  }
  return {
    title: 'Many failed tasks in one go',
    about:
      'Snapshot and diagnosis of tasks that have all failed with 20 KB of trace, ten a connector, against the JSON.parse of the body that goes before it; and how much longer ten times as many take.',
    columns: ['traces', 'failed tasks', 'ours ms', 'JSON.parse ms', 'ratio', '1,000 → 10,000', 'goal'],
    rows,
  }
}

async function measured(text: string) {
  const cluster = clusterAt('http://127.0.0.1')
  const body: unknown = JSON.parse(text)
  return compare(
    async () => diagnoseAll(cluster, parseSnapshot(body, 0)),
    async () => JSON.parse(text),
    ROUNDS,
  )
}
