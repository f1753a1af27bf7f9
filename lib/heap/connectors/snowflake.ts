import { MIB } from '../../util/bytes.ts'
import { countOf, formatBytes } from '../../util/quantity.ts'
import type { Family, Share, TaskFacts } from '../model.ts'
import { ANY_COUNT, numberSetting } from '../parts/setting.ts'
import { countPartitions } from '../parts/task-partitions.ts'

/** A buffer of text, what it grows into, and the bytes that are made of it (v1.4.3: StringBuilder.toString, getBytes, gzip). */
const TEXT_COPIES = 3

/** What the Snowflake Ingest SDK may hold for one channel, of which each partition has one. */
const CHANNEL = 64 * MIB

const isStreaming = ({ config }: TaskFacts) =>
  /^SNOWPIPE_STREAMING$/i.test(config['snowflake.ingestion.method']?.trim() ?? '')

/** 5 MB with Snowpipe, 20 MB with Snowpipe Streaming in version 2. */
const bufferSize = (task: TaskFacts) =>
  numberSetting(task, 'buffer.size.bytes', isStreaming(task) ? 20_000_000 : 5_000_000, ANY_COUNT)

function snowpipe(task: TaskFacts): Share {
  const partitions = countPartitions(task)
  const buffer = bufferSize(task)
  return {
    cause: 'open-writers',
    what: `${countOf(partitions, 'partition buffer')} of ${formatBytes({ low: buffer.value, high: buffer.value })}, up to three times`,
    bytes: {
      low: task.connector.backlog === true ? partitions.low * buffer.value : 0,
      high: partitions.high * buffer.value * TEXT_COPIES,
    },
    setting: buffer.text,
    assumptions: [...partitions.assumptions, ...buffer.assumptions],
  }
}

function streaming(task: TaskFacts): Share {
  const partitions = countPartitions(task)
  const limit = numberSetting(task, 'snowflake.streaming.max.memory.limit.bytes', -1, {
    min: -1,
    max: Number.MAX_SAFE_INTEGER,
  })
  const channels = partitions.high * CHANNEL
  return {
    cause: 'open-writers',
    what: `${countOf(partitions, 'channel')} of up to ${formatBytes({ low: CHANNEL, high: CHANNEL })}`,
    bytes: { low: 0, high: limit.value > 0 ? Math.min(channels, limit.value) : channels },
    setting: limit.text,
    assumptions: [
      ...partitions.assumptions,
      ...limit.assumptions,
      'The SDK slows down when less than 200 MB and 10 % of the heap are free, which other connectors may take.',
    ],
  }
}

/** Versions 1 to 3. Version 4 has another class, whose memory is native and not modelled. */
export const snowflake: Family = {
  name: 'snowflake',
  classes: ['com.snowflake.kafka.connector.SnowflakeSinkConnector'],
  shares: (task) => (isStreaming(task) ? [streaming(task)] : [snowpipe(task)]),
  levers: (task) => {
    if (isStreaming(task)) {
      return [
        {
          remedy: 'lower-queue-size',
          set: { 'snowflake.streaming.max.memory.limit.bytes': String(Math.round(task.jvm.heapBytes / 4)) },
          price: 'ingestion waits when it is reached',
        },
      ]
    }
    if (bufferSize(task).value <= 1_000_000) return []
    return [
      {
        remedy: 'lower-flush-size',
        set: { 'buffer.size.bytes': '1000000' },
        price: 'more, smaller files, of which Snowpipe charges each',
      },
    ]
  },
  ineffective: () => [
    { remedy: 'lower-poll-size', why: 'its buffers belong to partitions and outlast a poll' },
  ],
}
