import type { ClusterIncident } from '../domain/cluster-incident.ts'
import type { Diagnosis, Remedy } from '../domain/diagnosis.ts'
import type { Incident, Transition } from '../domain/incident.ts'
import type { Risk } from '../domain/risk.ts'
import { sanitizeLine, sanitizeText } from '../util/sanitize.ts'
import { truncateBytes } from '../util/truncate.ts'
import type { Message } from './message.ts'

/**
 * The message with all its untrusted text masked, on one line and bounded, so that what is made of it needs no more
 * care; lists keep what is best or latest. Only the trace stays long.
 */
export function sanitizeMessage(message: Message): Message {
  switch (message.about) {
    case 'incident':
      return {
        ...message,
        incident: sanitizeIncident(message.incident),
        transition: sanitizeTransition(message.transition),
      }
    case 'group': {
      const [first, ...others] = message.incidents
      return {
        ...message,
        cluster: sanitizeName(message.cluster, 256),
        incidents: [sanitizeIncident(first), ...others.map(sanitizeIncident)],
        transition: sanitizeTransition(message.transition),
      }
    }
    case 'risk':
      return {
        ...message,
        cluster: sanitizeName(message.cluster, 256),
        risk: sanitizeRisk(message.risk),
      }
    case 'cluster':
      return {
        ...message,
        incident: sanitizeClusterIncident(message.incident),
        transition: sanitizeTransition(message.transition),
      }
  }
}

function sanitizeIncident(incident: Incident): Incident {
  const { diagnosis, health, attempts, openedAt } = incident
  const connector = sanitizeName(incident.connector, 1024)
  return {
    ...incident,
    cluster: sanitizeName(incident.cluster, 256),
    connector,
    diagnosis: sanitizeDiagnosis(diagnosis, connector),
    health: health.is === 'other' ? { ...health, what: short(health.what, 256) } : health,
    attempts: attempts
      .filter(({ incidentOpenedAt }) => incidentOpenedAt === openedAt)
      .map((attempt) => ({ ...attempt, detail: short(attempt.detail, 250) })),
  }
}

function sanitizeDiagnosis(diagnosis: Diagnosis, connector: string): Diagnosis {
  return {
    ...diagnosis,
    connector,
    workers: diagnosis.workers.slice(0, 32).map((worker) => short(worker, 128)),
    summary: short(diagnosis.summary, 1024),
    rootCause: short(diagnosis.rootCause, 1200),
    evidence: diagnosis.evidence.slice(0, 10).map((fact) => short(fact, 500)),
    remedies: diagnosis.remedies.slice(0, 10).map(sanitizeRemedy),
    trace: sanitizeText(diagnosis.trace),
  }
}

function sanitizeRisk(risk: Risk): Risk {
  return {
    ...risk,
    connector: sanitizeName(risk.connector, 1024),
    worker: short(risk.worker, 128),
    summary: short(risk.summary, 1024),
    remedies: risk.remedies.slice(0, 10).map(sanitizeRemedy),
  }
}

function sanitizeClusterIncident(incident: ClusterIncident): ClusterIncident {
  const { problem } = incident
  return {
    ...incident,
    cluster: sanitizeName(incident.cluster, 256),
    problem: { ...problem, reason: short(problem.reason, 1200), remedy: sanitizeRemedy(problem.remedy) },
  }
}

function sanitizeTransition(transition: Transition): Transition {
  return { ...transition, action: short(transition.action, 2048), next: short(transition.next, 1024) }
}

function sanitizeRemedy({ remedy, effect }: Remedy): Remedy {
  return { remedy, effect: short(effect, 500) }
}

function short(text: string, maxBytes: number): string {
  return truncateBytes(sanitizeLine(text), maxBytes)
}

/** A name must not vanish. */
function sanitizeName(text: string, maxBytes: number): string {
  return short(text, maxBytes) || '?'
}
