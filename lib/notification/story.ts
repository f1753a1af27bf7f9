import type { Health } from '../incident/incident.ts'
import { block, line } from './clean.ts'
import { type Command, commandFor } from './command.ts'
import { cut } from './cut.ts'
import type { Message } from './message.ts'
import { duration, utc } from './time.ts'

/** A message in words, clean and bounded, for whoever arranges it: mail, chat, SMS. */
export interface Story {
  readonly event: string
  readonly cluster: string
  readonly connector: string
  /** Such as `prod/s3-orders: out-of-memory, tasks 0,2`. */
  readonly headline: string
  readonly dryRun: boolean
  readonly notes: readonly string[]
  readonly failed: string
  readonly since: string
  readonly why: string
  readonly rootCause: string
  readonly done: string
  readonly next: string
  /** Best first. */
  readonly remedies: readonly string[]
  readonly evidence: readonly string[]
  /** What the command is for, and the command; null if there is nothing left to do. */
  readonly command: { readonly purpose: string; readonly command: Command } | null
  /** ISO 8601, a day from now; null if there is nothing left to silence. */
  readonly muteUntil: string | null
  /** Whole: whoever shows it cuts it. */
  readonly trace: string
}

const DAY_MS = 24 * 60 * 60_000

export function story(message: Message, now: number): Story {
  const { incident, transition, dryRun } = message
  const { diagnosis } = incident
  const recovered = transition.event === 'recovered'
  const cluster = cut(line(incident.cluster), 256)
  const connector = cut(line(incident.connector), 1024)
  const lasted = duration((recovered ? transition.at : now) - incident.openedAt)
  const where = cut(placesOf(message), 1024)
  return {
    event: transition.event.toUpperCase(),
    cluster,
    connector,
    headline: `${cluster}/${connector}: ${recovered ? `proven to run again after ${lasted}` : `${diagnosis.kind}, ${tasksOf(message)}`}`,
    dryRun,
    notes: [
      ...(dryRun ? ['Dry run: nothing was done to the connector.'] : []),
      ...(message.perhapsRepeated
        ? ['You may have been told this before: an earlier message was cut short, and perhaps went out.']
        : []),
    ],
    failed: recovered
      ? `Connector ${connector} of cluster ${cluster} has recovered. It had failed: ${where}.`
      : `Connector ${connector} of cluster ${cluster}: ${where}. At the last look it was ${stateOf(incident.health)}.`,
    since: recovered
      ? `${utc(incident.openedAt)} until ${utc(transition.at)}, ${lasted}`
      : `${utc(incident.openedAt)}, ${lasted} ago`,
    why: `${cut(line(diagnosis.summary), 1024)} (${[diagnosis.kind, diagnosis.oom?.variant, diagnosis.oom?.cause].filter((id) => id !== undefined).join(', ')})`,
    rootCause: cut(line(diagnosis.rootCause), 1200),
    done: [cut(line(transition.what), 2048), restartsOf(message)].filter((said) => said !== '').join(' '),
    next: cut(line(transition.next), 1024),
    remedies: recovered
      ? []
      : diagnosis.remedies.slice(0, 6).map(({ remedy, effect }) => cut(`${remedy}: ${line(effect)}`, 600)),
    evidence: recovered ? [] : diagnosis.evidence.slice(0, 8).map((fact) => cut(line(fact), 500)),
    command: recovered ? null : { purpose: purposeOf(message), command: commandFor(message) },
    muteUntil: recovered ? null : `${new Date(now + DAY_MS).toISOString().slice(0, -5)}Z`,
    trace: recovered ? '' : block(diagnosis.trace),
  }
}

function placesOf({ incident: { diagnosis } }: Message): string {
  const workers = diagnosis.workers.map(line)
  const on =
    workers.length > 0 ? ` on ${workers.length > 1 ? 'workers' : 'worker'} ${workers.join(', ')}` : ''
  if (diagnosis.tasks.length === 0) return `the connector itself${on}`
  const tasks = `${diagnosis.tasks.length > 1 ? 'tasks' : 'task'} ${ranges(diagnosis.tasks)}${on}`
  if (diagnosis.scope === 'worker') return `${tasks}, and none elsewhere`
  return diagnosis.scope === 'connector' ? `every task (${tasks})` : tasks
}

function tasksOf({ incident: { diagnosis } }: Message): string {
  if (diagnosis.tasks.length === 0) return 'connector'
  return `${diagnosis.tasks.length > 1 ? 'tasks' : 'task'} ${ranges(diagnosis.tasks)}`
}

/** Ascending ids as `0,2,5-9`. */
function ranges(ids: readonly number[]): string {
  const runs: { first: number; last: number }[] = []
  for (const id of ids) {
    const run = runs.at(-1)
    if (run !== undefined && id === run.last + 1) run.last = id
    else runs.push({ first: id, last: id })
  }
  return runs
    .map(({ first, last }) => (last - first < 2 ? [...new Set([first, last])].join(',') : `${first}-${last}`))
    .join(',')
}

function stateOf(health: Health): string {
  if (health.is === 'other') return `${cut(line(health.what), 256)} (since ${utc(health.since)})`
  return `${health.is.toUpperCase()} (since ${utc(health.since)})`
}

function restartsOf({ incident }: Message): string {
  const attempts = incident.attempts.filter(({ incidentOpenedAt }) => incidentOpenedAt === incident.openedAt)
  const latest = attempts.at(-1)
  if (latest === undefined) return ''
  const detail = latest.detail === '' ? '' : `: ${cut(line(latest.detail), 300)}`
  return `Restarts in this incident: ${attempts.length}; the latest at ${utc(latest.at)}, ${latest.result}${detail}.`
}

function purposeOf({ incident: { diagnosis } }: Message): string {
  if (diagnosis.kind === 'not-placed') return 'To see where its tasks are'
  return diagnosis.restart === 'useless' ? 'To restart it, once the cause is gone' : 'To restart it yourself'
}
