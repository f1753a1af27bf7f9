import type { Remedy } from '../domain/diagnosis.ts'
import type { Risk } from '../domain/risk.ts'
import type { ConnectorSnapshot, Snapshot } from '../domain/snapshot.ts'
import { type Attribution, attributeHeap } from '../heap/attribution.ts'
import { createEstimator, type HeapEstimator, type WorkerLoad } from '../heap/estimate.ts'
import { FIT_PHRASES } from '../heap/fit.ts'
import { type HeapInputs, toClusterLoad } from '../heap/inputs.ts'
import type { ClusterLoad } from '../heap/model.ts'
import { helpfulRemedies, type SimulatedRemedy, toRemedy } from '../heap/remedies.ts'
import { simulateLosses, utilization } from '../heap/utilization.ts'
import { exactBytes, formatMebibytes } from '../util/bytes.ts'

/** For so many, what would help is simulated; in a large cluster that takes a tenth of a second each. */
const MAX_SIMULATED = 4

/**
 * What may run out of heap next, the nearest and fullest first. Only where heap and partitions are known: a warning that
 * rests on guesses would be ignored, and the next one with it.
 * @param diagnosed connectors in trouble already, of which a diagnosis tells
 */
export function findRisks(
  snapshot: Snapshot,
  memory: HeapInputs,
  diagnosed: ReadonlySet<string>,
): readonly Risk[] {
  if (memory.workerHeapBytes === null && memory.heaps.size === 0) return []
  const cluster = toClusterLoad({ ...snapshot, connectors: snapshot.connectors.filter(runs) }, memory)
  const use = createEstimator()
  const found = new Map<string, Overload>()
  const look = (when: Risk['when'], loads: readonly WorkerLoad[]) => {
    for (const overload of loads.flatMap((load) => overloadOf(when, load))) {
      const { connector } = overload.attribution.culprit
      const known = found.get(connector)
      if (diagnosed.has(connector) || (known !== undefined && !isWorse(overload, known))) continue
      found.set(connector, overload)
    }
  }
  look('now', use.estimateTasks(cluster))
  for (const left of simulateLosses(cluster, use)) look('one-worker-fewer', use.estimateTasks(left))
  return [...found.values()]
    .toSorted((a, b) => (isWorse(a, b) ? -1 : Number(isWorse(b, a))))
    .map((overload, index) =>
      toRisk(overload, index < MAX_SIMULATED ? remediesFor(overload, cluster, use) : []),
    )
}

/** What is paused or stopped holds next to nothing; tasks that failed come back. */
function runs({ connector }: ConnectorSnapshot): boolean {
  return connector.state !== 'PAUSED' && connector.state !== 'STOPPED'
}

/** A worker that is too full, and who fills it. */
interface Overload {
  readonly when: Risk['when']
  readonly fit: Risk['fit']
  readonly heapBytes: number
  readonly load: WorkerLoad
  readonly attribution: Attribution
}

function overloadOf(when: Risk['when'], load: WorkerLoad): readonly Overload[] {
  const { fit, worker, tasks } = load
  const [heaviest] = tasks
  if ((fit !== 'likely' && fit !== 'certain') || worker.heapBytes === null || heaviest === undefined)
    return []
  const attribution = attributeHeap(new Map([[worker.id, load]]), heaviest.connector, [worker.id])
  if (attribution === null || attribution.confidence === 'low') return []
  return [{ when, fit, heapBytes: worker.heapBytes, load, attribution }]
}

function isWorse(a: Overload, b: Overload): boolean {
  return a.when === b.when ? utilization(a.load) > utilization(b.load) : a.when === 'now'
}

function toRisk({ when, fit, heapBytes, load, attribution }: Overload, remedies: readonly Remedy[]): Risk {
  const { culprit, share } = attribution
  const { worker, bytes } = load
  const loss = when === 'now' ? '' : ', once another is lost,'
  return {
    connector: culprit.connector,
    worker: worker.id,
    when,
    fit,
    summary: `${culprit.connector}: worker ${worker.id}${loss} would hold ${formatMebibytes(bytes)} of ${formatMebibytes(exactBytes(heapBytes))}, which ${FIT_PHRASES[fit]}; ${share.what} of task ${culprit.id} take ${formatMebibytes(share.bytes)}.`,
    bytes: { heap: heapBytes, worker: bytes },
    remedies,
  }
}

function remediesFor(
  { when, attribution }: Overload,
  cluster: ClusterLoad,
  use: HeapEstimator,
): readonly Remedy[] {
  return helpfulRemedies(cluster, attribution.culprit.connector, use)
    .filter((prospect) => averts(prospect, when))
    .map((prospect) => toRemedy(prospect, ''))
}

function averts({ fullest, oneFewer }: SimulatedRemedy, when: Risk['when']): boolean {
  const then = when === 'now' ? fullest : oneFewer
  return then === null || then.fit === 'fits' || then.fit === 'possible'
}
