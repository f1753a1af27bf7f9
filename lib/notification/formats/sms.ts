import type { Summary } from '../summary.ts'

const SUBJECT_LENGTH = 99
const SMS_LENGTH = 140

/** The subject of a mail. SNS wants printable ASCII, less than 100 characters. */
export function renderSubject({ event, dryRun, headline }: Summary): string {
  return shortened(`[${event}${dryRun ? ', dry run' : ''}] ${headline}`, SUBJECT_LENGTH)
}

/** One SMS. Brackets, braces and the like take two places in the GSM alphabet, and a backtick has none. */
export function renderSms({ event, dryRun, headline, next }: Summary): string {
  const text = `${event}${dryRun ? ' (dry run)' : ''} ${headline}. ${next}`
  return shortened(
    ascii(text)
      .replace(/[[{]/gu, '(')
      .replace(/[\]}]/gu, ')')
      .replace(/[\\^~|`]/gu, '-'),
    SMS_LENGTH,
  )
}

function shortened(text: string, length: number): string {
  const plain = ascii(text)
  return plain.length <= length ? plain : `${plain.slice(0, length - 3).trimEnd()}...`
}

/** Letters lose their accents; of another script only `?` is left, once for a run of them. */
function ascii(text: string): string {
  return text
    .normalize('NFKD')
    .replace(/\p{M}/gu, '')
    .replace(/[^ -~]+/gu, '?')
    .replace(/ +/gu, ' ')
    .trim()
}
