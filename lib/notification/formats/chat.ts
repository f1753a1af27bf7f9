import type { Transition } from '../../domain/incident.ts'
import { truncateBytes, truncateLines } from '../../util/truncate.ts'
import type { Summary } from '../summary.ts'

const TRACE_BYTES = 2048

const EMOJI: Readonly<Record<Transition['event'], string>> = {
  opened: ':warning:',
  reopened: ':warning:',
  proposed: ':bulb:',
  acted: ':wrench:',
  escalated: ':rotating_light:',
  warned: ':hourglass_flowing_sand:',
  recovered: ':white_check_mark:',
}

/**
 * A custom notification of Amazon Q Developer in chat applications, as JSON text of at most 16 KiB. It drops
 * without a word what does not fit its schema (version 1.0, source custom). All of a connector's messages share a
 * thread.
 */
export function renderChat(story: Summary, event: Transition['event'], id: string): string {
  return JSON.stringify({
    version: '1.0',
    source: 'custom',
    id,
    content: {
      textType: 'client-markdown',
      title: truncateBytes(
        `${EMOJI[event]} ${story.event}${story.dryRun ? ' (dry run)' : ''} ${inert(story.headline)}`,
        250,
      ),
      description: description(story),
      nextSteps: story.remedies.slice(0, 3).map((remedy) => truncateBytes(inert(remedy), 300)),
      keywords: [event, inert(story.cluster)],
    },
    metadata: {
      threadId: story.subject,
      summary: truncateBytes(inert(story.headline), 250),
      eventType: event,
      additionalContext: { cluster: story.cluster, connector: story.connector },
    },
  })
}

/** At most 8 KiB, so that no client cuts it inside a fence. */
function description(story: Summary): string {
  const about = [
    ...story.notes,
    inert(story.failed),
    `Since: ${story.since}`,
    `Why: ${inert(story.why)}`,
    ...(story.rootCause === '' ? [] : [`\`${truncateBytes(inert(story.rootCause), 600)}\``]),
    `Done: ${inert(story.done)}`,
    `Next: ${inert(story.next)}`,
  ].map((said) => truncateBytes(said, 700))
  return [...about, ...command(story), ...fenced(truncateLines(inert(story.trace), TRACE_BYTES))].join('\n')
}

function command({ command }: Summary): string[] {
  if (command === null) return []
  return command.is === 'given'
    ? [`${command.purpose}:`, ...fenced(inert(command.command))]
    : [`There is no command to give: ${command.why}.`]
}

function fenced(text: string): string[] {
  return text === '' ? [] : ['```', text, '```']
}

/**
 * Markdown that can't link, mention or end a code block. Slack reads `<…>` even inside code, and whether an entity
 * survives depends on the client, so the characters are replaced by their like.
 */
function inert(text: string): string {
  return text
    .replaceAll('<', '\u2039')
    .replaceAll('>', '\u203a')
    .replaceAll('`', "'")
    .replace(/\](?=[([:])/gu, '] ')
    .replace(/(?<!\w)@(?=\w)/gu, '@\u2060')
}
