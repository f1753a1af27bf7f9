import type { Diagnosis } from '../../domain/diagnosis.ts'
import { truncateLines } from '../../util/truncate.ts'
import { clusterOf, connectorOf, eventOf, kindOf, type Message, messageId } from '../message.ts'
import type { Format } from './format.ts'

/**
 * Twice in a message (SQS, Lambda) and escaped once more in it: 4 × 48 KiB of the 256 KB that SNS takes
 * (docs.aws.amazon.com/sns/latest/api/API_Publish.html).
 */
const MAX_BYTES = 48 * 1024
const MAX_TRACE_BYTES = 16 * 1024
const MAX_TASKS = 500
const MAX_ATTEMPTS = 10
const MAX_CONNECTORS = 20

/** What programs get; the shape is in docs/messages.md. Fields are added, none is renamed. */
export const json: Format = {
  maxBytes: MAX_BYTES,
  // The fields that say so.
  caveats: { dryRun: 'dryRun', perhapsRepeated: 'perhapsRepeated' },
  render: ({ message, severity }, caveats) => {
    const told = {
      version: 1,
      id: messageId(message),
      about: message.about,
      event: eventOf(message),
      severity,
      cluster: clusterOf(message),
      // Empty rather than null: version 1 has a text here.
      connector: connectorOf(message) ?? '',
      kind: kindOf(message),
      ...detailsOf(message),
      dryRun: caveats.includes('dryRun'),
      perhapsRepeated: caveats.includes('perhapsRepeated'),
    }
    const left = MAX_BYTES - Buffer.byteLength(JSON.stringify({ ...told, trace: '' }))
    return JSON.stringify({
      ...told,
      trace: truncateLines(traceOf(message), Math.min(MAX_TRACE_BYTES, left)),
    })
  },
}

function detailsOf(message: Message): Readonly<Record<string, unknown>> {
  switch (message.about) {
    case 'incident': {
      const { incident, transition } = message
      return {
        ...diagnosisFields(incident.diagnosis),
        at: iso(transition.at),
        since: iso(incident.openedAt),
        attempts: incident.attempts
          .slice(-MAX_ATTEMPTS)
          .map(({ at, result, detail }) => ({ at: iso(at), result, detail })),
        what: transition.action,
        next: transition.next,
      }
    }
    case 'group': {
      const { incidents, transition } = message
      return {
        ...diagnosisFields(incidents[0].diagnosis),
        at: iso(transition.at),
        since: iso(Math.min(...incidents.map(({ openedAt }) => openedAt))),
        connectors: incidents.slice(0, MAX_CONNECTORS).map(({ connector, phase }) => ({ connector, phase })),
        what: transition.action,
        next: transition.next,
      }
    }
    case 'risk': {
      const { risk, at } = message
      const { worker, when, fit, summary, bytes, remedies } = risk
      return { at: iso(at), since: iso(at), workers: [worker], when, fit, summary, bytes, remedies }
    }
    case 'cluster': {
      const { incident, transition } = message
      const { reason, remedy } = incident.problem
      return {
        at: iso(transition.at),
        since: iso(incident.openedAt),
        rootCause: reason,
        remedies: [remedy],
        what: transition.action,
        next: transition.next,
      }
    }
  }
}

function diagnosisFields(diagnosis: Diagnosis): Readonly<Record<string, unknown>> {
  const { rule, restart, oom, scope, tasks, workers, summary, rootCause, evidence, remedies } = diagnosis
  return {
    rule,
    restart,
    ...(oom === undefined ? {} : { oom }),
    scope,
    tasks: tasks.slice(0, MAX_TASKS),
    workers,
    summary,
    rootCause,
    evidence,
    remedies,
  }
}

function traceOf(message: Message): string {
  switch (message.about) {
    case 'incident':
      return message.incident.diagnosis.trace
    case 'group':
      return message.incidents[0].diagnosis.trace
    case 'risk':
    case 'cluster':
      return ''
  }
}

const iso = (at: number) => new Date(at).toISOString()
