import type { ConnectorSnapshot, Snapshot } from '../lib/domain/snapshot.ts'
import { InputError } from './input.ts'

/** @throws InputError */
export function findConnector({ connectors }: Snapshot, name: string): ConnectorSnapshot {
  const found = connectors.find((connector) => connector.name === name)
  if (found !== undefined) return found
  throw new InputError(
    `there is no connector of that NAME, or it has no status yet; the cluster has ${connectors.length}`,
  )
}
