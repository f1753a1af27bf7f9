import type { Decision } from '../domain/decision.ts'
import { type Attempt, attemptsOfIncident, countsAgainstBudget, type Incident } from '../domain/incident.ts'
import type { Policy } from '../domain/policy.ts'
import { DAY_MS, formatDuration, formatUtc } from '../util/time.ts'
import { backoffMs } from './backoff.ts'
import type { PolicyInput } from './input.ts'
import { provingTimeMs } from './recovery.ts'

/** Tasks that die so soon after a restart, in milliseconds, have met an outage; those that run longer wear themselves out. */
const OUTAGE_FAILS_WITHIN_MS = 3 * 60_000

interface Reason {
  readonly action: string
  readonly next: string
}

/** What one connector needs, were it alone in the cluster; null: nothing. */
export function evaluateConnector(incident: Incident, facts: PolicyInput): Decision | null {
  const { connector, health } = incident
  const policy = facts.policyOf(connector)
  if (health.is === 'running') {
    return facts.now - health.since >= provingTimeMs(incident, policy) ? { do: 'verify', connector } : null
  }
  if (health.is === 'other') {
    return { do: 'leave', connector, action: `It is ${health.what}.`, next: 'It is left alone while it is.' }
  }
  // People are told of the connector that it died of; when that one runs again, it stands for itself.
  if (incident.diagnosis.consequenceOf !== undefined) return null
  const hopeless = beyondRestart(incident, facts)
  if (hopeless !== null) return { do: 'escalate', connector, ...hopeless }
  if (policy.restart === 'off') {
    return {
      do: 'leave',
      connector,
      action: 'Nothing: its policy is restart: off.',
      next: 'You hear of it again when it has recovered.',
    }
  }
  const used = attemptsOfIncident(incident).filter(countsAgainstBudget)
  const exhausted = outOfBudget(incident, used, policy, facts.now)
  const probing = isOutage(incident, policy)
  if (exhausted !== null && !(probing && incident.phase === 'escalated')) {
    const next = probing
      ? `In case the other side comes back, it is tried again every ${formatDuration(policy.maxBackoffMs)}, at most ${policy.restartsPerDay} times a day.`
      : 'It is not restarted again before a person has looked at it.'
    return { do: 'escalate', connector, action: exhausted, next }
  }
  const at = dueAt(incident, used, policy)
  if (facts.now < at) {
    return {
      do: 'wait',
      connector,
      action: waiting(incident, used),
      next: `Its failed tasks are restarted at ${formatUtc(at)}.`,
    }
  }
  const today = withinDay(incident.attempts, facts.now)
  if (today.length >= policy.restartsPerDay) {
    const free = (today[0]?.at ?? facts.now) + DAY_MS
    const action = `It was restarted ${today.length} times in 24 hours, as often as its policy allows.`
    return { do: 'escalate', connector, action, next: `It is not restarted again before ${formatUtc(free)}.` }
  }
  const number = used.length + 1
  const count =
    exhausted === null ? `restart ${number} of at most ${allowance(incident, policy)}` : 'one more try'
  const next = afterThis(incident, number, policy)
  return facts.governor.dryRun || policy.restart === 'propose'
    ? {
        do: 'propose',
        connector,
        action: `Nothing; it would restart the failed tasks now (${count}).`,
        next: 'You decide.',
      }
    : { do: 'restart', connector, action: `Restarted the failed tasks (${count}).`, next }
}

/** Why no restart is even tried; null if one may be. */
function beyondRestart(incident: Incident, { isAddressable }: PolicyInput): Reason | null {
  const { diagnosis, connector } = incident
  if (!isAddressable(connector)) {
    return {
      action:
        'Nothing: its name can be listed, but not addressed in the REST API, so that it can be neither restarted nor changed from outside.',
      next: 'Recreate it under a name without slashes.',
    }
  }
  const needsPerson = 'It is not restarted; it needs a person.'
  if (diagnosis.restartReaches !== 'failed-tasks') {
    return { action: 'Nothing: a restart of failed tasks does not touch that.', next: needsPerson }
  }
  return diagnosis.restart === 'useless' && !diagnosis.probe
    ? { action: 'Nothing: a restart would fail again.', next: needsPerson }
    : null
}

/** How many restarts the kind of failure is worth in one incident. */
function allowance({ diagnosis }: Incident, { restartsPerIncident }: Policy): number {
  return Math.min(diagnosis.maxRestarts ?? restartsPerIncident, restartsPerIncident)
}

function outOfBudget(
  incident: Incident,
  used: readonly Attempt[],
  policy: Policy,
  now: number,
): string | null {
  const { diagnosis } = incident
  const refused = used.filter(({ result }) => result === 'refused')
  if (refused.length >= MAX_REFUSED) {
    return `A restart was asked for ${times(refused.length)}, and refused. ${refused.at(-1)?.detail ?? ''}`
  }
  const allowed = allowance(incident, policy)
  // A restart that was meant for another kind of failure tells nothing about this one.
  const spent = diagnosis.restart === 'helps' ? used : used.filter(({ kind }) => kind === diagnosis.kind)
  if (spent.length < allowed && used.length < policy.restartsPerIncident) return null
  if (used.length === 0) return 'Its policy allows no restart.'
  const tookMs = incident.timeToFailMs
  const took = tookMs === null ? '' : `, the last time after ${formatDuration(tookMs)}`
  return `It was restarted ${times(used.length)} in ${formatDuration(now - incident.openedAt)} and failed again${took}.`
}

/** What was refused so often, for want of permission say, will be refused again. */
const MAX_REFUSED = 2

function times(count: number): string {
  return count === 1 ? 'once' : `${count} times`
}

/**
 * Whether an escalated incident may be tried on: only what is gone when the other side is back, and only if the tasks
 * die at once. What wears itself out for minutes must not be restarted all day.
 */
function isOutage({ diagnosis, timeToFailMs }: Incident, policy: Policy): boolean {
  return (
    policy.restartsPerIncident > 0 &&
    diagnosis.restart === 'helps' &&
    timeToFailMs !== null &&
    timeToFailMs <= OUTAGE_FAILS_WITHIN_MS
  )
}

function dueAt(incident: Incident, used: readonly Attempt[], policy: Policy): number {
  const settled = incident.health.since + incident.diagnosis.minRestartDelayMs
  const last = used.at(-1)
  if (last === undefined) return settled
  const pause = backoffMs(used.length, policy, `${incident.cluster}/${incident.connector}`)
  return Math.max(settled, last.at + pause)
}

function waiting(incident: Incident, used: readonly Attempt[]): string {
  return used.length === 0
    ? `Nothing yet: a restart at once would meet the same trouble, which takes ${formatDuration(incident.diagnosis.minRestartDelayMs)} to pass.`
    : `It failed again after restart ${used.length}.`
}

function afterThis(incident: Incident, number: number, policy: Policy): string {
  if (number === allowance(incident, policy)) return 'If it fails again, a person is called.'
  const pause = backoffMs(number, policy, `${incident.cluster}/${incident.connector}`)
  return `If it fails again, the next restart comes ${formatDuration(pause)} later.`
}

function withinDay(attempts: readonly Attempt[], now: number): readonly Attempt[] {
  return attempts.filter((attempt) => countsAgainstBudget(attempt) && now - attempt.at < DAY_MS)
}
