import { entry } from './fake-connect.ts'
import { offsetsOf } from './founding.ts'

const HEAP_SPACE = [
  'org.apache.kafka.connect.errors.ConnectException: Exiting WorkerSinkTask due to unrecoverable exception.',
  '\tat org.apache.kafka.connect.runtime.WorkerSinkTask.deliverMessages(WorkerSinkTask.java:633)',
  '\tat org.apache.kafka.connect.runtime.WorkerSinkTask.poll(WorkerSinkTask.java:342)',
  'Caused by: java.lang.OutOfMemoryError: Java heap space',
  '',
].join('\n')

/** A sink with one task, which ran out of the 512 MiB of its only worker, and six partitions of one topic. */
function starvedSink(name: string, config: Readonly<Record<string, string>>) {
  return {
    cluster: { name: 'test', kafkaVersion: '3.9.1', workerHeapBytes: 512 * 1024 ** 2, workers: 1 },
    connectors: {
      [name]: entry(name, [{ state: 'FAILED', trace: HEAP_SPACE }], {
        config: { 'tasks.max': '1', topics: 'a', ...config },
      }),
    },
    offsets: { [name]: offsetsOf(['a'], 6) },
  }
}

/** A queue that is counted in records, 20,000 by default. */
export const ELASTICSEARCH = starvedSink('es', {
  'connector.class': 'io.confluent.connect.elasticsearch.ElasticsearchSinkConnector',
  'value.converter': 'org.apache.kafka.connect.json.JsonConverter',
  'value.converter.schemas.enable': 'false',
})

/** As many records of a poll as statements that are bound at once. */
export const JDBC_SINK = starvedSink('c', {
  'connector.class': 'io.confluent.connect.jdbc.JdbcSinkConnector',
  'batch.size': '50000',
  'consumer.override.max.poll.records': '50000',
  'value.converter': 'io.confluent.connect.avro.AvroConverter',
})
