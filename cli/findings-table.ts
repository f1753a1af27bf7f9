import type { Findings } from '../lib/diagnosis/report.ts'
import type { Diagnosis, Remedy } from '../lib/domain/diagnosis.ts'
import type { Risk } from '../lib/domain/risk.ts'
import type { Snapshot } from '../lib/domain/snapshot.ts'
import { aligned, more } from './columns.ts'
import { type Paint, plain } from './terminal.ts'

/** What fits on a screen; the JSON has all of it. */
const MOST_ROWS = 20
const MOST_FAULTS = 4
const MOST_WORKERS = 2
const MOST_REMEDIES = 5
const MOST_EVIDENCE = 5
const MOST_RISKS = 4
const MOST_MISSING = 5

/** For people: a row for each diagnosis, then each fault once, however many connectors have it; then what may come. */
export function table(
  { cluster, diagnoses, risks, missing }: Findings,
  snapshot: Snapshot,
  paint: Paint,
): string {
  const tasks = snapshot.connectors.reduce((sum, connector) => sum + connector.tasks.length, 0)
  const of = `${plain(cluster)}: ${count(snapshot.connectors.length, 'connector')}, ${count(tasks, 'task')};`
  const wrong = new Set(diagnoses.map(({ connector }) => connector)).size
  const verdict =
    wrong === 0
      ? `${paint('green', '✓')} ${of} nothing is wrong${resting(snapshot)}`
      : `${paint('red', '✗')} ${of} something is wrong with ${count(wrong, 'connector')}`
  return [
    verdict,
    ...faultsOf(diagnoses, snapshot, paint),
    ...section(
      'At risk',
      risks.slice(0, MOST_RISKS).flatMap((risk) => risky(risk, paint)),
      paint,
    ),
    ...more(risks.length - MOST_RISKS, 'risk'),
    ...section(
      'Not known',
      [...new Set(missing)].slice(0, MOST_MISSING).map((line) => `   ${plain(line)}`),
      paint,
    ),
    ...more(new Set(missing).size - MOST_MISSING, 'line'),
    '',
  ].join('\n')
}

function faultsOf(diagnoses: readonly Diagnosis[], snapshot: Snapshot, paint: Paint): readonly string[] {
  if (diagnoses.length === 0) return []
  const faults = [...Map.groupBy(diagnoses, faultOf).values()]
  return [
    '',
    ...rows(diagnoses, faults, snapshot, paint),
    ...more(diagnoses.length - MOST_ROWS, 'row'),
    ...faults.slice(0, MOST_FAULTS).flatMap((alike, index) => ['', ...details(alike, index + 1, paint)]),
    ...more(faults.length - MOST_FAULTS, 'fault'),
  ]
}

function section(title: string, lines: readonly string[], paint: Paint): readonly string[] {
  return lines.length === 0 ? [] : ['', paint('bold', title), ...lines]
}

function risky({ summary, remedies }: Risk, paint: Paint): readonly string[] {
  return [`${paint('yellow', '!')}  ${plain(summary)}`, ...remedyLines(remedies, paint)]
}

/** Equal for diagnoses of which one explains the others. */
const faultOf = ({ kind, fingerprint, remedies }: Diagnosis) => JSON.stringify([kind, fingerprint, remedies])

function rows(
  diagnoses: readonly Diagnosis[],
  faults: readonly (readonly Diagnosis[])[],
  snapshot: Snapshot,
  paint: Paint,
): readonly string[] {
  const cells = diagnoses
    .slice(0, MOST_ROWS)
    .map((diagnosis) => [
      String(faults.findIndex((alike) => alike.includes(diagnosis)) + 1),
      plain(diagnosis.connector),
      tasksOf(diagnosis, snapshot),
      workersOf(diagnosis),
      diagnosis.oom === undefined ? diagnosis.kind : `${diagnosis.kind} (${diagnosis.oom.cause})`,
      diagnosis.restart,
    ])
  const lines = aligned([['', 'CONNECTOR', 'TASKS', 'WORKER', 'KIND', 'RESTART'], ...cells])
  return lines.map((line, index) =>
    index === 0
      ? paint('bold', line)
      : line.replace(/\S+$/, (advice) => paint(ADVICE.get(advice) ?? 'dim', advice)),
  )
}

const ADVICE: ReadonlyMap<string, Parameters<Paint>[0]> = new Map([
  ['helps', 'green'],
  ['once', 'yellow'],
  ['useless', 'red'],
])

function tasksOf({ connector, tasks }: Diagnosis, snapshot: Snapshot): string {
  const all = snapshot.connectors.find(({ name }) => name === connector)?.tasks.length ?? 0
  if (tasks.length > 0) return `${ranges(tasks)} of ${all}`
  return all === 0 ? 'no tasks' : 'connector'
}

/** 0, 1, 2 and 5 are `0-2,5`: a connector may have hundreds of tasks. */
function ranges(ids: readonly number[]): string {
  const starts = ids.filter((id, index) => ids[index - 1] !== id - 1)
  const ends = ids.filter((id, index) => ids[index + 1] !== id + 1)
  return starts
    .map((start, index) => (start === ends[index] ? `${start}` : `${start}-${ends[index]}`))
    .join(',')
}

function workersOf({ workers }: Diagnosis): string {
  const shown = workers.slice(0, MOST_WORKERS).map(plain).join(', ')
  return workers.length > MOST_WORKERS ? `${shown} +${workers.length - MOST_WORKERS}` : shown
}

function details(alike: readonly Diagnosis[], number: number, paint: Paint): readonly string[] {
  const [first] = alike
  if (first === undefined) return []
  const { summary, rootCause, remedies, evidence } = first
  const others = alike.length > 1 ? ` (and ${count(alike.length - 1, 'row')} more like it)` : ''
  const proof = [...new Set(evidence)].filter((line) => line !== rootCause)
  return [
    `${number}  ${paint('bold', plain(summary))}${others}`,
    ...(rootCause === '' ? [] : [`   ${paint('red', plain(rootCause))}`]),
    ...remedyLines(remedies, paint),
    ...proof.slice(0, MOST_EVIDENCE).map((line) => `     ${paint('dim', `· ${plain(line)}`)}`),
    ...more(proof.length - MOST_EVIDENCE, 'line'),
  ]
}

function remedyLines(remedies: readonly Remedy[], paint: Paint): readonly string[] {
  const shown = remedies.slice(0, MOST_REMEDIES)
  const width = Math.max(...shown.map(({ remedy }) => remedy.length))
  return [
    ...shown.map(
      ({ remedy, effect }) => `   ${paint('cyan', `→ ${remedy.padEnd(width)}`)}  ${plain(effect)}`,
    ),
    ...more(remedies.length - MOST_REMEDIES, 'remedy', 'remedies'),
  ]
}

/** A pause is somebody's wish, and often forgotten. */
function resting({ connectors }: Snapshot): string {
  const parts = (['PAUSED', 'STOPPED'] as const).flatMap((state) => {
    const number = connectors.filter(({ connector }) => connector.state === state).length
    return number === 0 ? [] : [`${number} ${state.toLowerCase()}`]
  })
  return parts.length === 0 ? '' : ` (${parts.join(', ')})`
}

// Without thousands separators: toLocaleString loads tables for 29 ms, more than asking a cluster takes.
const count = (number: number, noun: string) => `${number} ${noun}${number === 1 ? '' : 's'}`
