import { MIB } from '../../util/bytes.ts'
import type { Family, TaskFacts } from '../model.ts'
import { smallerProducerLever } from '../parts/client-levers.ts'
import { heldRecords } from '../parts/records.ts'
import { ANY_COUNT, numberSetting } from '../parts/setting.ts'

/** Longest line of a file, for want of knowledge. */
const DEFAULT_LINE_BYTES = MIB

const batchSize = (task: TaskFacts) => numberSetting(task, 'batch.size', 2000, ANY_COUNT)

/** Kafka's example source. Its buffer of characters doubles until a line ends: a file without line ends fills the heap. */
export const fileStreamSource: Family = {
  name: 'file-stream-source',
  classes: ['org.apache.kafka.connect.file.FileStreamSourceConnector'],
  shares: (task) => {
    const batch = batchSize(task)
    return [
      {
        cause: 'huge-input',
        what: 'the longest line, while its buffer doubles',
        bytes: { low: 0, high: 2 * DEFAULT_LINE_BYTES },
        setting: null,
        assumptions: ['Lines are taken to have up to 1 MiB; wc -L tells.'],
      },
      heldRecords(task, {
        cause: 'source-queue',
        count: { low: 0, high: batch.value },
        where: 'of one poll',
        copies: 1,
        setting: batch.text,
        assumptions: batch.assumptions,
      }),
    ]
  },
  levers: (task) => [
    ...(batchSize(task).value > 100
      ? [{ remedy: 'lower-poll-size' as const, set: { 'batch.size': '100' }, price: 'less throughput' }]
      : []),
    ...smallerProducerLever(task),
  ],
  ineffective: () => [{ remedy: 'raise-tasks-max', why: 'a file is read by one task' }],
}

/** Prints each record and keeps nothing. */
export const fileStreamSink: Family = {
  name: 'file-stream-sink',
  classes: ['org.apache.kafka.connect.file.FileStreamSinkConnector'],
  shares: () => [],
  levers: () => [],
  ineffective: () => [],
}
