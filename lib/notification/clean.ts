import { redact } from '../redact.ts'

// Everything that moves a cursor, ends a line or turns the reading direction: an untrusted name must not be
// able to forge a line of a message, or to show another command than it is.
const UNSEEN = /[\p{Cc}\u061c\u200e\u200f\u2028\u2029\u202a-\u202e\u2066-\u2069\ufeff]/gu
const UNSEEN_IN_BLOCK = /[^\P{Cc}\n\t]|[\u061c\u200e\u200f\u2028\u2029\u202a-\u202e\u2066-\u2069\ufeff]/gu

/** Untrusted text as one line: secrets masked, control characters gone, blanks collapsed, well-formed. */
export function line(text: string): string {
  return mask(text, (raw) => raw.replace(UNSEEN, ' ').replace(/\s+/gu, ' ').trim())
}

/** Untrusted text of several lines, such as a trace: secrets masked, no control characters but line ends and tabs. */
export function block(text: string): string {
  return mask(text, (raw) => raw.replace(/\r\n?/gu, '\n').replace(UNSEEN_IN_BLOCK, '').trimEnd())
}

/** Masked before and after: a secret may need its line ends to be known as one, or may hide behind a control character. */
function mask(text: string, tidy: (raw: string) => string): string {
  return redact(tidy(redact(text.toWellFormed())))
}
