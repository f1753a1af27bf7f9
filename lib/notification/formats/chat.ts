import { truncateBytes, truncateLines } from '../../util/truncate.ts'
import { eventOf, type MessageEvent, messageId } from '../message.ts'
import type { Summary } from '../summary.ts'
import type { Format } from './format.ts'

const MAX_BYTES = 16 * 1024
const MAX_TRACE_BYTES = 2048

const EMOJI: Readonly<Record<MessageEvent, string>> = {
  opened: ':warning:',
  reopened: ':warning:',
  proposed: ':bulb:',
  acted: ':wrench:',
  escalated: ':rotating_light:',
  warned: ':hourglass_flowing_sand:',
  recovered: ':white_check_mark:',
}

/**
 * A custom notification of Amazon Q Developer in chat applications, version 1.0, as JSON text
 * (docs.aws.amazon.com/chatbot/latest/adminguide/custom-notifs.html). It silently drops what does not fit its schema. All
 * messages about one subject share a thread.
 */
export const chat: Format = {
  maxBytes: MAX_BYTES,
  caveats: {
    dryRun: 'Dry run: nothing was done.',
    perhapsRepeated: 'You may have been told this before.',
  },
  render: ({ message, summary }, caveats) => {
    const event = eventOf(message)
    return JSON.stringify({
      version: '1.0',
      source: 'custom',
      id: messageId(message),
      content: {
        textType: 'client-markdown',
        title: truncateBytes(
          `${EMOJI[event]} ${summary.event}${message.dryRun ? ' (dry run)' : ''} ${inert(summary.headline)}`,
          250,
        ),
        description: descriptionOf(summary, caveats),
        nextSteps: summary.remedies.slice(0, 3).map((remedy) => truncateBytes(inert(remedy), 300)),
        keywords: [event, inert(summary.cluster)],
      },
      metadata: {
        threadId: summary.subject,
        summary: truncateBytes(inert(summary.headline), 250),
        eventType: event,
        additionalContext: { cluster: summary.cluster, connector: summary.connector ?? '' },
      },
    })
  },
}

/** At most 8 KiB, so that no client cuts it inside a fence. */
function descriptionOf(summary: Summary, caveats: readonly string[]): string {
  const about = [
    ...caveats,
    inert(summary.failed),
    `Since: ${summary.since}`,
    `Why: ${inert(summary.why)}`,
    ...(summary.rootCause === '' ? [] : [`\`${truncateBytes(inert(summary.rootCause), 600)}\``]),
    `Done: ${inert(summary.action)}`,
    `Next: ${inert(summary.next)}`,
  ].map((said) => truncateBytes(said, 700))
  const trace = truncateLines(inert(summary.trace), MAX_TRACE_BYTES)
  return [...about, ...commandLines(summary), ...fenced(trace)].join('\n')
}

function commandLines({ command }: Summary): string[] {
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
