import { connectContract } from '../contract/suite.ts'
import { createTopic, produce } from './cluster.ts'
import { describeReal, partBufferSink } from './real.ts'

describeReal('the contract', (kafka) => {
  connectContract('Kafka Connect', async () => ({
    urls: kafka.workers,
    createTopic: (name, partitions) => createTopic(kafka, name, partitions),
    produce: async (topic, partition, count) => {
      await produce(kafka, topic, partition, count)
    },
    sinkConfig: (topics, overrides = {}) => ({ ...partBufferSink(kafka, 'contract', topics), ...overrides }),
    close: async () => {},
  }))
})
