/** Bytes that a text takes inside a JSON string; never fewer than its UTF-8 bytes, so it caps both. */
export function jsonBytes(text: string): number {
  return Buffer.byteLength(JSON.stringify(text)) - 2
}

const ELLIPSIS = '…'

/** The text, cut at a code point so that it takes at most `maxBytes` (4 or more) inside a JSON string. */
export function truncateBytes(text: string, maxBytes: number): string {
  if (jsonBytes(text) <= maxBytes) return text
  let bytes = jsonBytes(ELLIPSIS)
  let end = 0
  for (const codePoint of text) {
    bytes += jsonBytes(codePoint)
    if (bytes > maxBytes) break
    end += codePoint.length
  }
  return text.slice(0, end) + ELLIPSIS
}

// A line of a Java trace is seldom longer; a message that quotes a record may be megabytes.
const LINE_BYTES = 600
const MARKER_BYTES = 40

/**
 * The first and the last lines of a text, in at most `maxBytes` (1,300 or more) inside a JSON string. Of a Java
 * trace these are what failed and what caused it.
 */
export function truncateLines(text: string, maxBytes: number): string {
  if (jsonBytes(text) <= maxBytes) return text
  const lines = text.split('\n')
  const half = (maxBytes - MARKER_BYTES) / 2
  const first = taking(lines, half)
  const last = taking(lines.slice(first.length).reverse(), half).reverse()
  const left = lines.length - first.length - last.length
  return [...first, ...(left > 0 ? [`${ELLIPSIS} ${left} lines left out ${ELLIPSIS}`] : []), ...last].join(
    '\n',
  )
}

function taking(lines: readonly string[], maxBytes: number): string[] {
  const taken: string[] = []
  let bytes = 0
  for (const line of lines) {
    const short = truncateBytes(line, LINE_BYTES)
    bytes += jsonBytes(`${short}\n`)
    if (bytes > maxBytes) break
    taken.push(short)
  }
  return taken
}
