import type { Snapshot } from '../domain/snapshot.ts'
import { exactBytes, formatMebibytes } from '../util/bytes.ts'
import { createEstimator } from './estimate.ts'
import { type HeapInputs, toClusterLoad } from './inputs.ts'

/** Beyond this part above or below the estimate, either the model or what it was told is wrong. */
const TOLERATED = 0.3

/**
 * Workers whose measured heap and estimate disagree, one sentence each, so that people can correct the model: with
 * workerConfig, like and partitions in clusters.yml, or by telling its authors. Only what runs holds anything.
 * @param liveBytes worker id to its heap after a garbage collection
 */
export function findModelErrors(
  snapshot: Snapshot,
  knowledge: HeapInputs,
  liveBytes: ReadonlyMap<string, number>,
): readonly string[] {
  const connectors = snapshot.connectors.map((connector) => ({
    ...connector,
    tasks: connector.tasks.filter(({ state }) => state === 'RUNNING'),
  }))
  const loads = createEstimator().estimateTasks(toClusterLoad({ ...snapshot, connectors }, knowledge))
  return loads.flatMap(({ worker, bytes }) => {
    const live = liveBytes.get(worker.id)
    if (live === undefined) return []
    const isFar = live > bytes.high * (1 + TOLERATED) || live < bytes.low * (1 - TOLERATED)
    return isFar
      ? [
          `Worker ${worker.id} holds ${formatMebibytes(exactBytes(live))} by its own account, and by this model ${formatMebibytes(bytes)}: the model, or what clusters.yml tells it, is not right for what runs there.`,
        ]
      : []
  })
}
