import type { Diagnosis } from '../domain/diagnosis.ts'
import type { ConnectorSnapshot } from '../domain/snapshot.ts'
import { KIND_FACTS } from './kinds.ts'
import { diagnoseWithoutTrace } from './without-trace.ts'

/**
 * Work that no worker does: UNASSIGNED for longer than a rebalance takes, or a running connector whose tasks were
 * never made, because taskConfigs() fails and is retried without ever failing the connector.
 * `waitedMs`: for how long; null: not known.
 */
export function diagnosePlacement(
  connector: ConnectorSnapshot,
  waitedMs: number | null,
  rebalanceDelayMs: number,
): readonly Diagnosis[] {
  const waitedLong = waitedMs !== null && waitedMs > rebalanceDelayMs
  const unassigned = connector.tasks.filter((task) => task.state === 'UNASSIGNED')
  const instance = connector.connector
  if ((instance.state === 'UNASSIGNED' || unassigned.length > 0) && waitedLong) {
    const isWhole = instance.state === 'UNASSIGNED' || unassigned.length === connector.tasks.length
    return [
      {
        ...notPlaced(connector, `UNASSIGNED for ${minutes(waitedMs)}, longer than a rebalance may take.`),
        scope: isWhole ? 'connector' : 'tasks',
        tasks: unassigned.map((task) => task.id),
        // A restart goes to the worker that owns it, and there is none.
        restart: 'useless',
        remedies: KIND_FACTS['not-placed'].remedies.filter((each) => each.remedy !== 'restart'),
      },
    ]
  }
  const hasNoTasks =
    instance.state === 'RUNNING' && connector.tasks.length === 0 && !mayHaveNoTasks(connector)
  if (!hasNoTasks || (waitedMs !== null && !waitedLong)) return []
  const since =
    waitedMs === null
      ? 'RUNNING without tasks: a sign of trouble only if it lasts, and how long it has lasted is not known here.'
      : `RUNNING without tasks for ${minutes(waitedMs)}.`
  return [notPlaced(connector, since)]
}

/** MirrorMaker has no tasks while there is nothing to mirror: no group, no topic. */
function mayHaveNoTasks({ config }: ConnectorSnapshot): boolean {
  return /\.connect\.mirror\./.test(config?.['connector.class'] ?? '')
}

function notPlaced({ name, connector }: ConnectorSnapshot, since: string): Diagnosis {
  return diagnoseWithoutTrace('not-placed', {
    connector: name,
    tasks: [],
    workers: [connector.workerId],
    evidence: [since],
    fingerprint: `not-placed ${connector.state}`,
  })
}

function minutes(ms: number): string {
  return `${Math.round(ms / 60_000)} minutes`
}
