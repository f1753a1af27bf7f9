import type { Snapshot } from '../lib/connect/snapshot.ts'
import type { Diagnosis } from '../lib/diagnosis/diagnosis.ts'
import type { RestartAdvice } from '../lib/diagnosis/vocabulary.ts'
import type { Findings } from './show.ts'
import { type Paint, plain } from './terminal.ts'

/** What fits on a screen; the JSON has all of it. */
const MOST_ROWS = 20
const MOST_FAULTS = 4
const MOST_EVIDENCE = 6

/** For people: one row per diagnosis, then each distinct fault once, however many connectors share it. */
export function table({ cluster, snapshot, diagnoses }: Findings, paint: Paint): string {
  const counted = `${count(snapshot.connectors.length, 'connector')}, ${count(tasksIn(snapshot), 'task')}`
  if (diagnoses.length === 0)
    return `${paint('green', '✓')} ${plain(cluster)}: ${counted}; nothing is wrong${resting(snapshot)}\n`
  const faults = Map.groupBy(diagnoses, faultOf)
  const numbers = new Map([...faults.keys()].map((fault, index) => [fault, String(index + 1)]))
  const wrong = new Set(diagnoses.map(({ connector }) => connector)).size
  return [
    `${paint('red', '✗')} ${plain(cluster)}: ${counted}; something is wrong with ${count(wrong, 'connector')}`,
    '',
    ...rows(diagnoses, (diagnosis) => numbers.get(faultOf(diagnosis)) ?? '', snapshot, paint),
    ...[...faults]
      .slice(0, MOST_FAULTS)
      .flatMap(([fault, [first]]) =>
        first === undefined ? [] : ['', ...details(numbers.get(fault) ?? '', first, paint)],
      ),
    ...more(faults.size - MOST_FAULTS, 'fault'),
    '',
  ].join('\n')
}

/** Diagnoses that would be explained in the same words. */
const faultOf = ({ kind, fingerprint, summary, remedies }: Diagnosis) =>
  JSON.stringify([kind, fingerprint, summary, remedies])

function rows(
  diagnoses: readonly Diagnosis[],
  numberOf: (diagnosis: Diagnosis) => string,
  snapshot: Snapshot,
  paint: Paint,
): readonly string[] {
  const head = ['', 'CONNECTOR', 'TASKS', 'WORKER', 'KIND', 'RESTART']
  const cells = diagnoses
    .slice(0, MOST_ROWS)
    .map((diagnosis) => [
      numberOf(diagnosis),
      plain(diagnosis.connector),
      tasksOf(diagnosis, snapshot),
      diagnosis.workers.map(plain).join(', '),
      diagnosis.oom === undefined ? diagnosis.kind : `${diagnosis.kind} (${diagnosis.oom.cause})`,
      diagnosis.restart,
    ])
  const widths = head.map((_, column) => Math.max(...[head, ...cells].map((row) => row[column]?.length ?? 0)))
  const line = (row: readonly string[], paintLast: (text: string) => string) =>
    row
      .map((cell, column) => (column === row.length - 1 ? paintLast(cell) : cell.padEnd(widths[column] ?? 0)))
      .join('  ')
  return [
    paint(
      'bold',
      line(head, (text) => text),
    ),
    ...cells.map((row, index) =>
      line(row, (text) => paint(ADVICE[diagnoses[index]?.restart ?? 'once'], text)),
    ),
    ...more(diagnoses.length - MOST_ROWS, 'row'),
  ]
}

const ADVICE = { helps: 'green', once: 'yellow', useless: 'red' } as const satisfies Record<
  RestartAdvice,
  string
>

function tasksOf({ connector, tasks }: Diagnosis, snapshot: Snapshot): string {
  const all = snapshot.connectors.find(({ name }) => name === connector)?.tasks.length ?? 0
  return tasks.length === 0 ? `none of ${all}` : `${tasks.join(',')} of ${all}`
}

function details(number: string, diagnosis: Diagnosis, paint: Paint): readonly string[] {
  const { summary, rootCause, remedies, evidence } = diagnosis
  const width = Math.max(...remedies.map(({ remedy }) => remedy.length))
  return [
    `${number}  ${paint('bold', plain(summary))}`,
    ...(rootCause === '' ? [] : [`   ${paint('red', plain(rootCause))}`]),
    ...remedies.map(
      ({ remedy, effect }) => `   ${paint('cyan', `→ ${remedy.padEnd(width)}`)}  ${plain(effect)}`,
    ),
    ...evidence.slice(0, MOST_EVIDENCE).map((line) => `     ${paint('dim', `· ${plain(line)}`)}`),
  ]
}

const more = (left: number, what: string) =>
  left > 0 ? [`   … and ${count(left, what)} more: --json has all`] : []

const tasksIn = ({ connectors }: Snapshot) => connectors.reduce((sum, { tasks }) => sum + tasks.length, 0)

/** A pause is somebody's wish, and often forgotten. */
function resting({ connectors }: Snapshot): string {
  const parts = (['PAUSED', 'STOPPED'] as const).flatMap((state) => {
    const resting = connectors.filter(({ connector }) => connector.state === state).length
    return resting === 0 ? [] : [`${resting} ${state.toLowerCase()}`]
  })
  return parts.length === 0 ? '' : ` (${parts.join(', ')})`
}

// Without thousands separators: toLocaleString loads tables for 29 ms, more than asking a cluster takes.
const count = (number: number, noun: string) => `${number} ${noun}${number === 1 ? '' : 's'}`
