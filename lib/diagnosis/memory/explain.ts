import type { Diagnosis, Remedy } from '../diagnosis.ts'
import { strategyOf } from './assignment.ts'
import type { Attribution } from './attribution.ts'
import type { WorkerLoad } from './budget.ts'
import { DEFAULT_HEAP_BYTES, taskFacts } from './budget.ts'
import { exactly, mebibytes } from './bytes.ts'
import { familyOf } from './families.ts'
import type { ClusterLoad, ConnectorFacts } from './model.ts'

/** What the JSON says of bytes. */
export function numbersOf({
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

/** The end of a sentence such as `: 66 part buffers of 26 MiB take 1,716 of 2,048 MiB`. */
export function sayNumbers(attribution: Attribution | null): string {
  if (attribution === null || attribution.share.bytes.low === 0) return ''
  const { share, worker, culprit, cause } = attribution
  const who = cause === 'victim' ? `${culprit.connector}’s ` : ''
  return `: ${who}${share.what} take ${mebibytes(share.bytes)}${ofHeap(worker)}`
}

function ofHeap({ worker: { heapBytes } }: WorkerLoad): string {
  return heapBytes === null ? '' : ` of ${mebibytes(exactly(heapBytes))}`
}

/** The verdict in numbers, and what was assumed, one sentence each. */
export function explain(
  attribution: Attribution,
  cluster: ClusterLoad,
  connector: string,
  offered: readonly Remedy[],
): readonly string[] {
  const { worker, culprit, share, confidence } = attribution
  const accused = cluster.connectors.find(({ name }) => name === culprit.connector)
  const victim =
    culprit.connector === connector
      ? []
      : [`“${culprit.connector}” on the same worker takes the most; “${connector}” only asked last.`]
  return [
    ...victim,
    `Worker ${worker.worker.id} would hold ${mebibytes(worker.bytes)}${ofHeap(worker)}${FITS[worker.fit]}: ${mebibytes(exactly(worker.worker.baseBytes))} of its own, and ${partsOf(worker)}.`,
    `Task ${culprit.id} of ${culprit.connector}: ${share.what} take ${mebibytes(share.bytes)}${share.setting === null ? '' : `, by ${share.setting}`}. Confidence: ${confidence}.`,
    ...(accused === undefined ? [] : suspects(attribution, accused, cluster, offered)),
    ...(worker.worker.heapBytes === null
      ? [
          'The heap of the workers is not known: KAFKA_HEAP_OPTS of a worker tells, and workerHeap in clusters.yml or --heap says it.',
        ]
      : []),
    ...share.assumptions,
  ]
}

const FITS = {
  fits: '',
  possible: ', which may not fit',
  likely: ', which hardly fits',
  certain: ', which does not fit',
  unknown: '',
} as const

/** The largest tasks, and how many others there are. */
function partsOf({ tasks }: WorkerLoad): string {
  const named = tasks
    .slice(0, 3)
    .map((task) => `${mebibytes(task.bytes)} of ${task.connector} task ${task.id}`)
  const rest = tasks.length - named.length
  return [...named, ...(rest > 0 ? [`${rest} smaller tasks`] : [])].join(', ') || 'no task'
}

/** What people suspect first, each answered yes or no with its number, and what they would try in vain. */
function suspects(
  { culprit, worker }: Attribution,
  connector: ConnectorFacts,
  cluster: ClusterLoad,
  offered: readonly Remedy[],
): readonly string[] {
  const heapBytes = worker.worker.heapBytes ?? DEFAULT_HEAP_BYTES
  const vain = familyOf(connector)?.family.vain(taskFacts(connector, culprit.partitions, heapBytes)) ?? []
  return [
    ...(connector.partitions === null || culprit.partitions === null
      ? []
      : [assignmentWords(connector, culprit.partitions.length)]),
    ...vain
      .filter(({ remedy }) => offered.every((each) => each.remedy !== remedy))
      .map(({ remedy, why }) => `Not ${remedy}: ${why}`),
    ...(cluster.workers.length === 1 && connector.type === 'sink'
      ? ['Not split-connector: both parts would be on the one worker, and hold together what one holds now.']
      : []),
  ]
}

function assignmentWords(connector: ConnectorFacts, held: number): string {
  const all = [...(connector.partitions?.values() ?? [])].reduce((sum, count) => sum + count, 0)
  const tasks = connector.tasks.length
  const even = Math.ceil(all / Math.max(1, tasks))
  const { setting } = strategyOf(connector)
  return held > even
    ? `The assignment is uneven: this task holds ${held} of ${all} partitions, and ${even} would be its share of ${tasks} tasks; by ${setting}.`
    : `The assignment is even: this task holds ${held} of ${all} partitions, on ${tasks} ${tasks === 1 ? 'task' : 'tasks'}.`
}
