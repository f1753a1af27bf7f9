import { MIB } from '../../util/bytes.ts'
import { countOf, formatBytes, formatCount } from '../../util/quantity.ts'
import { arrayHeapBytes } from '../g1.ts'
import type { Family, Jvm, Lever, Share, TaskFacts } from '../model.ts'
import { recordOnHeap } from '../record-size.ts'
import { encodedFiles } from './file-formats.ts'
import { openFileLevers } from './open-file-levers.ts'
import { countOpenFiles } from './open-files.ts'
import {
  elasticCapacity,
  type PartBufferSettings,
  partBuffer,
  partSize,
  smallestPart,
} from './part-buffer.ts'
import { FLUSH_INTERVAL } from './records.ts'
import { ANY_TIME, isEnabled, numberSetting, type Setting } from './setting.ts'
import { countPartitions } from './task-partitions.ts'
import { isBefore } from './version.ts'

/**
 * Confluent's object store sinks: each open file holds a part of it in a `byte[]` of the heap, from its first record
 * until it is committed (not until the part is uploaded), reused from part to part (S3OutputStream:101-107, 153-156;
 * SimpleByteBuffer:28). So a task holds
 *
 *     files = partitions with a record since their last commit × files a partition × streams a file
 *     bytes = files × (heap of one buffer + what the format holds)
 *
 * Measured on the S3 sink 10.5.25: predicted/held 132/139.7, 264/272.7, 572/580.2, 792/804.1, 1144/1153 MiB; the rest is
 * the same 8 to 12 MiB of everything else.
 */
export function partBufferFamily(settings: PartBufferSettings): Family {
  const { name, classes } = settings
  return {
    name,
    classes,
    shares: (task) => shares(task, settings),
    levers: (task) => levers(task, settings),
    ineffective: (task) => ineffective(task, settings),
  }
}

function shares(task: TaskFacts, settings: PartBufferSettings): readonly Share[] {
  const { connector, config, jvm, pollRecords } = task
  const partitions = countPartitions(task)
  const files = countOpenFiles(task, settings.files)
  const part = partSize(task, settings)
  const buffer = partBuffer(task, settings, part, files)
  const streams = streamsOf(task)
  const count = {
    low: partitions.low * files.low * streams,
    high: partitions.high * files.high * streams,
  }
  const isEvery = connector.activeTopics === null && partitions.high > 0
  const maxWriteMs = numberSetting(task, 'max.write.duration.ms', 0, ANY_TIME)
  const record = recordOnHeap(task.connector)
  return [
    {
      cause: files.cause,
      what: `${countOf(count, 'part buffer')} of ${formatBytes(buffer.each)}`,
      bytes: {
        low: count.low * buffer.each.low,
        high: count.high * buffer.each.high + (count.high > 0 ? buffer.growth : 0),
      },
      setting: files.setting ?? buffer.setting,
      assumptions: [
        ...partitions.assumptions,
        ...files.assumptions,
        ...buffer.assumptions,
        ...(isEvery ? ['Each of its partitions is taken to have had a record since its last commit.'] : []),
      ],
    },
    ...encodedFiles(task, partitions, files, PARQUET_ROW_GROUP, config['format.class'] ?? ''),
    ...(settings.digest !== null && isEnabled(task, settings.digest, false)
      ? [digestShare(settings.digest, part, jvm)]
      : []),
    // By default put() writes all that it is given. With a limit, what is left waits, and a partition is paused only
    // from flush.size records on (TopicPartitionWriter:318-328).
    ...(maxWriteMs.value > 0 && maxWriteMs.value < LONG_MAX
      ? [
          {
            cause: 'unbounded-buffer' as const,
            what: 'records that wait for the next put, up to flush.size a partition',
            bytes: {
              low: 0,
              high:
                partitions.high *
                (Math.min(files.plan.flushSize, MAX_WAITING_RECORDS) + pollRecords) *
                record.bytes.high,
            },
            setting: maxWriteMs.text,
            assumptions: [...partitions.assumptions, ...record.assumptions],
          },
        ]
      : []),
  ]
}

/** Java's Long.MAX_VALUE: the default, no limit. */
const LONG_MAX = 2 ** 63

/** A flush.size of millions, never reached, must not make the estimate absurd. */
const MAX_WAITING_RECORDS = 1_000_000

