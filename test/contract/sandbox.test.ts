import { startConnect } from '../../sandbox/http.ts'
import { connectContract } from './suite.ts'

connectContract('the sandbox', async () => {
  const { cluster, urls, close } = await startConnect({
    workerHeapBytes: [256 * 2 ** 20, 256 * 2 ** 20],
    delays: {
      pollMs: 10,
      commitIntervalMs: 50,
      rebalanceMs: 20,
      startMs: 20,
      stopMs: 20,
      groupRebalanceMs: 20,
    },
  })
  return {
    urls,
    createTopic: async (name, partitions) => cluster.broker.createTopic(name, partitions),
    produce: async (topic, partition, count) => cluster.broker.produce(topic, partition, count),
    sinkConfig: (topics, overrides) => ({
      'connector.class': 'medic.PartBufferSinkConnector',
      'tasks.max': '1',
      topics: topics.join(','),
      'out.dir': '/out',
      ...overrides,
    }),
    close,
  }
})
