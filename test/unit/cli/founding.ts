import { entry, RUNNING } from './fake-connect.ts'

export const TOPICS = Array.from({ length: 22 }, (_, index) => `orders-${index + 1}`)

/** S3 defaults, one task: each partition that has records holds a part buffer of 25 MiB. */
export const CONFIG = {
  'connector.class': 'io.confluent.connect.s3.S3SinkConnector',
  topics: TOPICS.join(','),
  'flush.size': '10000',
}

export function offsetsOf(topics: readonly string[], partitions: number) {
  return {
    offsets: topics.flatMap((kafka_topic) =>
      Array.from({ length: partitions }, (_, kafka_partition) => ({
        partition: { kafka_topic, kafka_partition },
        offset: { kafka_offset: 7 },
      })),
    ),
  }
}

/** 22 topics of 3 partitions unless said otherwise, on one of two workers of 2 GiB. */
export function foundingCase({ partitions = 3, workers = 2 } = {}) {
  return {
    cluster: { name: 'prod', workerHeapBytes: 2 ** 31, workers },
    connectors: { 's3-orders': entry('s3-orders', [RUNNING], { config: CONFIG }) },
    offsets: { 's3-orders': offsetsOf(TOPICS, partitions) },
  }
}
