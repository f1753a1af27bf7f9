import { truncateLines } from '../../util/truncate.ts'
import type { Message } from '../message.ts'
import { SEVERITY } from '../severity.ts'

// Twice in the message (sqs, lambda) and escaped once more in it: 4 × 48 KiB of the 256 that SNS takes.
const MAX_BYTES = 48 * 1024
const TRACE_BYTES = 16 * 1024

/** A second message with the same id tells the same. */
export function messageId({ incident, transition }: Message): string {
  return `${incident.cluster}/${incident.connector}/${incident.openedAt}/${transition.number}`
}

/**
 * What programs get, as JSON text of at most 48 KiB; the shape is in docs/messages.md.
 * @param message with clean and bounded text.
 */
export function renderJson(message: Message): string {
  const { incident, transition } = message
  const { diagnosis } = incident
  const told = {
    version: 1,
    id: messageId(message),
    event: transition.event,
    severity: SEVERITY[transition.event],
    at: iso(transition.at),
    cluster: incident.cluster,
    connector: incident.connector,
    kind: diagnosis.kind,
    restart: diagnosis.restart,
    ...(diagnosis.oom === undefined ? {} : { oom: diagnosis.oom }),
    scope: diagnosis.scope,
    tasks: diagnosis.tasks.slice(0, 500),
    workers: diagnosis.workers,
    summary: diagnosis.summary,
    rootCause: diagnosis.rootCause,
    evidence: diagnosis.evidence,
    remedies: diagnosis.remedies,
    since: iso(incident.openedAt),
    attempts: incident.attempts.slice(-10).map(({ at, result, detail }) => ({ at: iso(at), result, detail })),
    what: transition.what,
    next: transition.next,
    dryRun: message.dryRun,
    perhapsRepeated: message.perhapsRepeated,
  }
  const left = MAX_BYTES - Buffer.byteLength(JSON.stringify({ ...told, trace: '' }))
  return JSON.stringify({ ...told, trace: truncateLines(diagnosis.trace, Math.min(TRACE_BYTES, left)) })
}

const iso = (at: number) => new Date(at).toISOString()
