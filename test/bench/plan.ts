import type { ClusterLoad } from '../../lib/heap/model.ts'
import { helpfulRemedies } from '../../lib/heap/remedies.ts'
import { MIB } from '../../lib/util/bytes.ts'
import { compare } from './measure.ts'
import { goal, type Table, times } from './table.ts'

const WORKERS = 50
const CONNECTORS = 1_000
const TASKS = 10
const TOPICS = 5
const PARTITIONS = 10
const ROUNDS = 5
const MOST_MS = 1_000

/** What would help one connector of a large cluster, simulated: every lever, more tasks, splits, more heap, and losses. */
export async function plan(): Promise<Table> {
  const cluster = largeCluster()
  const text = JSON.stringify(cluster, (_, value: unknown) => (value instanceof Map ? [...value] : value))
  const { ratio, oursMs, bareMs } = await compare(
    async () => helpfulRemedies(cluster, 'sink-7'),
    async () => JSON.parse(text),
    ROUNDS,
  )
  return {
    title: 'A plan in a large cluster',
    about: `What would help one sink among ${CONNECTORS} connectors of ${TASKS} tasks on ${WORKERS} workers, against JSON.parse of what the model knows of that cluster.`,
    columns: ['ours ms', 'JSON.parse ms', 'ratio', 'goal'],
    rows: [[oursMs.toFixed(0), bareMs.toFixed(0), times(ratio), goal('< 1 s', oursMs < MOST_MS)]],
  }
}

function largeCluster(): ClusterLoad {
  const workers = Array.from({ length: WORKERS }, (_, index) => ({
    id: `10.0.0.${index}:8083`,
    heapBytes: 2048 * MIB,
    baseBytes: 30 * MIB,
  }))
  const connectors = Array.from({ length: CONNECTORS }, (_, number) => ({
    name: `sink-${number}`,
    type: 'sink' as const,
    config: { 'connector.class': 'io.confluent.connect.s3.S3SinkConnector', 'flush.size': '1000' },
    workerConfig: {},
    kafkaVersion: null,
    version: '10.5.25',
    like: null,
    tasks: Array.from({ length: TASKS }, (_, id) => ({
      id,
      workerId: `10.0.0.${(number + id) % WORKERS}:8083`,
    })),
    partitions: new Map(
      Array.from({ length: TOPICS }, (_, topic) => [`topic-${number}-${topic}`, PARTITIONS]),
    ),
    activeTopics: null,
    backlog: null,
    recordBytes: null,
  }))
  return { workers, connectors }
}
