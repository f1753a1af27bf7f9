import type { Delivery, Message } from '../message.ts'
import type { Severity } from '../severity.ts'
import type { Summary } from '../summary.ts'

/** What must not be lost on any way to people, or what was not done is taken for done, and what is old for new. */
export type Caveat = 'dryRun' | 'perhapsRepeated'

/** All that a format draws on; its text is sanitized, so that it can forge no line, link or command. */
export interface Notification {
  /** For programs. */
  readonly message: Message
  /** For people. */
  readonly summary: Summary
  readonly severity: Severity
}

/** One way to put a notification. Adding one: a file beside this one, and a line in index.ts. */
export interface Format {
  /** The longest text, in bytes of UTF-8; its constant names the page that sets the limit. */
  readonly maxBytes: number
  /** How it says each caveat: a format without words for one of them does not compile. */
  readonly caveats: Readonly<Record<Caveat, string>>
  /** @param caveats those that hold for this notification, in the words above: all of them have to be shown */
  readonly render: (notification: Notification, caveats: readonly string[]) => string
}

const CAVEATS: readonly Caveat[] = ['dryRun', 'perhapsRepeated']

export function renderFormat(format: Format, notification: Notification): string {
  const delivery: Delivery = notification.message
  const caveats = CAVEATS.filter((caveat) => delivery[caveat]).map((caveat) => format.caveats[caveat])
  return format.render(notification, caveats)
}
