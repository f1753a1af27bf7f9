import { shortenAscii, toAscii } from './ascii.ts'
import type { Format } from './format.ts'

/** The subject of a mail: printable ASCII, fewer than 100 characters (docs.aws.amazon.com/sns/latest/api/API_Publish.html). */
const MAX_LENGTH = 99

export const subject: Format = {
  maxBytes: MAX_LENGTH,
  caveats: { dryRun: 'dry run', perhapsRepeated: 'repeated?' },
  render: ({ summary: { event, headline } }, caveats) =>
    shortenAscii(toAscii(`[${[event, ...caveats].join(', ')}] ${headline}`), MAX_LENGTH),
}
