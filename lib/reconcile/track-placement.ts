import type { ConnectorSnapshot, Snapshot } from '../domain/snapshot.ts'

/**
 * Connector name to since when (milliseconds since the epoch) something of it has been UNASSIGNED or RESTARTING, or it
 * has been RUNNING without tasks. A rebalance does that for seconds to minutes; a snapshot alone can't tell how long.
 */
export type UnplacedSince = Readonly<Record<string, number>>

export function trackPlacement(before: UnplacedSince, snapshot: Snapshot): UnplacedSince {
  const waiting = snapshot.connectors.filter(isUnplaced)
  return Object.fromEntries(
    waiting.map(({ name }) => [
      name,
      Object.hasOwn(before, name) ? (before[name] ?? snapshot.takenAt) : snapshot.takenAt,
    ]),
  )
}

function isUnplaced({ connector, tasks }: ConnectorSnapshot): boolean {
  return isInMotion({ connector, tasks }) || (connector.state === 'RUNNING' && tasks.length === 0)
}

function isInMotion({ connector, tasks }: Pick<ConnectorSnapshot, 'connector' | 'tasks'>): boolean {
  return [connector, ...tasks].some(({ state }) => state === 'UNASSIGNED' || state === 'RESTARTING')
}

/**
 * Whether work is being handed round in the cluster right now, so that nothing should be added to it. What has been
 * in motion for longer than a rebalance takes is stuck, and holds nobody back.
 */
export function isRebalancing(
  snapshot: Snapshot,
  unplaced: UnplacedSince,
  rebalanceDelayMs: number,
): boolean {
  return snapshot.connectors.some(
    (connector) =>
      isInMotion(connector) &&
      snapshot.takenAt - (unplaced[connector.name] ?? snapshot.takenAt) < rebalanceDelayMs,
  )
}
