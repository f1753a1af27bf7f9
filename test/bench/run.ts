import { mkdtemp, rm, writeFile } from 'node:fs/promises'
import { cpus, tmpdir } from 'node:os'
import { join } from 'node:path'
import { backtest } from './backtest.ts'
import { bundles } from './bundles.ts'
import { check } from './check.ts'
import { diagnosis } from './diagnosis.ts'
import { memory } from './memory.ts'
import { outbreak } from './outbreak.ts'
import { plan } from './plan.ts'
import { requests } from './requests.ts'
import { incidents, scan } from './scan.ts'
import { type Table, toMarkdown } from './table.ts'
import { startWorker } from './worker.ts'

// `npm run bench` for all subjects, which are written to results/latest.md; `npm run bench -- scan memory` for some,
// which are only printed.
const directory = await mkdtemp(join(tmpdir(), 'connect-medic-bench-'))
const worker = await startWorker()

const subjects: ReadonlyMap<string, () => Promise<Table>> = new Map([
  ['scan', () => scan(worker)],
  ['incidents', () => incidents(worker)],
  ['outbreak', () => outbreak(worker, directory)],
  ['check', () => check(worker, directory)],
  ['requests', () => requests(worker)],
  ['memory', () => memory(worker, directory)],
  ['diagnosis', diagnosis],
  ['plan', plan],
  ['bundles', () => bundles(directory)],
  ['backtest', backtest],
])

const wanted = process.argv.slice(2)
const unknown = wanted.filter((name) => !subjects.has(name))
if (unknown.length > 0) {
  console.error(`No such subject: ${unknown.join(', ')}; there are ${[...subjects.keys()].join(', ')}`)
  process.exitCode = 2
} else {
  const texts: string[] = []
  for (const [name, measure] of subjects) {
    if (wanted.length > 0 && !wanted.includes(name)) continue
    const text = toMarkdown(await measure())
    console.log(text)
    texts.push(text)
  }
  if (wanted.length === 0) await writeFile(new URL('./results/latest.md', import.meta.url), resultsOf(texts))
}

await worker[Symbol.asyncDispose]()
await rm(directory, { recursive: true })

function resultsOf(texts: readonly string[]): string {
  const machine = `${cpus().length} × ${cpus()[0]?.model.trim()}`
  const about = `Node.js ${process.version} on ${process.platform} ${process.arch}, ${machine}. Ratios are medians of rounds in which both sides ran by turns; the milliseconds beside them hold for this machine only.`
  return ['# Bench', '', about, '', ...texts].join('\n')
}
