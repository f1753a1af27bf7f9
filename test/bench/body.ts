import { outOfMemory, trace } from './traces.ts'

/** A cluster, as large as its name says. */
export interface Shape {
  readonly connectors: number
  readonly tasks: number
  /** Whether the task that is the `number`th of the cluster has failed, and with what trace. */
  readonly traceOf: (number: number) => string | null
  /** 10 unless told. */
  readonly workers?: number
  /** Of each connector; 3 unless told. */
  readonly topics?: number
}

const small = { connectors: 100, tasks: 4 }
const large = { connectors: 1_000, tasks: 10 }
const healthy = () => null
const tenth = (number: number) => (number % 10 === 0 ? trace(number / 10) : null)
const equal = () => trace(0)
const withPassword = (number: number) => (number % 10 === 0 ? trace(number / 10, `password=${number}`) : null)
const starved = (number: number) => (number % 10 === 0 ? outOfMemory(number % 40) : null)
const failed = { ...large, traceOf: tenth, topics: 22 }
const outbreak = { ...large, traceOf: starved, topics: 22 }

export const SHAPES = {
  'small-healthy': { ...small, traceOf: healthy },
  'small-failed': { ...small, traceOf: tenth },
  'large-healthy': { ...large, traceOf: healthy },
  'large-failed': { ...large, traceOf: tenth },
  'distinct-1000': { ...large, connectors: 100, traceOf: trace },
  'distinct-10000': { ...large, traceOf: trace },
  'equal-1000': { ...large, connectors: 100, traceOf: equal },
  'equal-10000': { ...large, traceOf: equal },
  'large-secret': { ...large, traceOf: withPassword },
  'failed-3': { ...failed, workers: 3 },
  'failed-50': { ...failed, workers: 50 },
  'failed-500-50': { ...failed, connectors: 500, workers: 50 },
  'failed-2000-50': { ...failed, connectors: 2_000, workers: 50 },
  'outbreak-3': { ...outbreak, workers: 3 },
  'outbreak-50': { ...outbreak, workers: 50 },
  'outbreak-500-50': { ...outbreak, connectors: 500, workers: 50 },
  'outbreak-2000-50': { ...outbreak, connectors: 2_000, workers: 50 },
  'oom-1000': { ...large, connectors: 100, traceOf: outOfMemory },
  'oom-10000': { ...large, traceOf: outOfMemory },
} as const satisfies Record<string, Shape>

export type ShapeName = keyof typeof SHAPES

export function isShapeName(name: string): name is ShapeName {
  return Object.hasOwn(SHAPES, name)
}

/** The answer to `GET /connectors?expand=status&expand=info` of a cluster of that shape, as text. */
export function bodyOf({ connectors, tasks, traceOf, workers = 10, topics = 3 }: Shape): string {
  const worker = (number: number) => `10.0.${number % workers}.1:8083`
  const entries = Array.from({ length: connectors }, (_, connector) => {
    const name = `s3-orders-${String(connector).padStart(4, '0')}`
    const status = {
      name,
      connector: { state: 'RUNNING', worker_id: worker(connector) },
      tasks: Array.from({ length: tasks }, (_, id) => {
        const failure = traceOf(connector * tasks + id)
        return {
          id,
          state: failure === null ? 'RUNNING' : 'FAILED',
          worker_id: worker(connector + id),
          ...(failure === null ? {} : { trace: failure }),
        }
      }),
      type: 'sink',
    }
    const info = {
      name,
      config: configOf(name, connector, topics),
      tasks: Array.from({ length: tasks }, (_, task) => ({ connector: name, task })),
      type: 'sink',
    }
    return [name, { status, info }]
  })
  return JSON.stringify(Object.fromEntries(entries))
}

/** As long as an S3 sink's usually is. */
function configOf(name: string, number: number, topics: number): Record<string, string> {
  return {
    name,
    'connector.class': 'io.confluent.connect.s3.S3SinkConnector',
    'tasks.max': '10',
    topics: Array.from({ length: topics }, (_, topic) => `orders-${number}-${topic}`).join(),
    's3.region': 'eu-central-1',
    's3.bucket.name': 'example-lake',
    's3.part.size': '26214400',
    'flush.size': '10000',
    'rotate.schedule.interval.ms': '600000',
    timezone: 'UTC',
    'storage.class': 'io.confluent.connect.s3.storage.S3Storage',
    'format.class': 'io.confluent.connect.s3.format.avro.AvroFormat',
    'partitioner.class': 'io.confluent.connect.storage.partitioner.TimeBasedPartitioner',
    'path.format': "'year'=YYYY/'month'=MM/'day'=dd/'hour'=HH",
    'partition.duration.ms': '3600000',
    locale: 'en-US',
    'aws.access.key.id': 'AKIDEXAMPLE',
    'aws.secret.access.key': 'example',
    'key.converter': 'org.apache.kafka.connect.storage.StringConverter',
    'value.converter': 'io.confluent.connect.avro.AvroConverter',
    'value.converter.schema.registry.url': 'https://registry.example.com',
    'errors.tolerance': 'none',
    'consumer.override.max.poll.records': '500',
  }
}
