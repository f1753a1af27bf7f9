import type { Diagnosis, Remedy } from '../domain/diagnosis.ts'
import { exactBytes, formatMebibytes } from '../util/bytes.ts'
import { countNoun } from '../util/quantity.ts'
import type { Attribution, Unexplained } from './attribution.ts'
import { findFamily } from './connectors/index.ts'

import type { WorkerLoad } from './estimate.ts'
import { FIT_PHRASES } from './fit.ts'

import type { ClusterLoad, ConnectorFacts } from './model.ts'
import { tooManyPartitions } from './partition-limit.ts'
import { answerSuspects, FLUSHES } from './suspects.ts'
import { DEFAULT_HEAP_BYTES, toTaskFacts } from './task-estimate.ts'

/** What the JSON says of bytes. */
export function attributedBytes({
  confidence,
  worker,
  share,
  culprit,
  own,
}: Attribution): Pick<NonNullable<Diagnosis['oom']>, 'confidence' | 'bytes'> {
  return {
    confidence,
    bytes: {
      heap: worker.worker.heapBytes,
      worker: worker.bytes,
      connector: own,
      largest: {
        connector: culprit.connector,
        task: culprit.id,
        what: share.what,
        setting: share.setting,
        ...share.bytes,
      },
    },
  }
}

/**
 * The end of a sentence such as `: 66 part buffers of 26 MiB take 1,716 MiB of 2,048 MiB`; of what may as well be empty,
 * such as a queue, it is what it can take.
 */
export function attributionPhrase(attribution: Attribution | null): string {
  if (attribution === null) return ''
  const { share, worker, culprit, cause } = attribution
  if (cause === 'worker-exhausted')
    return `: ${countNoun(worker.tasks.length, 'task')} would take ${formatMebibytes(worker.bytes)}${ofHeap(worker)}`
  const who = cause === 'victim' ? `${culprit.connector}’s ` : ''
  const take =
    share.bytes.low === 0
      ? `can take up to ${formatMebibytes(exactBytes(share.bytes.high))}`
      : `take ${formatMebibytes(share.bytes)}`
  return `: ${who}${share.what} ${take}${ofHeap(worker)}`
}

function ofHeap({ worker: { heapBytes } }: WorkerLoad): string {
  return heapBytes === null ? '' : ` of ${formatMebibytes(exactBytes(heapBytes))}`
}

/** The verdict in numbers, and what was assumed, one sentence each. */
export function explainAttribution(
  attribution: Attribution,
  cluster: ClusterLoad,
  connector: string,
  offered: readonly Remedy[],
): readonly string[] {
  const { worker, culprit, share, confidence } = attribution
  const accused = cluster.connectors.find(({ name }) => name === culprit.connector)
  return [
    ...(culprit.connector === connector
      ? []
      : [`“${culprit.connector}” on the same worker takes the most; “${connector}” only asked last.`]),
    workerSentence(worker),
    `Task ${culprit.id} of ${culprit.connector}: ${share.what} take ${formatMebibytes(share.bytes)}${share.setting === null ? '' : `, by ${share.setting}`}. Confidence: ${confidence}.`,
    ...afterRestart(attribution),
    ...(accused === undefined
      ? []
      : [
          ...[tooManyPartitions(worker, accused)].filter((each) => each !== null),
          ...answerSuspects(attribution, accused, offered),
          ...ineffectiveHere(attribution, accused, cluster, offered),
        ]),
    ...(worker.worker.heapBytes === null
      ? [
          'The heap of the workers is not known: KAFKA_HEAP_OPTS of a worker tells, and workerHeap in clusters.yml or --heap says it.',
        ]
      : []),
    ...new Set(share.assumptions),
  ]
}

/** Why the budget is no explanation, and what would tell. */
export function explainUnexplained({ worker, unknown }: Unexplained): readonly string[] {
  return [
    workerSentence(worker),
    'So the budget does not explain it: something grows with time, a record is far larger than was assumed, or the heap is smaller than that.',
    ...unknown.map((name) => `How much ${name} holds there is not certain.`),
    'A heap dump tells who holds the memory: -XX:+HeapDumpOnOutOfMemoryError in KAFKA_HEAP_OPTS of the worker.',
  ]
}

function workerSentence(load: WorkerLoad): string {
  const { worker, tasks, bytes, fit } = load
  const isKnown = fit !== 'unknown' && tasks.every(({ partitions }) => partitions !== null)
  const verdict = isKnown ? `, which ${FIT_PHRASES[fit]}` : ''
  return `Worker ${worker.id} would hold ${formatMebibytes(bytes)}${ofHeap(load)}${verdict}: ${formatMebibytes(exactBytes(worker.baseBytes))} of its own, and ${partsOf(load)}.`
}

/** The largest tasks, and how many others there are. */
function partsOf({ tasks }: WorkerLoad): string {
  const named = tasks
    .slice(0, 3)
    .map((task) => `${formatMebibytes(task.bytes)} of ${task.connector} task ${task.id}`)
  const rest = tasks.length - named.length
  return [...named, ...(rest > 0 ? [countNoun(rest, 'smaller task')] : [])].join(', ') || 'no task'
}

/** What happens next, as far as the budget is certain of it. */
function afterRestart({ worker, culprit, share, confidence }: Attribution): readonly string[] {
  if (worker.fit === 'fits' && culprit.partitions !== null)
    return [
      'By itself it should fit: a burst, or a heap in pieces (large arrays, JDK 17 and older), does the rest.',
    ]
  if (confidence !== 'high') return []
  return [
    share.cause === 'open-writers'
      ? 'A restart will fail again, as soon as all partitions have a record.'
      : 'A restart will fail again, as soon as the load is the same.',
  ]
}

/** What people would try here, and what does not help here. The flush and rotation settings are a suspect of their own. */
function ineffectiveHere(
  { culprit, worker }: Attribution,
  connector: ConnectorFacts,
  cluster: ClusterLoad,
  offered: readonly Remedy[],
): readonly string[] {
  const heapBytes = worker.worker.heapBytes ?? DEFAULT_HEAP_BYTES
  const known =
    findFamily(connector)?.family.ineffective(toTaskFacts(connector, culprit.partitions, heapBytes)) ?? []
  return [
    ...known
      .filter(({ remedy }) => !FLUSHES.has(remedy) && offered.every((each) => each.remedy !== remedy))
      .map(({ remedy, why }) => `Not ${remedy}: ${why}.`),
    ...(cluster.workers.length === 1 && connector.type === 'sink' && connector.partitions?.size !== 1
      ? ['Not split-connector: both parts would be on the one worker, and hold together what one holds now.']
      : []),
  ]
}
