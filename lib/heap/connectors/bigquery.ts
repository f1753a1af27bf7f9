import type { Family, TaskFacts } from '../model.ts'
import { flushMoreOftenLever } from '../parts/flush-levers.ts'
import { bufferedCount, heldRecords, heldUntilFlush } from '../parts/records.ts'
import { numberSetting, type Setting } from '../parts/setting.ts'

/** A record, and the map of its columns that is made of it. */
const COPIES = 2

const FEW_QUEUED = 20

/** Batches of one put and one table each; -1: no bound. It pauses above, and goes on at half of it. */
const queueSize = (task: TaskFacts): Setting<number> =>
  numberSetting(task, 'queueSize', -1, { min: -1, max: 2 ** 31 - 1 })

/** WePay's connector, today Confluent's and Aiven's: put() queues, flush() waits until the queue is empty. */
export const bigQuery: Family = {
  name: 'bigquery',
  classes: ['com.wepay.kafka.connect.bigquery.BigQuerySinkConnector'],
  shares: (task) => {
    const queue = queueSize(task)
    if (queue.value <= 0) {
      const held = heldUntilFlush(task, COPIES)
      const isSlow = 'BigQuery is taken to be slow, so that nothing leaves the queue before a flush.'
      return [
        { ...held, setting: queue.text, assumptions: [...queue.assumptions, isSlow, ...held.assumptions] },
      ]
    }
    const threads = numberSetting(task, 'threadPoolSize', 10, { min: 1, max: 10_000 })
    return [
      heldRecords(task, {
        cause: 'record-batch',
        count: bufferedCount(task, (queue.value + threads.value) * task.pollRecords),
        where: 'queued for its tables, with their columns',
        copies: COPIES,
        setting: queue.text,
        assumptions: threads.assumptions,
      }),
    ]
  },
  levers: (task) => {
    const { value } = queueSize(task)
    return [
      ...(value <= 0 || value > FEW_QUEUED
        ? [
            {
              remedy: 'lower-queue-size' as const,
              set: { queueSize: String(FEW_QUEUED) },
              price: 'the task pauses while BigQuery is slow',
            },
          ]
        : []),
      ...flushMoreOftenLever(task),
    ]
  },
  ineffective: () => [],
}
