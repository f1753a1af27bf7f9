import { stripVTControlCharacters, styleText } from 'node:util'

/** Where a command reads and writes: `process`, or what a test puts in its place. */
export interface Terminal {
  readonly env: Readonly<Record<string, string | undefined>>
  readonly stdin: AsyncIterable<Uint8Array | string>
  readonly stdout: NodeJS.WritableStream
  readonly stderr: NodeJS.WritableStream
}

/** 0: fine. 1: something is wrong with the cluster. 2: bad usage, unreadable input, or no answer. */
export type ExitCode = 0 | 1 | 2

export type Paint = (style: 'bold' | 'dim' | 'red' | 'green' | 'yellow' | 'cyan', text: string) => string

/** Colours for people: none if the output is not a terminal, or NO_COLOR is set. */
export function paintFor(stream: NodeJS.WritableStream): Paint {
  return (style, text) => styleText(style, text, { stream })
}

/**
 * One line that is safe to print. Traces, names and error bodies come from others: an escape sequence could rewrite
 * the screen, a line break could fake a line of ours, and bidirectional marks could show a name backwards.
 */
export function plainText(text: string): string {
  return stripVTControlCharacters(text)
    .replace(/[\p{Cc}\p{Bidi_Control}\u2028\u2029]+/gu, ' ')
    .toWellFormed()
    .trim()
}

/** JSON that is as safe: JSON.stringify leaves DEL, C1 controls and bidirectional marks as they are. */
export function plainJson(value: unknown): string {
  const escaped = (character: string) => `\\u${character.charCodeAt(0).toString(16).padStart(4, '0')}`
  return JSON.stringify(value, null, 2).replace(/[\u007f-\u009f\u2028\u2029\p{Bidi_Control}]/gu, escaped)
}
