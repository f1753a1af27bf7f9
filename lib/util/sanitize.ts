import { redact } from './redact.ts'

// Control characters but for tabs and line ends, and what turns the direction of reading: an untrusted name must not
// be able to show another text than it is, nor a secret to hide from redaction behind what nobody sees.
const UNSEEN = /[^\P{Cc}\t\n]|[\u061c\u200b\u200e\u200f\u202a-\u202e\u2060\u2066-\u2069\ufeff]/gu

/** Untrusted text of several lines, such as a trace: secrets masked, well-formed, nothing unseen in it. */
export function sanitizeText(text: string): string {
  const seen = text
    .toWellFormed()
    .replace(/\r\n?|[\u2028\u2029]/gu, '\n')
    .replace(UNSEEN, '')
  return redact(seen).trimEnd()
}

/** The same as one line, blanks collapsed: it can't forge a line of a message. */
export function sanitizeLine(text: string): string {
  return sanitizeText(text).replace(/\s+/gu, ' ').trim()
}
