import { arrayHeapBytes } from '../g1.ts'
import type { Family, Share, TaskFacts } from '../model.ts'
import { flushMoreOftenLever } from './flush-levers.ts'
import { heldUntilFlush } from './records.ts'
import type { Setting } from './setting.ts'

export interface AivenSettings {
  readonly name: string
  readonly classes: readonly string[]
  /** The buffer of an upload, in bytes; null: the client streams. */
  readonly partSize: ((task: TaskFacts) => Setting<number>) | null
  /** What bounds the records that it holds, in bytes; null: nothing. */
  readonly bound: (task: TaskFacts) => number | null
}

/**
 * Aiven's object store sinks: put() only groups the records (S3SinkTask:84, TopicPartitionRecordGrouper:90), flush()
 * writes them. They never pause, and file.max.records only splits what is written, so a task holds all that it reads
 * between two flushes of the worker.
 */
export function aivenFamily({ name, classes, partSize, bound }: AivenSettings): Family {
  return {
    name,
    classes,
    shares: (task) => [held(task, bound(task)), ...(partSize === null ? [] : [upload(task, partSize(task))])],
    levers: flushMoreOftenLever,
    ineffective: () => [
      {
        remedy: 'lower-poll-size',
        why: 'it holds what it reads between two flushes, in however many polls',
      },
      {
        remedy: 'lower-flush-size',
        why: 'file.max.records splits the files when they are written: the records are held until then all the same',
      },
    ],
  }
}

function held(task: TaskFacts, bound: number | null): Share {
  const share = heldUntilFlush(task, 1)
  if (bound === null) return share
  const { low, high } = share.bytes
  return { ...share, bytes: { low: Math.min(low, bound), high: Math.min(high, bound) } }
}

/** One file at a time is written, through one buffer, of which each upload takes a copy (readAllBytes). */
function upload(task: TaskFacts, part: Setting<number>): Share {
  const buffer = arrayHeapBytes(part.value, task.jvm)
  return {
    cause: 'open-writers',
    what: 'the buffer of an upload, and a copy of it',
    bytes: { low: 0, high: task.partitions?.length === 0 ? 0 : 2 * buffer },
    setting: part.text,
    assumptions: part.assumptions,
  }
}
