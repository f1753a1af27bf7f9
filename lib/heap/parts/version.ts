import { compareVersions } from '../../util/version.ts'
import type { ConnectorFacts } from '../model.ts'

/**
 * Whether the connector is older than `version`, such as `10.1.0`. False if that is not known, or if it only behaves
 * like the family: then its version counts something else.
 */
export function isBefore(connector: ConnectorFacts, version: string): boolean {
  const order = compareWith(connector, version)
  return order !== null && order < 0
}

/** Whether it is known to be that version or a newer one. */
export function isAtLeast(connector: ConnectorFacts, version: string): boolean {
  const order = compareWith(connector, version)
  return order !== null && order >= 0
}

function compareWith({ version, like }: ConnectorFacts, other: string): number | null {
  return like !== null || version === null ? null : compareVersions(version, other)
}
