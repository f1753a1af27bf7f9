import type { Diagnosis } from '../domain/diagnosis.ts'
import type { Health, Incident } from '../domain/incident.ts'
import { pluralize } from '../util/quantity.ts'
import { formatRanges } from '../util/text.ts'
import { DAY_MS, formatDuration, formatUtc } from '../util/time.ts'
import { truncateBytes } from '../util/truncate.ts'
import type { Command } from './command.ts'
import {
  type ClusterMessage,
  clusterOf,
  connectorOf,
  eventOf,
  type GroupMessage,
  type IncidentMessage,
  type Message,
  type RiskMessage,
} from './message.ts'

/** A message in words, for whoever arranges it: mail, chat, SMS. */
export interface Summary {
  /** Such as `ESCALATED`. */
  readonly event: string
  readonly cluster: string
  /** Null: it is not about one connector. */
  readonly connector: string | null
  /** Such as `prod/s3-orders`; the cluster alone if it is not about one connector. */
  readonly subject: string
  /** Such as `prod/s3-orders: out-of-memory, tasks 0,2`. */
  readonly headline: string
  /** What failed, or may fail, and where. */
  readonly failed: string
  readonly since: string
  readonly why: string
  /** The line of the trace, or the error, that it comes down to; empty: there is none. */
  readonly rootCause: string
  /** What was done, or why nothing is. */
  readonly action: string
  readonly next: string
  /** Best first. */
  readonly remedies: readonly string[]
  readonly evidence: readonly string[]
  /** Null if there is nothing left to do. */
  readonly command: Command | null
  /** ISO 8601, a day from now; null if there is nothing to mute. */
  readonly muteUntil: string | null
  /** Whole: whoever shows it cuts it. */
  readonly trace: string
}

/** What differs with what the message is about. */
type Body = Omit<Summary, 'event' | 'cluster' | 'connector' | 'subject' | 'command' | 'muteUntil'>

/**
 * @param message with sanitized text
 * @param command what a person may do next
 */
export function summarize(message: Message, command: Command, now: number): Summary {
  const [cluster, connector, event] = [clusterOf(message), connectorOf(message), eventOf(message)]
  const subject = connector === null ? cluster : `${cluster}/${connector}`
  const isOver = event === 'recovered'
  const body = bodyOf(message, subject, now)
  return {
    ...body,
    ...(isOver ? { remedies: [], evidence: [], trace: '' } : {}),
    event: event.toUpperCase(),
    cluster,
    connector,
    subject,
    command: isOver ? null : command,
    muteUntil: isOver || connector === null ? null : `${new Date(now + DAY_MS).toISOString().slice(0, -5)}Z`,
  }
}

function bodyOf(message: Message, subject: string, now: number): Body {
  switch (message.about) {
    case 'incident':
      return bodyOfIncident(message, subject, now)
    case 'group':
      return bodyOfGroup(message, subject, now)
    case 'risk':
      return bodyOfRisk(message, subject)
    case 'cluster':
      return bodyOfCluster(message, subject, now)
  }
}

function bodyOfIncident({ incident, transition }: IncidentMessage, subject: string, now: number): Body {
  const { diagnosis, openedAt, health } = incident
  const isOver = transition.event === 'recovered'
  const lasted = formatDuration((isOver ? transition.at : now) - openedAt)
  const where = truncateBytes(placeOf(incident), 1024)
  return {
    headline: isOver
      ? `${subject}: proven to work again after ${lasted}`
      : `${subject}: ${[diagnosis.kind, ...tasksOf(diagnosis)].join(', ')}`,
    failed: isOver
      ? `${where} had failed, and works again.`
      : `${where}. At the last scan: ${stateOf(health)}.`,
    since: isOver ? periodOf(openedAt, transition.at) : `${formatUtc(openedAt)}, ${lasted} ago`,
    why: whyOf(diagnosis),
    rootCause: diagnosis.rootCause,
    action: [transition.action, ...restartsOf(incident)].join(' '),
    next: transition.next,
    remedies: remediesOf(diagnosis),
    evidence: diagnosis.evidence,
    trace: diagnosis.trace,
  }
}

