import { listTopics } from '../domain/topics.ts'
import { exactBytes, formatMebibytes } from '../util/bytes.ts'
import { createEstimator, type WorkerLoad } from './estimate.ts'
import type { ConnectorFacts } from './model.ts'

/** More partitions a topic than this are not tried. */
const MAX_PARTITIONS_PER_TOPIC = 100

/**
 * Where it is not known how many partitions the topics of a connector have: from how many in each on its worker can't
 * hold it. Null if that is no question, or no number up to 100 answers it.
 */
export function tooManyPartitions(load: WorkerLoad, connector: ConnectorFacts): string | null {
  const { worker, bytes, connectors } = load
  const { heapBytes } = worker
  const topics = [...(connector.activeTopics ?? listTopics(connector.config))]
  if (heapBytes === null || topics.length === 0 || connector.partitions !== null) return null
  const others = bytes.low - (connectors.get(connector.name)?.low ?? 0) - worker.baseBytes
  const estimator = createEstimator()
  const bytesWith = (count: number): number => {
    const partitions = new Map(topics.map((topic) => [topic, count]))
    const [then] = estimator.estimateTotals({ workers: [worker], connectors: [{ ...connector, partitions }] })
    return others + (then?.bytes.low ?? 0)
  }
  const count = firstAbove(heapBytes, bytesWith)
  return count === null
    ? null
    : `With ${count} or more partitions in each of ${topics.length} topics it does not fit: ${formatMebibytes(exactBytes(bytesWith(count)))} or more.`
}

/** The smallest number of partitions that takes more than the heap, since more of them never take less. */
function firstAbove(heapBytes: number, bytesWith: (count: number) => number): number | null {
  if (bytesWith(MAX_PARTITIONS_PER_TOPIC) <= heapBytes) return null
  let [fits, exceeds] = [0, MAX_PARTITIONS_PER_TOPIC]
  while (exceeds - fits > 1) {
    const middle = Math.floor((fits + exceeds) / 2)
    if (bytesWith(middle) > heapBytes) exceeds = middle
    else fits = middle
  }
  return exceeds
}
