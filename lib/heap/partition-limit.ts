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
  const topics = [...(connector.activeTopics ?? listTopics(connector.config))]
  if (worker.heapBytes === null || topics.length === 0 || connector.partitions !== null) return null
  const others = bytes.low - (connectors.get(connector.name)?.low ?? 0) - worker.baseBytes
  for (let count = 1; count <= MAX_PARTITIONS_PER_TOPIC; count += 1) {
    const partitions = new Map(topics.map((topic) => [topic, count]))
    const [then] = createEstimator().estimateTotals({
      workers: [worker],
      connectors: [{ ...connector, partitions }],
    })
    const all = others + (then?.bytes.low ?? 0)
    if (all > worker.heapBytes)
      return `With ${count} or more partitions in each of ${topics.length} topics it does not fit: ${formatMebibytes(exactBytes(all))} or more.`
  }
  return null
}
