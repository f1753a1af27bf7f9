import { type Bytes, KIB } from '../../util/bytes.ts'
import { ARRAY_HEADER, arrayHeapBytes } from '../g1.ts'
import type { Jvm, TaskFacts } from '../model.ts'
import { recordOnHeap } from '../record-size.ts'
import { largestInFile } from './file-formats.ts'
import type { FileRules, OpenFiles } from './open-files.ts'
import { isEnabled, type Limits, numberSetting, type Setting } from './setting.ts'
import { isBefore } from './version.ts'

/** What one of Confluent's object stores calls its settings. */
export interface PartBufferSettings {
  readonly name: string
  readonly classes: readonly string[]
  readonly files: FileRules
  /** Size of a part in bytes. */
  readonly partSize: {
    readonly key: string
    readonly fallback: (task: TaskFacts) => number
    readonly limits: Limits
  }
  /** Buffers that grow with their file; null: there are none. */
  readonly elastic: { readonly enable: string; readonly capacity: string; readonly since: string } | null
  /** A checksum of each part, for which the part is copied; null: not possible. */
  readonly digest: string | null
  /** Parts that one object may have; null: not known. */
  readonly partsOfObject: number | null
}

export function partSize(
  task: TaskFacts,
  { partSize: { key, fallback, limits } }: PartBufferSettings,
): Setting<number> {
  return numberSetting(task, key, fallback(task), limits)
}

/** The buffer of one open file. */
export interface Buffer {
  readonly each: Bytes
  /** The old array of the one buffer that is being enlarged: both are there for a moment. */
  readonly growth: number
  readonly setting: string
  readonly assumptions: readonly string[]
}

export function partBuffer(
  task: TaskFacts,
  settings: PartBufferSettings,
  part: Setting<number>,
  files: OpenFiles,
): Buffer {
  const { jvm } = task
  const whole = arrayHeapBytes(part.value, jvm)
  const elastic = elasticCapacity(task, settings)
  if (elastic === null) {
    return { each: { low: whole, high: whole }, growth: 0, setting: part.text, assumptions: part.assumptions }
  }
  const first = Math.min(elastic.value, part.value)
  // All files of a partition share its flush.size records.
  const fileBytes = (files.plan.flushSize * largestInFile(task)) / files.high
  const last = grown(first, part.value, fileBytes)
  return {
    each: { low: arrayHeapBytes(first, jvm), high: arrayHeapBytes(last, jvm) },
    growth: last > first ? arrayHeapBytes(Math.ceil(last / 2), jvm) : 0,
    setting: elastic.text,
    assumptions: [
      ...part.assumptions,
      ...elastic.assumptions,
      ...(last === first
        ? []
        : [
            ...recordOnHeap(task.connector).assumptions,
            'Elastic buffers grow with their file: how far depends on its size when it is closed.',
          ]),
    ],
  }
}

/** ElasticByteBuffer doubles until the content fits, up to a part. */
function grown(first: number, part: number, bytes: number): number {
  const doublings = Math.max(0, Math.ceil(Math.log2(Math.min(bytes, part) / first)))
  return Math.min(first * 2 ** doublings, part)
}

/** The initial capacity of elastic buffers; null: the buffers are plain. */
export function elasticCapacity(task: TaskFacts, { elastic }: PartBufferSettings): Setting<number> | null {
  if (elastic === null || isBefore(task.connector, elastic.since) || !isEnabled(task, elastic.enable, false))
    return null
  return numberSetting(task, elastic.capacity, 128 * KIB, { min: 4096, max: 2 ** 31 - 1 })
}

/**
 * The least that the store allows, unless whole regions make it cost more: in a heap of 8 GiB 5 MiB take 8, so the part
 * may as well fill them (8 MiB less the header of the array).
 */
export function smallestPart(least: number, jvm: Jvm): number {
  const heap = arrayHeapBytes(least, jvm)
  return heap - least > least / 2 ? heap - ARRAY_HEADER : least
}
