import { suggestCommand } from '../command.ts'
import type { Message } from '../message.ts'
import { sanitizeMessage } from '../sanitize-message.ts'
import { SEVERITY } from '../severity.ts'
import { summarize } from '../summary.ts'
import { renderChat } from './chat.ts'
import { renderEmail } from './email.ts'
import { messageId, renderJson } from './json.ts'
import { renderSms, renderSubject } from './sms.ts'

/** A message as SNS takes it: one publish, and each protocol gets its own text. */
export interface RenderedMessage {
  /** Of mails; printable ASCII, at most 99 characters. */
  readonly subject: string
  /** With MessageStructure `json`. As JSON, and with the attributes, at most 262,144 bytes. */
  readonly bodies: {
    /** Plain text, for mail and all that have no text of their own. */
    readonly default: string
    readonly sms: string
    /** The custom schema of Amazon Q Developer in chat applications. */
    readonly https: string
    readonly sqs: string
    readonly lambda: string
  }
  /** Strings for filter policies; none is empty. */
  readonly attributes: {
    readonly severity: string
    readonly cluster: string
    readonly connector: string
    readonly event: string
    readonly kind: string
  }
}

/** What people and programs are told. Secrets are masked, and untrusted text can forge no line, link or command. */
export function renderMessage(message: Message, now: number): RenderedMessage {
  const clean = sanitizeMessage(message)
  const { incident, transition } = clean
  const told = summarize(clean, suggestCommand(message), now)
  const severity = SEVERITY[transition.event]
  const data = renderJson(clean)
  return {
    subject: renderSubject(told),
    bodies: {
      default: renderEmail(told, severity),
      sms: renderSms(told),
      https: renderChat(told, transition.event, messageId(clean)),
      sqs: data,
      lambda: data,
    },
    attributes: {
      severity,
      cluster: incident.cluster,
      // SNS refuses an empty value; only the cluster's own trouble has no connector.
      connector: incident.connector || '-',
      event: transition.event,
      kind: incident.diagnosis.kind,
    },
  }
}
