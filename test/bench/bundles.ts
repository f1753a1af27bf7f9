import { execFile } from 'node:child_process'
import { stat } from 'node:fs/promises'
import { basename, join } from 'node:path'
import { fileURLToPath } from 'node:url'
import { promisify } from 'node:util'
import { bundle } from './bundle.ts'
import { LAMBDA } from './lambda.ts'
import { compared } from './measure.ts'
import { goal, type Table, times } from './table.ts'

const MOST = 1.3
const STARTS = 25
const HANDLERS = ['on-schedule', 'on-alarm', 'reconcile']

const run = promisify(execFile)
const here = (path: string) => fileURLToPath(new URL(path, import.meta.url))

/** @param directory for the bare bundles */
export async function bundles(directory: string): Promise<Table> {
  await bundle(
    HANDLERS.map((name) => here(`./bare-handlers/${name}.ts`)),
    directory,
  )
  const rows: (readonly string[])[] = []
  for (const name of HANDLERS) {
    const [ours, bare] = [here(`../../dist/handlers/${name}.cjs`), join(directory, `${name}.cjs`)]
    const [oursBytes, bareBytes] = [(await stat(ours)).size, (await stat(bare)).size]
    const starts: { readonly ours: number; readonly bare: number }[] = []
    for (let start = 0; start < STARTS; start++) {
      starts.push({ ours: await importMs(ours), bare: await importMs(bare) })
    }
    const { ratio, oursMs, bareMs } = compared(starts)
    const growth = oursBytes / bareBytes
    rows.push([name, 'bytes', String(oursBytes), String(bareBytes), times(growth), verdict(growth)])
    rows.push([name, 'import ms', oursMs.toFixed(1), bareMs.toFixed(1), times(ratio), verdict(ratio)])
  }
  return {
    title: 'Bundles of the Lambda functions',
    about:
      'Against a bundle, made alike, of only the AWS clients and libraries that the handler is built from; imports in fresh processes.',
    columns: ['handler', 'of', 'ours', 'bare', 'ratio', 'goal'],
    rows,
  }
}

const verdict = (ratio: number) => goal(`≤ ${MOST} ×`, ratio <= MOST)

async function importMs(path: string): Promise<number> {
  const { stdout } = await run(process.execPath, [here('./time-import.cjs'), path], { env: LAMBDA })
  const ms = Number(stdout)
  if (!Number.isFinite(ms)) throw new Error(`${basename(path)}: printed something when it was loaded`)
  return ms
}
