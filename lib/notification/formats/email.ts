import { truncateLines } from '../../util/truncate.ts'
import type { Severity } from '../severity.ts'
import type { Summary } from '../summary.ts'

const TRACE_BYTES = 8192

/** The plain text of a mail, in the order of the questions of who was just woken. At most 32 KiB in JSON. */
export function renderEmail(story: Summary, severity: Severity): string {
  return [
    `${story.event} (${severity}): ${story.headline}`,
    ...story.notes,
    section('What failed', story.failed),
    section(story.command === null ? 'When' : 'Since', story.since),
    section('Why', story.why, story.rootCause),
    section('What was done', story.done),
    section('What comes next', story.next),
    section('What you can do', ...story.remedies.map((remedy, index) => `${index + 1}. ${remedy}`)),
    commandSection(story),
    section('Evidence', ...story.evidence.map((fact) => `- ${fact}`)),
    section('Trace', ...truncateLines(story.trace, TRACE_BYTES).split('\n')),
    silence(story),
  ]
    .filter((part) => part !== '')
    .join('\n\n')
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
function silence({ cluster, connector, muteUntil }: Summary): string {
  if (muteUntil === null) return ''
  return section(
    'To silence messages about it for a day',
    `in clusters.yml, as the first of the policies of cluster ${cluster}:`,
    `  - match: ${JSON.stringify(connector)}`,
    `    muteUntil: ${muteUntil}`,
  )
}
