import { shortenAscii, toAscii } from './ascii.ts'
import type { Format } from './format.ts'

/** One part of an SMS in the GSM alphabet (docs.aws.amazon.com/sns/latest/dg/sms_publish-to-phone.html). */
const MAX_LENGTH = 140

export const sms: Format = {
  maxBytes: MAX_LENGTH,
  caveats: { dryRun: 'dry run', perhapsRepeated: 'repeated?' },
  render: ({ summary: { event, headline, next } }, caveats) => {
    const notes = caveats.length === 0 ? '' : ` (${caveats.join(', ')})`
    return shortenAscii(toGsm(`${event}${notes} ${headline}. ${next}`), MAX_LENGTH)
  },
}

/** Brackets, braces and the like take two places in the GSM alphabet, and a backtick has none. */
function toGsm(text: string): string {
  return toAscii(text)
    .replace(/[[{]/gu, '(')
    .replace(/[\]}]/gu, ')')
    .replace(/[\\^~|`]/gu, '-')
}
