import type { Family, TaskFacts } from '../model.ts'
import { fewerRecordsLever } from '../parts/client-levers.ts'
import { bufferedCount, heldRecords } from '../parts/records.ts'
import { ANY_COUNT, numberSetting } from '../parts/setting.ts'

/**
 * Sinks into databases that write what one put() gives them, in batches of bound statements: those hold each record once
 * more, besides the poll itself. So a batch.size above max.poll.records has no effect.
 */
function boundStatements(name: string, className: string, batchSize: number): Family {
  const batchOf = (task: TaskFacts) => numberSetting(task, 'batch.size', batchSize, ANY_COUNT)
  return {
    name,
    classes: [className],
    shares: (task) => {
      const batch = batchOf(task)
      return [
        heldRecords(task, {
          cause: 'record-batch',
          count: bufferedCount(task, Math.min(batch.value, task.pollRecords)),
          where: 'in bound statements',
          copies: 1,
          setting: batch.text,
          assumptions: batch.assumptions,
        }),
      ]
    },
    levers: fewerRecordsLever,
    ineffective: (task) =>
      batchOf(task).value > task.pollRecords
        ? [
            {
              remedy: 'lower-flush-size',
              why: `batch.size is above the ${task.pollRecords} records of a poll, so a smaller one changes nothing until it is below`,
            },
          ]
        : [],
  }
}

export const confluentJdbcSink = boundStatements(
  'jdbc-sink',
  'io.confluent.connect.jdbc.JdbcSinkConnector',
  3000,
)

export const debeziumJdbcSink = boundStatements(
  'debezium-jdbc-sink',
  'io.debezium.connector.jdbc.JdbcSinkConnector',
  500,
)
