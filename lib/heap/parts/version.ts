import type { ConnectorFacts } from '../model.ts'

/**
 * Whether the connector is older than `version`, such as `10.1.0`. False if that is not known, or if it only behaves
 * like the family: then its version counts something else.
 */
export function isBefore(connector: ConnectorFacts, version: string): boolean {
  const order = compared(connector, version)
  return order !== null && order < 0
}

/** Whether it is known to be that version or a newer one. */
export function isAtLeast(connector: ConnectorFacts, version: string): boolean {
  const order = compared(connector, version)
  return order !== null && order >= 0
}

function compared({ version, like }: ConnectorFacts, other: string): number | null {
  const own = like === null && version !== null ? numbersOf(version) : null
  const than = numbersOf(other)
  if (own === null || than === null) return null
  const differing = than.findIndex((number, nth) => number !== (own[nth] ?? 0))
  return differing < 0 ? 0 : (own[differing] ?? 0) - (than[differing] ?? 0)
}

/** `10.5.25-SNAPSHOT` to [10, 5, 25]. */
function numbersOf(version: string): readonly number[] | null {
  const digits = /^v?(\d{1,6}(?:\.\d{1,9})*)/.exec(version)?.[1]
  return digits === undefined ? null : digits.split('.').map(Number)
}
