import { parseSnapshot } from '../../lib/connect/parse-snapshot.ts'
import { clusterConfig } from '../support/cluster-config.ts'
import { bodyOf, SHAPES } from './body.ts'
import { diagnoseAll } from './look.ts'
import { compared, median, timed } from './measure.ts'
import { goal, type Table, times } from './table.ts'

/** Ten times the work may take so many times the time. */
const MOST = 12
const ROUNDS = 3
const CLUSTER = clusterConfig()

export async function diagnosis(): Promise<Table> {
  const rows: (readonly string[])[] = []
  for (const [kind, title] of [
    ['distinct', 'distinct traces of five kinds'],
    ['oom', 'distinct OutOfMemoryErrors'],
    ['equal', 'equal traces'],
  ] as const) {
    const { few, many, growth, bareGrowth } = await measured(
      bodyOf(SHAPES[`${kind}-1000`]),
      bodyOf(SHAPES[`${kind}-10000`]),
    )
    rows.push([title, '1,000', few.oursMs.toFixed(0), few.bareMs.toFixed(0), times(few.ratio), '', '', ''])
    rows.push([
      title,
      '10,000',
      many.oursMs.toFixed(0),
      many.bareMs.toFixed(0),
      times(many.ratio),
      times(growth),
      times(bareGrowth),
      goal(`≤ ${MOST} ×`, growth <= MOST),
    ])
  }
  return {
    title: 'Many failed tasks in one go',
    about:
      'Snapshot and diagnosis of tasks that have all failed with 20 KB of trace, ten a connector, against the JSON.parse of the body that goes before it; and how much longer ten times as many take.',
    columns: [
      'traces',
      'failed tasks',
      'ours ms',
      'JSON.parse ms',
      'ratio',
      '1,000 → 10,000',
      'of JSON.parse',
      'goal',
    ],
    rows,
  }
}

/** Few and many by turns as well, since their ratio is the point. */
async function measured(few: string, many: string) {
  const sizes = [few, many].map((text) => {
    const body: unknown = JSON.parse(text)
    return {
      ours: async () => diagnoseAll(CLUSTER, parseSnapshot(body, 0)),
      bare: async () => JSON.parse(text),
    }
  })
  const rounds: { readonly ours: number; readonly bare: number }[][] = []
  for (let round = 0; round <= ROUNDS; round++) {
    const times: { readonly ours: number; readonly bare: number }[] = []
    for (const { ours, bare } of sizes) times.push({ ours: await timed(ours), bare: await timed(bare) })
    // The first one is for the compiler.
    if (round > 0) rounds.push(times)
  }
  return {
    few: compared(rounds.flatMap(([first]) => first ?? [])),
    many: compared(rounds.flatMap(([, second]) => second ?? [])),
    growth: median(rounds.map(([first, second]) => (second?.ours ?? 0) / (first?.ours ?? 0))),
    bareGrowth: median(rounds.map(([first, second]) => (second?.bare ?? 0) / (first?.bare ?? 0))),
  }
}
