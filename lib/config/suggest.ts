/** Whether a key is another with a slip or two, another case, or a unit at its end. */
export function isTypoOf(key: string, known: string): boolean {
  const [a, b] = [key.toLowerCase().replace(/[_-]/g, ''), known.toLowerCase()]
  return a.startsWith(b) || (a.length < 40 && editDistance(a, b) <= Math.min(2, b.length / 3))
}

/** Levenshtein. */
function editDistance(a: string, b: string): number {
  let row = Array.from({ length: b.length + 1 }, (_, index) => index)
  for (const [i, letter] of [...a].entries()) {
    const next = [i + 1]
    for (const [j, other] of [...b].entries()) {
      const [left = 0, above = 0, diagonal = 0] = [next[j], row[j + 1], row[j]]
      next.push(Math.min(left + 1, above + 1, diagonal + (letter === other ? 0 : 1)))
    }
    row = next
  }
  return row.at(-1) ?? 0
}
