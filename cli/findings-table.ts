import type { Findings } from '../lib/diagnosis/report.ts'
import type { Diagnosis, Remedy } from '../lib/domain/diagnosis.ts'
import type { Risk } from '../lib/domain/risk.ts'
import type { Snapshot } from '../lib/domain/snapshot.ts'
import { countNoun } from '../lib/util/quantity.ts'
import { formatRanges } from '../lib/util/text.ts'
import { alignColumns, moreLine } from './columns.ts'
import { type Paint, plainText } from './terminal.ts'

/** What fits on a screen; the JSON has all of it. */
const MAX_ROWS = 20
const MAX_FAULTS = 4
const MAX_WORKERS_SHOWN = 2
const MAX_REMEDIES = 5
const MAX_EVIDENCE = 5
const MAX_RISKS = 4
const MAX_MISSING = 5

/** For people: a row for each diagnosis, then each fault once, however many connectors have it; then what may come. */
export function findingsTable(
  { cluster, diagnoses, risks, missing }: Findings,
  snapshot: Snapshot,
  paint: Paint,
): string {
  const tasks = snapshot.connectors.reduce((sum, connector) => sum + connector.tasks.length, 0)
  const of = `${plainText(cluster)}: ${countNoun(snapshot.connectors.length, 'connector')}, ${countNoun(tasks, 'task')};`
  const wrong = new Set(diagnoses.map(({ connector }) => connector)).size
  const verdict =
    wrong === 0
      ? `${paint('green', '✓')} ${of} nothing is wrong${resting(snapshot)}`
      : `${paint('red', '✗')} ${of} something is wrong with ${countNoun(wrong, 'connector')}`
  return [
    verdict,
    ...faultsOf(diagnoses, snapshot, paint),
    ...section(
      'At risk',
      risks.slice(0, MAX_RISKS).flatMap((risk) => risky(risk, paint)),
      paint,
    ),
    ...moreLine(risks.length - MAX_RISKS, 'risk'),
    ...section(
      'Not known',
      [...new Set(missing)].slice(0, MAX_MISSING).map((line) => `   ${plainText(line)}`),
      paint,
    ),
    ...moreLine(new Set(missing).size - MAX_MISSING, 'line'),
    '',
  ].join('\n')
}

function faultsOf(diagnoses: readonly Diagnosis[], snapshot: Snapshot, paint: Paint): readonly string[] {
  if (diagnoses.length === 0) return []
  const faults = [...Map.groupBy(diagnoses, faultOf).values()]
  return [
    '',
    ...rows(diagnoses, faults, snapshot, paint),
    ...moreLine(diagnoses.length - MAX_ROWS, 'row'),
    ...faults.slice(0, MAX_FAULTS).flatMap((alike, index) => ['', ...details(alike, index + 1, paint)]),
    ...moreLine(faults.length - MAX_FAULTS, 'fault'),
  ]
}

function section(title: string, lines: readonly string[], paint: Paint): readonly string[] {
  return lines.length === 0 ? [] : ['', paint('bold', title), ...lines]
}

function risky({ summary, remedies }: Risk, paint: Paint): readonly string[] {
  return [`${paint('yellow', '!')}  ${plainText(summary)}`, ...remedyLines(remedies, paint)]
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
    .slice(0, MAX_ROWS)
    .map((diagnosis) => [
      String(faults.findIndex((alike) => alike.includes(diagnosis)) + 1),
      plainText(diagnosis.connector),
      tasksOf(diagnosis, snapshot),
      workersOf(diagnosis),
      diagnosis.oom === undefined ? diagnosis.kind : `${diagnosis.kind} (${diagnosis.oom.cause})`,
      diagnosis.restart,
    ])
  const lines = alignColumns([['', 'CONNECTOR', 'TASKS', 'WORKER', 'KIND', 'RESTART'], ...cells])
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
  if (tasks.length > 0) return `${formatRanges(tasks)} of ${all}`
  return all === 0 ? 'no tasks' : 'connector'
}

function workersOf({ workers }: Diagnosis): string {
  const shown = workers.slice(0, MAX_WORKERS_SHOWN).map(plainText).join(', ')
  return workers.length > MAX_WORKERS_SHOWN ? `${shown} +${workers.length - MAX_WORKERS_SHOWN}` : shown
}

function details(alike: readonly Diagnosis[], number: number, paint: Paint): readonly string[] {
  const [first] = alike
  if (first === undefined) return []
  const { summary, rootCause, remedies, evidence } = first
  const others = alike.length > 1 ? ` (and ${countNoun(alike.length - 1, 'row')} more like it)` : ''
  const proof = [...new Set(evidence)].filter((line) => line !== rootCause)
  return [
    `${number}  ${paint('bold', plainText(summary))}${others}`,
    ...(rootCause === '' ? [] : [`   ${paint('red', plainText(rootCause))}`]),
    ...remedyLines(remedies, paint),
    ...proof.slice(0, MAX_EVIDENCE).map((line) => `     ${paint('dim', `· ${plainText(line)}`)}`),
    ...moreLine(proof.length - MAX_EVIDENCE, 'line'),
  ]
}

function remedyLines(remedies: readonly Remedy[], paint: Paint): readonly string[] {
  const shown = remedies.slice(0, MAX_REMEDIES)
  const width = Math.max(...shown.map(({ remedy }) => remedy.length))
  return [
    ...shown.map(
      ({ remedy, effect }) => `   ${paint('cyan', `→ ${remedy.padEnd(width)}`)}  ${plainText(effect)}`,
    ),
    ...moreLine(remedies.length - MAX_REMEDIES, 'remedy', 'remedies'),
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
