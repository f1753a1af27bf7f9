import { execFile } from 'node:child_process'
import { fileURLToPath } from 'node:url'
import type { ShapeName } from './body.ts'
import { compare } from './measure.ts'
import { goal, type Table, times } from './table.ts'
import type { Worker } from './worker.ts'

const MOST = 2
const ROUNDS = 21

const SUBJECTS = [
  ['small-healthy', '100 × 4, healthy'],
  ['large-healthy', '1,000 × 10, healthy'],
  ['small-failed', '100 × 4, 10 % of the tasks failed'],
  ['large-failed', '1,000 × 10, 10 % of the tasks failed'],
] as const satisfies readonly (readonly [ShapeName, string])[]

const CHECK = fileURLToPath(new URL('../../dist/cli/connect-medic.cjs', import.meta.url))
const BARE = fileURLToPath(new URL('./bare-check.cjs', import.meta.url))

/** @param directory for what is kept between starts */
export async function check(worker: Worker, directory: string): Promise<Table> {
  const rows: (readonly string[])[] = []
  for (const [shape, title] of SUBJECTS) {
    const code = shape.endsWith('failed') ? 1 : 0
    const { ratio, oursMs, bareMs } = await compare(
      () => run([CHECK, 'check', '--url', worker.urlOf(shape)], code, directory),
      () => run([BARE, worker.urlOf(shape)], code, directory),
      ROUNDS,
    )
    const verdict = code === 0 ? goal(`≤ ${MOST} ×`, ratio <= MOST) : ''
    rows.push([title, oursMs.toFixed(0), bareMs.toFixed(0), times(ratio), verdict])
  }
  return {
    title: '`connect-medic check` as a whole process',
    about:
      'From start to exit, with a compile cache from earlier starts, against a script that does no more than node:http, JSON.parse and a count.',
    columns: ['connectors × tasks', 'ours ms', 'bare ms', 'ratio', 'goal'],
    rows,
  }
}

function run(args: readonly string[], code: number, directory: string): Promise<void> {
  // The compile cache is in the directory for temporary files.
  const env = { ...process.env, TMPDIR: directory }
  return new Promise((resolve, reject) => {
    const child = execFile(
      process.execPath,
      args,
      { env, maxBuffer: 64 * 1024 * 1024 },
      (_error, _, stderr) => {
        if (child.exitCode === code) resolve()
        else reject(new Error(`${args.join(' ')}: exit code ${child.exitCode}, expected ${code}\n${stderr}`))
      },
    )
  })
}
