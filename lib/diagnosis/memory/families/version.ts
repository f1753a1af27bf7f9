import type { ConnectorFacts } from '../model.ts'

/**
 * Whether the connector is older than `version`, such as `10.1.0`. False if that is not known, or if it only behaves
 * like the family: then its version counts something else.
 */
export function isBefore({ version, like }: ConnectorFacts, than: string): boolean {
  const own = like === null && version !== null ? numbersOf(version) : null
  if (own === null) return false
  const other = numbersOf(than) ?? []
  const place = other.findIndex((number, nth) => number !== (own[nth] ?? 0))
  return place >= 0 && (own[place] ?? 0) < (other[place] ?? 0)
}

/** `10.5.25-SNAPSHOT` to [10, 5, 25]. */
function numbersOf(version: string): readonly number[] | null {
  const digits = /^v?(\d{1,6}(?:\.\d{1,9})*)/.exec(version)?.[1]
  return digits === undefined ? null : digits.split('.').map(Number)
}