/** Names of connectors that a message of a group has room for. */
const MAX_NAMED = 20

function bodyOfGroup({ incidents, transition }: GroupMessage, subject: string, now: number): Body {
  const [first] = incidents
  const { diagnosis } = first
  const openedAt = Math.min(...incidents.map((incident) => incident.openedAt))
  const isOver = transition.event === 'recovered'
  const named = incidents.slice(0, MAX_NAMED).map(({ connector }) => truncateBytes(connector, 100))
  const rest = incidents.length - named.length
  const count = `${incidents.length} ${pluralize(incidents.length, 'connector')}`
  const lasted = formatDuration((isOver ? transition.at : now) - openedAt)
  return {
    headline: isOver
      ? `${subject}: ${count} proven to work again after ${lasted}`
      : `${subject}: ${diagnosis.kind}, ${count}`,
    failed: `${count}: ${named.join(', ')}${rest > 0 ? ` and ${rest} more` : ''}.`,
    since: isOver ? periodOf(openedAt, transition.at) : `${formatUtc(openedAt)}, ${lasted} ago`,
    why: `All of one cause. ${whyOf(diagnosis)}`,
    rootCause: diagnosis.rootCause,
    action: transition.action,
    next: transition.next,
    remedies: remediesOf(diagnosis),
    evidence: diagnosis.evidence,
    trace: diagnosis.trace,
  }
}

function bodyOfRisk({ cluster, risk, at }: RiskMessage, subject: string): Body {
  return {
    headline: `${subject}: may run out of heap`,
    failed: `Nothing yet: connector ${truncateBytes(risk.connector, 400)} of cluster ${cluster} is running.`,
    since: formatUtc(at),
    why: risk.summary,
    rootCause: '',
    action: 'Nothing: it is running.',
    next: 'You will hear of it again if the risk changes, or if the connector fails.',
    remedies: remediesOf(risk),
    evidence: [],
    trace: '',
  }
}

function bodyOfCluster({ incident, transition }: ClusterMessage, subject: string, now: number): Body {
  const { cluster, problem, openedAt } = incident
  const isOver = transition.event === 'recovered'
  const lasted = formatDuration((isOver ? transition.at : now) - openedAt)
  return {
    headline: isOver
      ? `${subject}: can be read again after ${lasted}`
      : `${subject}: can’t be read, ${problem.kind}`,
    failed: isOver
      ? `Kafka Connect cluster ${cluster} could not be read, and can be again.`
      : `Kafka Connect cluster ${cluster} can’t be read: nothing is known about its connectors.`,
    since: isOver ? periodOf(openedAt, transition.at) : `${formatUtc(openedAt)}, ${lasted} ago`,
    why: `The last scan failed (${problem.kind}).`,
    rootCause: problem.reason,
    action: transition.action,
    next: transition.next,
    remedies: remediesOf({ remedies: [problem.remedy] }),
    evidence: [],
    trace: '',
  }
}

function periodOf(from: number, to: number): string {
  return `${formatUtc(from)} until ${formatUtc(to)}, ${formatDuration(to - from)}`
}

function whyOf({ summary, kind, oom }: Diagnosis): string {
  return `${summary} (${[kind, ...(oom === undefined ? [] : [oom.variant, oom.cause])].join(', ')})`
}

function remediesOf({ remedies }: Pick<Diagnosis, 'remedies'>): readonly string[] {
  return remedies.map(({ remedy, effect }) => `${remedy}: ${effect}`)
}

/** Such as `Connector s3-orders of cluster prod, tasks 0,2 on worker 10.0.0.1:8083`. */
function placeOf({ cluster, connector, diagnosis }: Incident): string {
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
