/** Whether a glob matches the whole text; `*` is any run of characters, and nothing else is special. */
export function globMatches(glob: string, text: string): boolean {
  const [first = '', ...rest] = glob.split('*')
  const last = rest.pop()
  if (last === undefined) return glob === text
  if (!text.startsWith(first)) return false
  // The earliest place for each piece leaves most room for the next, so no going back, as a RegExp would.
  let at = first.length
  for (const piece of rest) {
    const found = text.indexOf(piece, at)
    if (found < 0) return false
    at = found + piece.length
  }
  return text.length - last.length >= at && text.endsWith(last)
}
