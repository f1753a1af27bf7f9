import { sanitizeLine, sanitizeText } from '../util/sanitize.ts'
import { truncateBytes } from '../util/truncate.ts'
import type { Message } from './message.ts'

/**
 * The message with all its untrusted text masked, on one line and bounded, so that what is made of it needs no more
 * care; lists keep what is best or latest. Only the trace stays long.
 */
export function sanitizeMessage(message: Message): Message {
  const { incident, transition } = message
  const { diagnosis, health } = incident
  // Without a name it is the cluster itself, so a name must not vanish.
  const connector = incident.connector === '' ? '' : name(incident.connector, 1024)
  return {
    ...message,
    incident: {
      ...incident,
      cluster: name(incident.cluster, 256),
      connector,
      diagnosis: {
        ...diagnosis,
        connector,
        workers: diagnosis.workers.slice(0, 32).map((worker) => short(worker, 128)),
        summary: short(diagnosis.summary, 1024),
        rootCause: short(diagnosis.rootCause, 1200),
        evidence: diagnosis.evidence.slice(0, 10).map((fact) => short(fact, 500)),
        remedies: diagnosis.remedies
          .slice(0, 10)
          .map(({ remedy, effect }) => ({ remedy, effect: short(effect, 500) })),
        trace: sanitizeText(diagnosis.trace),
      },
      health: health.is === 'other' ? { ...health, what: short(health.what, 256) } : health,
      attempts: incident.attempts
        .filter(({ incidentOpenedAt }) => incidentOpenedAt === incident.openedAt)
        .map((attempt) => ({ ...attempt, detail: short(attempt.detail, 250) })),
    },
    transition: { ...transition, what: short(transition.what, 2048), next: short(transition.next, 1024) },
  }
}

function short(text: string, maxBytes: number): string {
  return truncateBytes(sanitizeLine(text), maxBytes)
}

function name(text: string, maxBytes: number): string {
  return short(text, maxBytes) || '?'
}
