/**
 * Compares versions by their numbers, `4.1.0-SNAPSHOT` as 4.1.0: below 0 if the first is older, 0 for the same, above 0 if
 * it is newer. Numbers that are missing count as 0. Null: one of them doesn't begin with a number.
 */
export function compareVersions(version: string, other: string): number | null {
  const [numbers, others] = [numbersOf(version), numbersOf(other)]
  if (numbers === null || others === null) return null
  const length = Math.max(numbers.length, others.length)
  const differences = Array.from({ length }, (_, nth) => (numbers[nth] ?? 0) - (others[nth] ?? 0))
  return differences.find((difference) => difference !== 0) ?? 0
}

function numbersOf(version: string): readonly number[] | null {
  const digits = /^v?(\d{1,6}(?:\.\d{1,9})*)/.exec(version)?.[1]
  return digits === undefined ? null : digits.split('.').map(Number)
}