/** parquet's own default row group (ParquetWriter.DEFAULT_BLOCK_SIZE); the connector sets none. */
const PARQUET_ROW_GROUP = 128 * MIB

/** Keys and headers of the records go to files of their own (KeyValueHeaderRecordWriterProvider). */
function streamsOf(task: TaskFacts): number {
  return (
    1 +
    Number(isEnabled(task, 'store.kafka.keys', false)) +
    Number(isEnabled(task, 'store.kafka.headers', false))
  )
}

/** One part at a time is copied (S3OutputStream:344). */
function digestShare(key: string, part: Setting<number>, jvm: Jvm): Share {
  return {
    cause: 'open-writers',
    what: 'a copy of the part that is being uploaded, for its checksum',
    bytes: { low: 0, high: arrayHeapBytes(part.value, jvm) },
    setting: `${key}=true`,
    assumptions: [],
  }
}

function levers(task: TaskFacts, settings: PartBufferSettings): readonly Lever[] {
  const { connector, jvm } = task
  const { partSize: sizes, elastic, partsOfObject } = settings
  const part = partSize(task, settings).value
  const smaller = smallestPart(sizes.limits.min, jvm)
  const mayBeElastic =
    elastic !== null && !isBefore(connector, elastic.since) && elasticCapacity(task, settings) === null
  const buffers: readonly Lever[] = [
    ...(smaller < part
      ? [
          {
            remedy: 'lower-part-size' as const,
            set: { [sizes.key]: String(smaller) },
            price: `${partsOfObject === null ? '' : `an object of at most ${((partsOfObject * smaller) / 1024 ** 3).toFixed(1)} GiB (${formatCount(partsOfObject)} parts), and `}more, smaller uploads`,
          },
        ]
      : []),
    ...(elastic !== null && mayBeElastic
      ? [
          {
            remedy: 'elastic-buffer' as const,
            set: { [elastic.enable]: 'true' },
            price: `needs ${elastic.since} or newer${connector.version === null ? ', and its version is not known' : ''}; helps small files: one that fills a part takes as much as before, and more while it grows`,
          },
        ]
      : []),
  ]
  return openFileLevers(task, settings.files, buffers)
}

function ineffective(task: TaskFacts, settings: PartBufferSettings): ReturnType<Family['ineffective']> {
  const { connector } = task
  const { partSize: sizes, elastic } = settings
  const { plan, cause } = countOpenFiles(task, settings.files)
  const isPlain = elasticCapacity(task, settings) === null
  const part = partSize(task, settings)
  const isParquet = /Parquet/.test(task.config['format.class'] ?? '')
  return [
    ...(plan.by === 'partition' && isPlain && !isParquet
      ? [
          {
            remedy: 'lower-flush-size' as const,
            why: 'a part buffer has its full size from the first record of a file on, and a partition always has one file open, whatever flush.size is',
          },
        ]
      : []),
    ...(cause === 'time-bucket-fanout'
      ? []
      : [
          {
            remedy: 'rotate-interval' as const,
            why:
              plan.by === 'time'
                ? 'rotate.interval.ms goes by the time of the records: a partition that falls silent keeps its files open, and only rotate.schedule.interval.ms closes them'
                : 'rotate.interval.ms is ignored here: only time partitioners read a time from the records',
          },
        ]),
    {
      remedy: 'lower-poll-size' as const,
      why: 'part buffers belong to open files: max.poll.records and the fetch sizes change nothing about them',
    },
    ...(connector.workerConfig[FLUSH_INTERVAL] === undefined
      ? []
      : [
          {
            remedy: 'lower-flush-interval' as const,
            why: 'files are closed by flush.size and rotations, not by the offset flush of the worker',
          },
        ]),
    ...(connector.tasks.length < 2
      ? []
      : [
          {
            remedy: 'change-assignor' as const,
            why: 'CooperativeStickyAssignor does not get on with it: its tasks close all files at every rebalance and then miss the writers of the partitions they kept; RoundRobinAssignor does',
          },
        ]),
    ...(part.value <= smallestPart(sizes.limits.min, task.jvm)
      ? [{ remedy: 'lower-part-size' as const, why: `${part.text} can't cost less in this heap` }]
      : []),
    ...(elastic !== null && isBefore(connector, elastic.since)
      ? [{ remedy: 'elastic-buffer' as const, why: `needs version ${elastic.since}; this is an older one` }]
      : []),
  ]
}
