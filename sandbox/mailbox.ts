import { stripVTControlCharacters, styleText } from 'node:util'
import type { Published } from './aws/sns.ts'
import type { AwsSandbox } from './aws.ts'

/** Shows what was published since the last time, as a person gets it by mail. */
export class Mailbox {
  readonly #aws: AwsSandbox
  #shown = 0

  constructor(aws: AwsSandbox) {
    this.#aws = aws
  }

  /** Prints new messages; returns the events that they tell of. */
  open(): readonly { readonly event: string; readonly connector: string }[] {
    const fresh = this.#aws.published.slice(this.#shown)
    this.#shown += fresh.length
    for (const message of fresh) console.log(`${letter(message)}\n`)
    return fresh.map(({ attributes: { event = '', connector = '' } }) => ({ event, connector }))
  }
}

/** Longest text shown of one message, in lines: the trace comes last, and the mail itself has it whole. */
const MOST_LINES = 45

function letter({ subject, message }: Published): string {
  const body: unknown = JSON.parse(message)
  const text = typeof body === 'object' && body !== null && 'default' in body ? String(body.default) : message
  const lines = stripVTControlCharacters(text).split('\n')
  const shown =
    lines.length <= MOST_LINES
      ? lines
      : [...lines.slice(0, MOST_LINES), `… ${lines.length - MOST_LINES} more lines`]
  const bar = styleText('cyan', '│')
  return [
    `${styleText('cyan', '╭─✉')} ${styleText('bold', subject ?? '')}`,
    ...shown.map((line) => `${bar} ${line}`),
    styleText('cyan', '╰─'),
  ].join('\n')
}
