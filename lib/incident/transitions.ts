import type { Diagnosis } from '../domain/diagnosis.ts'
import {
  type Attempt,
  attemptsOfIncident,
  countsAgainstBudget,
  type Health,
  type Incident,
} from '../domain/incident.ts'
import type { ObservedHealth } from '../domain/observed-health.ts'
import type { OffsetPoint } from '../domain/offsets.ts'
import { DAY_MS } from '../util/time.ts'
import { enqueueTransition, type Words } from './outbox.ts'

/** Older attempts than the day's budget needs are dropped only beyond this many: an incident may last for weeks. */
const MAX_ATTEMPTS = 100

/**
 * The incident after an observation; undefined if there is none and nothing is wrong. The trace of `diagnosis` must be
 * masked already: it is stored.
 */
export function applyObservation(
  cluster: string,
  connector: string,
  incident: Incident | undefined,
  observed: ObservedHealth,
  now: number,
): Incident | undefined {
  if (observed.is !== 'failed') {
    return incident?.phase === 'recovered'
      ? incident
      : incident && { ...incident, health: nextHealth(incident, observed, now) }
  }
  const { diagnosis } = observed
  if (incident === undefined || incident.phase === 'recovered')
    return openIncident(cluster, connector, incident, diagnosis, now)
  const startedAt = startOfRun(incident)
  return {
    ...incident,
    diagnosis: startedAt === null ? nextDiagnosis(incident.diagnosis, diagnosis) : diagnosis,
    health: startedAt === null ? nextHealth(incident, observed, now) : { is: 'failed', since: now },
    timeToFailMs: startedAt === null ? incident.timeToFailMs : now - startedAt,
  }
}

/**
 * Why memory ran out is worked out once, when the failure is new: evidence is not asked for at every scan. While it
 * lasts, only where it failed may change, unless the connector that it died of is gone.
 */
function nextDiagnosis(known: Diagnosis, seen: Diagnosis): Diagnosis {
  const isSame =
    known.fingerprint === seen.fingerprint &&
    known.kind === seen.kind &&
    known.consequenceOf === seen.consequenceOf
  const { scope, tasks, workers } = seen
  return isSame && known.oom !== undefined ? { ...known, scope, tasks, workers } : seen
}

function openIncident(
  cluster: string,
  connector: string,
  former: Incident | undefined,
  diagnosis: Diagnosis,
  now: number,
): Incident {
  const closedAt = former?.closedAt ?? null
  // A failure within a day of the recovery reopens the incident; a day is also the window of the budget.
  const relapse = closedAt !== null && now - closedAt < DAY_MS
  return {
    cluster,
    connector,
    phase: 'open',
    openedAt: now,
    closedAt: null,
    relapse,
    diagnosis,
    health: { is: 'failed', since: now },
    // What was taken for a recovery was a run of that length: the next one has to be longer.
    timeToFailMs: relapse && former?.health.is === 'running' ? now - former.health.since : null,
    attempts: (former?.attempts ?? []).filter((attempt) => now - attempt.at < DAY_MS),
    failurePoint: null,
    // What people were not told of the former incident is overtaken by this one.
    outbox: [],
    transitions: 0,
  }
}

/** When the run that has now failed began; null if it has not run since the last failure, or was not seen to. */
function startOfRun(incident: Incident): number | null {
  if (incident.health.is === 'running') return incident.health.since
  // A restart may fail before the next scan sees it run; of one whose outcome is unknown that can't be said.
  const last = lastRestart(incident)
  return incident.health.is === 'failed' && last?.result === 'accepted' && last.at >= incident.health.since
    ? last.at
    : null
}

function lastRestart(incident: Incident): Attempt | undefined {
  return attemptsOfIncident(incident).filter(countsAgainstBudget).at(-1)
}

/** The health after an observation: `since` stays while it lasts; a run begins with the restart that brought it. */
function nextHealth(incident: Incident, observed: ObservedHealth, now: number): Health {
  const { health } = incident
  switch (observed.is) {
    case 'other':
      return health.is === 'other' && health.what === observed.what
        ? health
        : { is: 'other', since: now, what: observed.what }
    case 'running': {
      if (health.is === 'running') return health
      const last = lastRestart(incident)
      const began = health.is === 'failed' && last !== undefined && last.at >= health.since ? last.at : now
      return { is: 'running', since: began }
    }
    case 'failed':
      return health.is === 'failed' ? health : { is: 'failed', since: now }
  }
}

/** Claims a restart: to be stored before it is asked for. */
export function claimRestart(incident: Incident, words: Words, point: OffsetPoint, now: number): Incident {
  const attempt: Attempt = {
    at: now,
    incidentOpenedAt: incident.openedAt,
    kind: incident.diagnosis.kind,
    result: 'claimed',
    detail: '',
  }
  const acting = {
    ...incident,
    // An escalated incident stays so: the restart is only a probe, and a person is still needed.
    phase: incident.phase === 'escalated' ? ('escalated' as const) : ('acting' as const),
    attempts: [...incident.attempts, attempt].slice(-MAX_ATTEMPTS),
    failurePoint: point,
  }
  return enqueueTransition(acting, incident.transitions === 0 ? openingEvent(incident) : 'acted', words, now)
}

/** Writes down what came of the claimed restart, also in the message about it, which has not been sent yet. */
export function recordRestart(
  incident: Incident,
  result: Exclude<Attempt['result'], 'claimed'>,
  detail: string,
): Incident {
  const last = incident.attempts.at(-1)
  if (last === undefined) return incident
  const attempts = [...incident.attempts.slice(0, -1), { ...last, result, detail }]
  const told = incident.outbox.at(-1)
  if (told === undefined || told.at !== last.at || detail === '') return { ...incident, attempts }
  const rest = incident.outbox.slice(0, -1)
  // Nothing was done, so there is nothing to tell but that it failed.
  if (result === 'not-now' && told.event === 'acted') return { ...incident, attempts, outbox: rest }
  const isDone = result === 'accepted' || result === 'unknown'
  return {
    ...incident,
    attempts,
    outbox: [...rest, { ...told, action: isDone ? `${told.action} ${detail}` : detail }],
  }
}

/** People are told of a new incident for which nothing is done yet; of a known one they have been told. */
export function announceIncident(incident: Incident, words: Words, now: number): Incident {
  return incident.transitions === 0
    ? enqueueTransition(incident, openingEvent(incident), words, now)
    : incident
}

export function proposeRestart(incident: Incident, words: Words, now: number): Incident {
  return incident.transitions === 0 ? enqueueTransition(incident, 'proposed', words, now) : incident
}

export function escalateIncident(incident: Incident, words: Words, now: number): Incident {
  return incident.phase === 'escalated'
    ? incident
    : enqueueTransition({ ...incident, phase: 'escalated' }, 'escalated', words, now)
}

/** Closes the incident; people hear of it only if they heard of the trouble. */
export function closeIncident(incident: Incident, words: Words, now: number): Incident {
  const recovered: Incident = { ...incident, phase: 'recovered', closedAt: now }
  return incident.transitions === 0 ? recovered : enqueueTransition(recovered, 'recovered', words, now)
}

function openingEvent(incident: Incident): 'opened' | 'reopened' {
  return incident.relapse ? 'reopened' : 'opened'
}
