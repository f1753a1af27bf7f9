import { suggestCommand } from '../command.ts'
import { eventOf, type Message } from '../message.ts'
import { sanitizeMessage } from '../sanitize-message.ts'
import { SEVERITY } from '../severity.ts'
import { summarize } from '../summary.ts'
import { chat } from './chat.ts'
import { email } from './email.ts'
import { type Format, type Notification, renderFormat } from './format.ts'
import { json } from './json.ts'
import { sms } from './sms.ts'
import { subject } from './subject.ts'

/** Every way to put a notification, by its name. */
export const FORMATS = { email, subject, sms, chat, json } as const satisfies Readonly<Record<string, Format>>

export type FormatName = keyof typeof FORMATS

/** Sanitizes a message and puts it into words, once for all formats. */
export function toNotification(message: Message, now: number): Notification {
  const sanitized = sanitizeMessage(message)
  return {
    message: sanitized,
    // A command needs the names as they are; what it makes of them is safe in a shell.
    summary: summarize(sanitized, suggestCommand(message), now),
    severity: SEVERITY[eventOf(message)],
  }
}

export function renderNotification(notification: Notification, name: FormatName): string {
  return renderFormat(FORMATS[name], notification)
}
