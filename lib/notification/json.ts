import { block, line } from './clean.ts'
import { cut, cutLines } from './cut.ts'
import type { Message } from './message.ts'
import { SEVERITY } from './severity.ts'

// Twice in the message (sqs, lambda) and escaped once more in it: 4 × 48 KiB of the 256 that SNS takes.
const MAX_BYTES = 48 * 1024
const TRACE_BYTES = 16 * 1024

/** The number of a message: a second one with the same id tells the same. */
export function messageId({ incident, transition }: Message): string {
  return cut(
    line(`${incident.cluster}/${incident.connector}/${incident.openedAt}/${transition.number}`),
    1400,
  )
}

/** What programs get, as JSON text of at most 48 KiB: the shape is in docs/messages.md. Lists are cut, ids never. */
export function json(message: Message): string {
  const { incident, transition } = message
  const { diagnosis } = incident
  const told = {
    version: 1,
    id: messageId(message),
    event: transition.event,
    severity: SEVERITY[transition.event],
    at: iso(transition.at),
    cluster: cut(line(incident.cluster), 256),
    connector: cut(line(incident.connector), 1024),
    kind: diagnosis.kind,
    restart: diagnosis.restart,
    ...(diagnosis.oom === undefined ? {} : { oom: diagnosis.oom }),
    scope: diagnosis.scope,
    tasks: diagnosis.tasks.slice(0, 500),
    workers: diagnosis.workers.slice(0, 32).map((worker) => cut(line(worker), 128)),
    summary: cut(line(diagnosis.summary), 1024),
    rootCause: cut(line(diagnosis.rootCause), 1200),
    evidence: diagnosis.evidence.slice(0, 10).map((fact) => cut(line(fact), 500)),
    remedies: diagnosis.remedies
      .slice(0, 10)
      .map(({ remedy, effect }) => ({ remedy, effect: cut(line(effect), 500) })),
    since: iso(incident.openedAt),
    attempts: incident.attempts
      .filter(({ incidentOpenedAt }) => incidentOpenedAt === incident.openedAt)
      .slice(-10)
      .map(({ at, result, detail }) => ({ at: iso(at), result, detail: cut(line(detail), 250) })),
    what: cut(line(transition.what), 2048),
    next: cut(line(transition.next), 1024),
    dryRun: message.dryRun,
    perhapsRepeated: message.perhapsRepeated,
  }
  const left = MAX_BYTES - Buffer.byteLength(JSON.stringify({ ...told, trace: '' }))
  return JSON.stringify({ ...told, trace: cutLines(block(diagnosis.trace), Math.min(TRACE_BYTES, left)) })
}

const iso = (at: number) => new Date(at).toISOString()
