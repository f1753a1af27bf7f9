/** The items of a list as Kafka's settings have it, `a, b,c`: trimmed, each once, empty ones dropped. */
export function splitList(text: string): readonly string[] {
  return [...new Set(text.split(',').map((item) => item.trim()))].filter((item) => item !== '')
}

/** Ascending whole numbers, in short: 0, 2, 5, 6, 7 and 8 are `0,2,5-8`. */
export function formatRanges(numbers: readonly number[]): string {
  const runs: { readonly first: number; last: number }[] = []
  for (const number of numbers) {
    const run = runs.at(-1)
    if (run !== undefined && number === run.last + 1) run.last = number
    else runs.push({ first: number, last: number })
  }
  return runs
    .map(({ first, last }) => (last - first < 2 ? [...new Set([first, last])].join(',') : `${first}-${last}`))
    .join(',')
}
