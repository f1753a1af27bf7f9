import { truncateLines } from '../../util/truncate.ts'
import type { Summary } from '../summary.ts'
import type { Format } from './format.ts'

/** A share of the 256 KB that SNS takes for all protocols together (docs.aws.amazon.com/sns/latest/api/API_Publish.html). */
const MAX_BYTES = 32 * 1024
const MAX_TRACE_BYTES = 8192

/** The plain text of a mail, in the order of the questions of somebody who was just woken. */
export const email: Format = {
  maxBytes: MAX_BYTES,
  caveats: {
    dryRun: 'Dry run: nothing was done.',
    perhapsRepeated:
      'You may have been told this before: an earlier message was cut short, and may have gone out.',
  },
  render: ({ summary, severity }, caveats) =>
    [
      `${summary.event} (${severity}): ${summary.headline}`,
      ...caveats,
      section('What failed', summary.failed),
      section(summary.command === null ? 'When' : 'Since', summary.since),
      section('Why', summary.why, summary.rootCause),
      section('What was done', summary.action),
      section('What happens next', summary.next),
      section('What you can do', ...summary.remedies.map((remedy, index) => `${index + 1}. ${remedy}`)),
      commandSection(summary),
      section('Evidence', ...summary.evidence.map((fact) => `- ${fact}`)),
      section('Trace', ...truncateLines(summary.trace, MAX_TRACE_BYTES).split('\n')),
      muteSection(summary),
    ]
      .filter((part) => part !== '')
      .join('\n\n'),
}

function section(title: string, ...lines: readonly string[]): string {
  const said = lines.filter((text) => text !== '')
  return said.length === 0 ? '' : [title, ...said.map((text) => `  ${text}`)].join('\n')
}

function commandSection({ command }: Summary): string {
  if (command === null) return ''
  return command.is === 'given'
    ? section(command.purpose, command.command)
    : section('The command', `There is none to give: ${command.why}.`)
}

/** A JSON string is a YAML string, whatever the name holds. */
function muteSection({ cluster, connector, muteUntil }: Summary): string {
  if (muteUntil === null) return ''
  return section(
    'To mute it for a day',
    `add to clusters.yml, as the first of the policies of cluster ${cluster}:`,
    `  - match: ${JSON.stringify(connector)}`,
    `    muteUntil: ${muteUntil}`,
  )
}
