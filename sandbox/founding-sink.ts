import { createConnector } from './create-connector.ts'
import type { ConnectSandbox } from './http.ts'

/** Topic to its number of partitions: before the first commit of a sink, nothing in Connect's REST API tells. */
export const FOUNDING_TOPICS: Readonly<Record<string, number>> = Object.fromEntries(
  Array.from({ length: 22 }, (_, index) => [`billing-${String(index + 1).padStart(2, '0')}`, 4]),
)

/** An S3 sink with default settings over 22 topics of 4 partitions, on one task: 88 part buffers of 26 MiB each. */
export async function foundingSink(connect: ConnectSandbox, name: string): Promise<void> {
  const topics = Object.keys(FOUNDING_TOPICS)
  for (const topic of topics) connect.cluster.broker.createTopic(topic, 4, 5)
  await createConnector(connect, name, {
    'connector.class': 'io.confluent.connect.s3.S3SinkConnector',
    'tasks.max': '1',
    topics: topics.join(','),
    's3.bucket.name': 'billing',
    's3.region': 'eu-west-1',
    'aws.secret.access.key': 'correct-horse',
    'storage.class': 'io.confluent.connect.s3.storage.S3Storage',
    'format.class': 'io.confluent.connect.s3.format.json.JsonFormat',
    'flush.size': '1000',
  })
}
