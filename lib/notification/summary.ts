import type { Diagnosis } from '../domain/diagnosis.ts'
import type { Health, Incident } from '../domain/incident.ts'
import { pluralize } from '../util/quantity.ts'
import { formatRanges } from '../util/text.ts'
import { DAY_MS, formatDuration, formatUtc } from '../util/time.ts'
import { truncateBytes } from '../util/truncate.ts'
import type { Command } from './command.ts'
import type { Message } from './message.ts'

/** A message in words, for whoever arranges it: mail, chat, SMS. */
export interface Summary {
  readonly event: string
  readonly cluster: string
  readonly connector: string
  /** Such as `prod/s3-orders`; the cluster alone if the trouble is its own. */
  readonly subject: string
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
  /** Null if there is nothing left to do. */
  readonly command: Command | null
  /** ISO 8601, a day from now; null if there is nothing left to silence. */
  readonly muteUntil: string | null
  /** Whole: whoever shows it cuts it. */
  readonly trace: string
}

/** @param message with clean and bounded text. */
export function summarize(message: Message, command: Command, now: number): Summary {
  const { incident, transition, dryRun, perhapsRepeated } = message
  const { cluster, connector, diagnosis } = incident
  const subject = connector === '' ? cluster : `${cluster}/${connector}`
  const told = {
    event: transition.event.toUpperCase(),
    cluster,
    connector,
    subject,
    dryRun,
    notes: [
      ...(dryRun ? ['Dry run: nothing was done.'] : []),
      ...(perhapsRepeated
        ? ['You may have been told this before: an earlier message was cut short, and perhaps went out.']
        : []),
    ],
    why: `${diagnosis.summary} (${[diagnosis.kind, ...verdictOf(diagnosis)].join(', ')})`,
    rootCause: diagnosis.rootCause,
    done: [transition.what, ...restartsOf(incident)].join(' '),
    next: transition.next,
  }
  const where = truncateBytes(placesOf(incident), 1024)
  if (transition.event === 'recovered') {
    const lasted = formatDuration(transition.at - incident.openedAt)
    return {
      ...told,
      headline: `${subject}: proven to work again after ${lasted}`,
      failed: `${where} had failed, and works again.`,
      since: `${formatUtc(incident.openedAt)} until ${formatUtc(transition.at)}, ${lasted}`,
      remedies: [],
      evidence: [],
      command: null,
      muteUntil: null,
      trace: '',
    }
  }
  return {
    ...told,
    headline: `${subject}: ${[diagnosis.kind, ...tasksOf(diagnosis)].join(', ')}`,
    failed: `${where}. At the last look: ${stateOf(incident.health)}.`,
    since: `${formatUtc(incident.openedAt)}, ${formatDuration(now - incident.openedAt)} ago`,
    remedies: diagnosis.remedies.map(({ remedy, effect }) => `${remedy}: ${effect}`),
    evidence: diagnosis.evidence,
    command,
    muteUntil: connector === '' ? null : `${new Date(now + DAY_MS).toISOString().slice(0, -5)}Z`,
    trace: diagnosis.trace,
  }
}

function verdictOf({ oom }: Diagnosis): readonly string[] {
  return oom === undefined ? [] : [oom.variant, oom.cause]
}

/** Such as `Connector s3-orders of cluster prod, tasks 0,2 on worker 10.0.0.1:8083`. */
function placesOf({ cluster, connector, diagnosis }: Incident): string {
  if (connector === '') return `Kafka Connect cluster ${cluster}`
  const { scope, tasks, workers } = diagnosis
  const [what = 'the connector itself'] = tasksOf(diagnosis)
  const on = workers.length > 0 ? ` on ${pluralize(workers.length, 'worker')} ${workers.join(', ')}` : ''
  return [
    `Connector ${truncateBytes(connector, 400)} of cluster ${cluster}`,
    `${what}${scope === 'connector' && tasks.length > 1 ? ' (all of them)' : ''}${on}`,
    ...(scope === 'worker' ? ['and on no other worker'] : []),
  ].join(', ')
}

function tasksOf({ tasks }: Diagnosis): string[] {
  return tasks.length === 0
    ? []
    : [`${pluralize(tasks.length, 'task')} ${truncateBytes(formatRanges(tasks), 300)}`]
}

function stateOf(health: Health): string {
  return `${health.is === 'other' ? health.what : health.is.toUpperCase()} (since ${formatUtc(health.since)})`
}

function restartsOf({ attempts }: Incident): string[] {
  const latest = attempts.at(-1)
  if (latest === undefined) return []
  const result = latest.detail === '' ? latest.result : `${latest.result}: ${latest.detail}`
  return [`Restarts in this incident: ${attempts.length}; the latest at ${formatUtc(latest.at)}, ${result}.`]
}
