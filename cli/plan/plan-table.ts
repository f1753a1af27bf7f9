import type { Fit } from '../../lib/heap/estimate.ts'
import { type Bytes, exactly, mebibytes } from '../../lib/util/bytes.ts'
import { aligned, more } from '../columns.ts'
import { type Paint, plain } from '../terminal.ts'
import type { Effect, Filling, Plan, TaskPlan, WorkerPlan } from './simulate-plan.ts'

/** What fits on a screen; the JSON has all of it. */
const MOST_WORKERS = 3
const MOST_TASKS = 3
const MOST_SHARES = 4
const MOST_LINES = 6

/** For people: the budget as it is, what would change it, and what would not. */
export function planTable(plan: Plan, paint: Paint): string {
  const { cluster, connector, workers, vain, assumptions, missing } = plan
  return [
    `${plain(connector)} in ${plain(cluster)}`,
    '',
    paint('bold', 'Memory of the workers, when tasks hold all that they may'),
    ...workers.slice(0, MOST_WORKERS).flatMap((worker) => workerLines(worker, connector, paint)),
    ...more(workers.length - MOST_WORKERS, 'worker'),
    ...section('What would change it', effects(plan, paint), paint),
    ...section(
      'What would not help',
      vain.map(({ remedy, why }) => `   ${remedy}: ${plain(why)}`),
      paint,
    ),
    ...section('Taken for want of knowledge', capped(assumptions), paint),
    ...section('Not known', capped(missing), paint),
    ...hint(plan),
    '',
  ].join('\n')
}

function hint({ connector, workers, now }: Plan): readonly string[] {
  const own = workers.flatMap(({ tasks }) => tasks).filter((task) => task.connector === connector)
  const isKnown = now.fullest.heap !== null && own.every(({ partitions }) => partitions !== null)
  return isKnown ? [] : ['   --heap SIZE and --partitions TOPIC=N tell what is not known.']
}

function section(title: string, lines: readonly string[], paint: Paint): readonly string[] {
  return lines.length === 0 ? [] : ['', paint('bold', title), ...lines]
}

function capped(lines: readonly string[]): readonly string[] {
  return [
    ...lines.slice(0, MOST_LINES).map((line) => `   ${plain(line)}`),
    ...more(lines.length - MOST_LINES, 'line'),
  ]
}

function workerLines(worker: WorkerPlan, connector: string, paint: Paint): readonly string[] {
  const { base, tasks } = worker
  const own = tasks.filter((task) => task.connector === connector)
  const others = tasks.filter((task) => task.connector !== connector)
  const shown = [...own, ...others].slice(0, MOST_TASKS)
  return [
    `${plain(worker.worker)}: ${filling(worker, paint)}`,
    ...aligned([
      ['  ', mebibytes(exactly(base)), 'the worker itself'],
      ...shown.flatMap((task) => taskCells(task, task.connector === connector)),
    ]),
    ...more(tasks.length - shown.length, 'task'),
  ]
}

function taskCells(task: TaskPlan, isOwn: boolean): readonly (readonly string[])[] {
  const { partitions } = task
  // A source reads none.
  const reads = partitions ? `, ${partitions} ${partitions === 1 ? 'partition' : 'partitions'}` : ''
  const shares = isOwn ? task.shares.slice(0, MOST_SHARES) : task.shares.slice(0, 1)
  return [
    ['  ', mebibytes(task), `${plain(task.connector)} task ${task.task}${reads}`],
    ...shares.map(({ what, setting, ...bytes }) => [
      '  ',
      mebibytes(bytes),
      `   ${plain(what)}${setting === null ? '' : ` (${plain(setting)})`}`,
    ]),
  ]
}

function effects({ now, remedies, yours }: Plan, paint: Paint): readonly string[] {
  const rows = [
    { name: 'as it is', what: '', price: '', effect: now },
    ...remedies.map((effect) => ({
      name: `→ ${effect.remedy}`,
      what: effect.what,
      price: effect.price,
      effect,
    })),
    ...(yours === null ? [] : [{ name: '? yours', what: yours.what, price: '', effect: yours }]),
  ]
  const [head = '', ...lines] = aligned([
    ['  ', 'CHANGE', 'HOLDS PER WORKER', 'FULLEST WORKER', 'ONE WORKER FEWER'],
    ...rows.map(({ name, effect }) => ['  ', name, ...effectCells(effect)]),
  ])
  return [
    paint('bold', head),
    ...rows.flatMap(({ what, price }, index) => [
      lines[index] ?? '',
      ...[what, price].filter((line) => line !== '').map((line) => `       ${paint('dim', plain(line))}`),
    ]),
  ]
}

function effectCells({ own, fullest, oneFewer }: Effect): readonly string[] {
  return [
    held(own),
    `${amount(fullest)}${FITS[fullest.fit]}`,
    oneFewer === null ? 'there is none' : `${amount(oneFewer)}${FITS[oneFewer.fit]}`,
  ]
}

const held = (own: Bytes) => (own.high === 0 ? '–' : mebibytes(own))

function filling(load: Filling, paint: Paint): string {
  const style =
    load.fit === 'certain' || load.fit === 'likely' ? 'red' : load.fit === 'possible' ? 'yellow' : 'green'
  return paint(style, `${amount(load)}${FITS[load.fit]}`)
}

function amount({ heap, ...bytes }: Filling): string {
  return heap === null ? mebibytes(bytes) : `${mebibytes(bytes)} of ${mebibytes(exactly(heap))}`
}

const FITS: Readonly<Record<Fit, string>> = {
  fits: ', fits',
  possible: ', may not fit',
  likely: ', hardly fits',
  certain: ', does not fit',
  unknown: '',
}
