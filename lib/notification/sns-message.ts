import { type FormatName, renderNotification, toNotification } from './formats/index.ts'
import { clusterOf, connectorOf, eventOf, kindOf, type Message } from './message.ts'

/** One publish, from which each protocol gets its own text. */
export interface SnsMessage {
  readonly subject: string
  /** With MessageStructure `json`. As JSON, and with the attributes, at most 262,144 bytes. */
  readonly bodies: {
    /** For mail, and for all protocols that have no text of their own. */
    readonly default: string
    readonly sms: string
    /** Amazon Q Developer in chat applications subscribes so. */
    readonly https: string
    readonly sqs: string
    readonly lambda: string
  }
  /** Strings for filter policies; SNS refuses an empty one. */
  readonly attributes: {
    readonly severity: string
    readonly cluster: string
    readonly connector: string
    readonly event: string
    readonly kind: string
  }
}

export function toSnsMessage(message: Message, now: number): SnsMessage {
  const notification = toNotification(message, now)
  const render = (format: FormatName) => renderNotification(notification, format)
  const forPrograms = render('json')
  return {
    subject: render('subject'),
    bodies: {
      default: render('email'),
      sms: render('sms'),
      https: render('chat'),
      sqs: forPrograms,
      lambda: forPrograms,
    },
    attributes: {
      severity: notification.severity,
      cluster: clusterOf(notification.message),
      connector: connectorOf(notification.message) ?? '-',
      event: eventOf(message),
      kind: kindOf(message),
    },
  }
}
