import type { Family, TaskFacts } from '../model.ts'
import { fewerRecordsLever, smallerProducerLever } from '../parts/client-levers.ts'
import { bufferedCount, heldRecords } from '../parts/records.ts'
import { ANY_COUNT, isEnabled, numberSetting } from '../parts/setting.ts'

/** BSON documents and the write models around them, besides the record. */
const SINK_COPIES = 2

export const mongoSink: Family = {
  name: 'mongodb-sink',
  classes: ['com.mongodb.kafka.connect.MongoSinkConnector'],
  shares: (task) => {
    const batch = numberSetting(task, 'max.batch.size', 0, { min: 0, max: ANY_COUNT.max })
    return [
      heldRecords(task, {
        cause: 'record-batch',
        count: bufferedCount(task, task.pollRecords),
        where: 'as documents and writes',
        copies: SINK_COPIES,
        setting: null,
        assumptions: batch.assumptions,
      }),
    ]
  },
  levers: fewerRecordsLever,
  ineffective: () => [
    {
      remedy: 'lower-flush-size',
      why: 'max.batch.size only splits the writes: all records of a poll are documents before the first is written',
    },
  ],
}

const QUEUE = 'startup.mode.copy.existing.queue.size'
const BATCH = 'poll.max.batch.size'

const queueSize = (task: TaskFacts) => numberSetting(task, QUEUE, 16_000, ANY_COUNT)
const batchSize = (task: TaskFacts) => numberSetting(task, BATCH, 1000, ANY_COUNT)

/** The second setting is the older way to say it. */
function copiesExisting(task: TaskFacts): boolean {
  const mode = task.config['startup.mode']?.trim().toLowerCase()
  return mode === 'copy_existing' || (mode === undefined && isEnabled(task, 'copy.existing', false))
}

/** Documents of a poll; and, while existing ones are copied, those in a queue that is counted in documents. */
export const mongoSource: Family = {
  name: 'mongodb-source',
  classes: ['com.mongodb.kafka.connect.MongoSourceConnector'],
  shares: (task) => {
    const batch = batchSize(task)
    const queue = copiesExisting(task) ? queueSize(task) : null
    return [
      heldRecords(task, {
        cause: 'source-queue',
        count: { low: 0, high: batch.value + (queue?.value ?? 0) },
        where: queue === null ? 'of one poll' : 'in the queue of existing documents and of one poll',
        copies: 1,
        setting: (queue ?? batch).text,
        assumptions: [...batch.assumptions, ...(queue?.assumptions ?? [])],
      }),
    ]
  },
  levers: (task) => [
    ...(copiesExisting(task) && queueSize(task).value > 1000
      ? [
          {
            remedy: 'lower-queue-size' as const,
            set: { [QUEUE]: '1000' },
            price: 'a slower copy of existing documents',
          },
        ]
      : []),
    ...(batchSize(task).value > 100
      ? [{ remedy: 'lower-poll-size' as const, set: { [BATCH]: '100' }, price: 'less throughput' }]
      : []),
    ...smallerProducerLever(task),
  ],
  ineffective: () => [{ remedy: 'raise-tasks-max', why: 'a change stream is read by one task' }],
}
