import type { Remedy } from '../domain/diagnosis.ts'
import type { OomCause, RemedyId } from '../domain/vocabulary.ts'
import { exactBytes, formatMebibytes } from '../util/bytes.ts'
import { countNoun } from '../util/quantity.ts'
import { type Attribution, HOG_FROM } from './attribution.ts'
import { findFamily } from './connectors/index.ts'
import type { ConnectorFacts } from './model.ts'
import { assignmentStrategy } from './partition-assignment.ts'
import { DEFAULT_HEAP_BYTES, toTaskFacts } from './task-estimate.ts'

/** When files are closed and what is held is written. */
export const FLUSHES: ReadonlySet<RemedyId> = new Set([
  'lower-flush-size',
  'rotate-interval',
  'rotate-schedule-interval',
  'lower-flush-interval',
])

/** What people suspect first, each answered with its number: load per task, assignment, heap, flush and rotation. */
export function answerSuspects(
  attribution: Attribution,
  connector: ConnectorFacts,
  offered: readonly Remedy[],
): readonly string[] {
  return [
    load(attribution),
    ...(connector.type === 'source' ? [] : [assignment(attribution, connector)]),
    heap(attribution),
    ...(connector.type === 'source' ? [] : [flush(attribution, connector, offered)]),
  ]
}

function load({ culprit, worker: { worker } }: Attribution): string {
  const heapBytes = worker.heapBytes ?? DEFAULT_HEAP_BYTES
  const isHeavy = culprit.bytes.high >= HOG_FROM * heapBytes
  const partitions =
    culprit.partitions === null ? '' : ` with ${countNoun(culprit.partitions.length, 'partition')}`
  return `The load of one task: ${isHeavy ? 'yes' : 'no'}, task ${culprit.id} of ${culprit.connector}${partitions} takes ${formatMebibytes(culprit.bytes)}.`
}

function assignment({ culprit }: Attribution, connector: ConnectorFacts): string {
  if (connector.partitions === null || culprit.partitions === null)
    return 'An uneven assignment: not known, for its partitions are not.'
  const all = [...connector.partitions.values()].reduce((sum, count) => sum + count, 0)
  const tasks = connector.tasks.length
  const even = Math.ceil(all / Math.max(1, tasks))
  const held = culprit.partitions.length
  return held > even
    ? `An uneven assignment: yes, task ${culprit.id} has ${held} of ${all} partitions, and ${even} would be its share of ${countNoun(tasks, 'task')}; by ${assignmentStrategy(connector).setting}.`
    : `An uneven assignment: no, task ${culprit.id} has ${held} of ${all} partitions, and its share of ${countNoun(tasks, 'task')} is ${even}.`
}

function heap({ culprit, worker: { worker, bytes, fit } }: Attribution): string {
  const [needed, has] = [formatMebibytes(bytes), formatMebibytes(exactBytes(worker.heapBytes ?? 0))]
  switch (fit) {
    case 'unknown':
      return `The heap of the worker: not known; it would have to hold ${needed}.`
    case 'fits':
      if (culprit.partitions === null)
        return `The heap of the worker: not known, ${needed} of ${has} are the least.`
      return `The heap of the worker: no, ${needed} should fit into ${has}.`
    case 'possible':
      return `The heap of the worker: perhaps, ${needed} may exceed ${has}.`
    case 'likely':
    case 'certain':
      return `The heap of the worker: yes, ${needed} ${fit === 'likely' ? 'hardly fit' : 'do not fit'} into ${has}.`
  }
}

/** Causes that flushing more often, or closing files earlier, takes away. */
const UNTIL_FLUSH: ReadonlySet<OomCause> = new Set([
  'time-bucket-fanout',
  'partition-fanout',
  'unbounded-buffer',
])

function flush(
  { culprit, share, worker: { worker } }: Attribution,
  connector: ConnectorFacts,
  offered: readonly Remedy[],
): string {
  const helps = offered.find(({ remedy }) => FLUSHES.has(remedy))
  if (helps !== undefined || UNTIL_FLUSH.has(share.cause))
    return `Flush and rotation settings: yes, ${share.what} are held until then${helps === undefined ? '' : `; see ${helps.remedy}`}.`
  const task = toTaskFacts(connector, culprit.partitions, worker.heapBytes ?? DEFAULT_HEAP_BYTES)
  const why =
    findFamily(connector)
      ?.family.ineffective(task)
      .filter(({ remedy }) => FLUSHES.has(remedy)) ?? []
  return `Flush and rotation settings: no, with others it would hold the same ${share.what}${why.map((each) => `; ${each.why}`).join('')}.`
}
