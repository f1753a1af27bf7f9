import { FIT_PHRASES } from '../../lib/heap/fit.ts'
import { type Bytes, exactBytes, formatMebibytes } from '../../lib/util/bytes.ts'
import { countNoun } from '../../lib/util/quantity.ts'
import { alignColumns, moreLine } from '../columns.ts'
import { type Paint, plainText } from '../terminal.ts'
import type { Effect, SimulatedPlan, TaskPlan, WorkerFill, WorkerPlan } from './simulate-plan.ts'

/** What fits on a screen; the JSON has all of it. */
const MAX_WORKER_ROWS = 3
const MAX_TASK_ROWS = 3
const MAX_SHARES = 4
const MAX_LINES = 6

/** For people: the budget as it is, what would change it, and what would not. */
export function planTable(plan: SimulatedPlan, paint: Paint): string {
  const { cluster, connector, workers, ineffective, assumptions, missing } = plan
  return [
    `${plainText(connector)} in ${plainText(cluster)}`,
    '',
    paint('bold', 'Memory of the workers, when tasks hold all that they may'),
    ...workers.slice(0, MAX_WORKER_ROWS).flatMap((worker) => workerLines(worker, connector, paint)),
    ...moreLine(workers.length - MAX_WORKER_ROWS, 'worker'),
    ...section('What would change it', effects(plan, paint), paint),
    ...section(
      'What would not help',
      ineffective.map(({ remedy, why }) => `   ${remedy}: ${plainText(why)}`),
      paint,
    ),
    ...section('Taken for want of knowledge', capped(assumptions), paint),
    ...section('Not known', capped(missing), paint),
    ...hint(plan),
    '',
  ].join('\n')
}

function hint({ connector, workers, now }: SimulatedPlan): readonly string[] {
  const own = workers.flatMap(({ tasks }) => tasks).filter((task) => task.connector === connector)
  const isKnown = now.fullest.heap !== null && own.every(({ partitions }) => partitions !== null)
  return isKnown ? [] : ['   --heap SIZE and --partitions TOPIC=N tell what is not known.']
}

function section(title: string, lines: readonly string[], paint: Paint): readonly string[] {
  return lines.length === 0 ? [] : ['', paint('bold', title), ...lines]
}

function capped(lines: readonly string[]): readonly string[] {
  return [
    ...lines.slice(0, MAX_LINES).map((line) => `   ${plainText(line)}`),
    ...moreLine(lines.length - MAX_LINES, 'line'),
  ]
}

function workerLines(worker: WorkerPlan, connector: string, paint: Paint): readonly string[] {
  const { base, tasks } = worker
  const own = tasks.filter((task) => task.connector === connector)
  const others = tasks.filter((task) => task.connector !== connector)
  const shown = [...own, ...others].slice(0, MAX_TASK_ROWS)
  return [
    `${plainText(worker.worker)}: ${filling(worker, paint)}`,
    ...alignColumns([
      ['  ', formatMebibytes(exactBytes(base)), 'the worker itself'],
      ...shown.flatMap((task) => taskCells(task, task.connector === connector)),
    ]),
    ...moreLine(tasks.length - shown.length, 'task'),
  ]
}

function taskCells(task: TaskPlan, isOwn: boolean): readonly (readonly string[])[] {
  const { partitions } = task
  // A source reads none.
  const reads = partitions ? `, ${countNoun(partitions, 'partition')}` : ''
  const shares = isOwn ? task.shares.slice(0, MAX_SHARES) : task.shares.slice(0, 1)
  return [
    ['  ', formatMebibytes(task), `${plainText(task.connector)} task ${task.task}${reads}`],
    ...shares.map(({ what, setting, ...bytes }) => [
      '  ',
      formatMebibytes(bytes),
      `   ${plainText(what)}${setting === null ? '' : ` (${plainText(setting)})`}`,
    ]),
  ]
}

function effects({ now, remedies, yours }: SimulatedPlan, paint: Paint): readonly string[] {
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
  const [head = '', ...lines] = alignColumns([
    ['  ', 'CHANGE', 'HOLDS PER WORKER', 'FULLEST WORKER', 'ONE WORKER FEWER'],
    ...rows.map(({ name, effect }) => ['  ', name, ...effectCells(effect)]),
  ])
  return [
    paint('bold', head),
    ...rows.flatMap(({ what, price }, index) => [
      lines[index] ?? '',
      ...[what, price].filter((line) => line !== '').map((line) => `       ${paint('dim', plainText(line))}`),
    ]),
  ]
}

function effectCells({ own, fullest, oneFewer }: Effect): readonly string[] {
  return [held(own), amountOf(fullest), oneFewer === null ? 'there is none' : amountOf(oneFewer)]
}

const held = (own: Bytes) => (own.high === 0 ? '–' : formatMebibytes(own))

function filling(load: WorkerFill, paint: Paint): string {
  const style =
    load.fit === 'certain' || load.fit === 'likely' ? 'red' : load.fit === 'possible' ? 'yellow' : 'green'
  return paint(style, amountOf(load))
}

function amountOf({ heap, fit, ...bytes }: WorkerFill): string {
  return heap === null
    ? formatMebibytes(bytes)
    : `${formatMebibytes(bytes)} of ${formatMebibytes(exactBytes(heap))}, ${FIT_PHRASES[fit]}`
}
