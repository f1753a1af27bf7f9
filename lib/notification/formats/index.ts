import { commandFor } from '../command.ts'
import type { Message } from '../message.ts'
import { cleaned } from '../sanitize-message.ts'
import { SEVERITY } from '../severity.ts'
import { story } from '../summary.ts'
import { chat } from './chat.ts'
import { mail } from './email.ts'
import { json, messageId } from './json.ts'
import { sms, subject } from './sms.ts'

/** A message as SNS takes it: one publish, and each protocol gets its own text. */
export interface Rendered {
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
export function render(message: Message, now: number): Rendered {
  const clean = cleaned(message)
  const { incident, transition } = clean
  const told = story(clean, commandFor(message), now)
  const severity = SEVERITY[transition.event]
  const data = json(clean)
  return {
    subject: subject(told),
    bodies: {
      default: mail(told, severity),
      sms: sms(told),
      https: chat(told, transition.event, messageId(clean)),
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
