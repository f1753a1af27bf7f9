import { describe, expect, it } from 'vitest'
import type { ConnectorSnapshot } from '../../../lib/domain/snapshot.ts'
import { NO_HEAP_INPUTS } from '../../../lib/heap/inputs.ts'
import {
  connector,
  diagnoseAll,
  diagnoseTrace,
  failed,
  OTHER_WORKER,
  running,
} from '../../support/snapshots.ts'

const HEAP = 'java.lang.OutOfMemoryError: Java heap space'
const RECEIVE = '\n\tat org.apache.kafka.common.network.NetworkReceive.readFrom(NetworkReceive.java:103)'
const IN_POLL = '\n\tat org.apache.kafka.connect.runtime.WorkerSinkTask.pollConsumer(WorkerSinkTask.java:512)'
const S3 = { 'connector.class': 'io.confluent.connect.s3.S3SinkConnector' }

const variants = [
  [HEAP, 'heap', 'useless'],
  [
    'java.lang.OutOfMemoryError: Java heap space: failed reallocation of scalar replaced objects',
    'heap',
    'useless',
  ],
  ['java.lang.OutOfMemoryError: GC overhead limit exceeded', 'gc-overhead', 'useless'],
  ['java.lang.OutOfMemoryError: Direct buffer memory', 'direct', 'useless'],
  [
    'java.lang.OutOfMemoryError: Cannot reserve 65536 bytes of direct buffer memory (allocated: 9, limit: 10)',
    'direct',
    'useless',
  ],
  [
    'io.netty.util.internal.OutOfDirectMemoryError: failed to allocate 16777216 byte(s) of direct memory (used: 1, max: 2)',
    'direct',
    'useless',
  ],
  ['java.lang.OutOfMemoryError: Metaspace', 'metaspace', 'useless'],
  ['java.lang.OutOfMemoryError: Compressed class space', 'metaspace', 'useless'],
  [
    'java.lang.OutOfMemoryError: unable to create native thread: possibly out of memory or process/resource limits reached',
    'native-thread',
    'once',
  ],
  ['java.lang.OutOfMemoryError: unable to create new native thread', 'native-thread', 'once'],
  ['java.lang.OutOfMemoryError: Requested array size exceeds VM limit', 'array-limit', 'useless'],
  ['java.lang.OutOfMemoryError: Required array length 2147483639 + 9 is too large', 'array-limit', 'useless'],
  ['java.lang.OutOfMemoryError: Required array size too large', 'array-limit', 'useless'],
  [
    'java.lang.OutOfMemoryError\n\tat java.lang.AbstractStringBuilder.hugeCapacity(AbstractStringBuilder.java:161)',
    'array-limit',
    'useless',
  ],
  [
    'java.io.IOException: Map failed\nCaused by: java.lang.OutOfMemoryError: Map failed',
    'map-failed',
    'useless',
  ],
] as const

describe('an OutOfMemoryError', () => {
  it.each(variants)('%s is of its variant', (trace, variant, restart) => {
    const diagnosis = diagnoseTrace(trace)
    expect(diagnosis).toMatchObject({ kind: 'out-of-memory', restart, oom: { variant } })
  })

  it('is found under a wrapper that only quotes it', () => {
    expect(diagnoseTrace(`java.lang.RuntimeException: ${HEAP}`).kind).toBe('out-of-memory')
  })

  it('of a remote server is not one of this worker', () => {
    const trace = `org.example.ServerException: the server answered: ${HEAP}`
    expect(diagnoseTrace(trace).kind).not.toBe('out-of-memory')
  })

  it('of the heap may be tried once more, for its cause in bytes is not certain', () => {
    expect(diagnoseTrace(HEAP).probe).toBe(true)
    expect(diagnoseTrace('java.lang.OutOfMemoryError: Metaspace').probe).toBe(false)
  })

  it('without frames tells that this JVM ran out of memory before', () => {
    expect(diagnoseTrace(HEAP).evidence.join(' ')).toContain('has run out of memory before')
    expect(diagnoseTrace(`${HEAP}\n\tat a.B.c(B.java:1)`).evidence.join(' ')).not.toContain('before')
  })
})

const causes: readonly (readonly [
  string,
  Readonly<Record<string, string>>,
  string,
  ConnectorSnapshot['type'],
])[] = [
  ['open-writers', S3, HEAP, 'sink'],
  [
    'open-writers',
    { 'connector.class': 'io.confluent.connect.gcs.GcsSinkConnector' },
    HEAP + RECEIVE + IN_POLL,
    'sink',
  ],
  ['open-writers', { ...S3, ...time('Wallclock') }, HEAP, 'sink'],
  ['open-writers', { ...S3, ...time('Record'), 'rotate.interval.ms': '60000' }, HEAP, 'sink'],
  ['time-bucket-fanout', { ...S3, ...time('Record') }, HEAP, 'sink'],
  [
    'time-bucket-fanout',
    {
      ...S3,
      ...time('RecordField'),
      'rotate.interval.ms': '86400000',
      'partition.duration.ms': '3600000',
      'rotate.file.on.partition.change': 'false',
    },
    HEAP,
    'sink',
  ],
  [
    'partition-fanout',
    { ...S3, 'partitioner.class': 'io.confluent.connect.storage.partitioner.FieldPartitioner' },
    HEAP,
    'sink',
  ],
  [
    'partition-fanout',
    { 'connector.class': 'org.apache.iceberg.connect.IcebergSinkConnector' },
    HEAP,
    'sink',
  ],
  ['unbounded-buffer', { 'connector.class': 'io.aiven.kafka.connect.gcs.GcsSinkConnector' }, HEAP, 'sink'],
  [
    'open-writers',
    { 'connector.class': 'com.snowflake.kafka.connector.SnowflakeSinkConnector' },
    HEAP,
    'sink',
  ],
  [
    'driver-full-fetch',
    {
      'connector.class': 'io.confluent.connect.jdbc.JdbcSourceConnector',
      'connection.url': 'jdbc:mysql://db/app',
    },
    HEAP,
    'source',
  ],
  [
    'source-queue',
    { 'connector.class': 'io.debezium.connector.postgresql.PostgresConnector' },
    HEAP,
    'source',
  ],
  [
    'record-batch',
    {},
    `${HEAP}\n\tat org.apache.kafka.connect.json.JsonConverter.toConnectData(JsonConverter.java:1)`,
    'sink',
  ],
  [
    'source-in-flight',
    {},
    `${HEAP}\n\tat org.apache.kafka.clients.producer.KafkaProducer.doSend(KafkaProducer.java:1)`,
    'source',
  ],
  ['fetch-buffers', {}, HEAP + RECEIVE + IN_POLL, 'sink'],
  ['unknown', {}, HEAP, 'sink'],
  [
    'unknown',
    {
      'connector.class': 'io.confluent.connect.jdbc.JdbcSourceConnector',
      'connection.url': 'jdbc:mysql://db/app?useCursorFetch=true',
    },
    HEAP,
    'source',
  ],
]

function time(extractor: string): Readonly<Record<string, string>> {
  return {
    'partitioner.class': 'io.confluent.connect.storage.partitioner.TimeBasedPartitioner',
    'timestamp.extractor': extractor,
  }
}

describe('the cause of a heap that ran out', () => {
  it.each(causes)('is %s for %j', (cause, config, trace, type) => {
    expect(diagnoseTrace(trace, { config, type }).oom?.cause).toBe(cause)
  })

  it('is a neighbour on the same worker that holds large buffers, and then its buffers are to be made smaller', () => {
    const hog = connector({ name: 'hog', config: S3, tasks: [running(0)] })
    const small = connector({ name: 'small', tasks: [failed(0, HEAP + RECEIVE + IN_POLL)] })
    const [diagnosis] = diagnoseAll([hog, small])
    expect(diagnosis).toMatchObject({ connector: 'small', oom: { cause: 'victim' }, restart: 'useless' })
    expect(diagnosis?.remedies[0]?.effect).toContain('hog')
  })

  it('is no neighbour on another worker', () => {
    const hog = connector({ name: 'hog', config: S3, tasks: [running(0, OTHER_WORKER)] })
    const small = connector({ name: 'small', tasks: [failed(0, HEAP + RECEIVE + IN_POLL)] })
    expect(diagnoseAll([hog, small])[0]?.oom?.cause).toBe('fetch-buffers')
  })

  it('is a passing peak if only the heartbeat thread met it: once more is worth a try', () => {
    const trace = `java.lang.RuntimeException: ${HEAP}\n\tat org.apache.kafka.clients.consumer.internals.AbstractCoordinator$HeartbeatThread.run(AbstractCoordinator.java:1530)\nCaused by: ${HEAP}${RECEIVE}`
    expect(diagnoseTrace(trace)).toMatchObject({ kind: 'out-of-memory', restart: 'once' })
    expect(diagnoseTrace(trace, { config: S3 })).toMatchObject({
      oom: { cause: 'open-writers' },
      restart: 'useless',
    })
  })
})

describe('remedies against open files', () => {
  it('leave out smaller parts where they are the smallest already', () => {
    const ids = (config: Readonly<Record<string, string>>) =>
      diagnoseTrace(HEAP, { config: { ...S3, ...config } }).remedies.map(({ remedy }) => remedy)
    expect(ids({})).toContain('lower-part-size')
    expect(ids({ 's3.part.size': '5242880' })).not.toContain('lower-part-size')
    expect(ids({ 's3.elastic.buffer.enable': 'true' })).not.toContain('elastic-buffer')
  })

  it('begin with another assignor where one-partition topics leave tasks idle', () => {
    const offsets = Array.from({ length: 22 }, (_, index) => ({
      partition: { kafka_topic: `topic-${index}`, kafka_partition: 0 },
      offset: {},
    }))
    const two = connector({ config: S3, tasks: [failed(0, HEAP), failed(1, HEAP, OTHER_WORKER)] })
    const heap = { ...NO_HEAP_INPUTS, offsets: new Map([['orders', offsets]]) }
    const [diagnosis] = diagnoseAll([two], { heap })
    expect(diagnosis?.remedies[0]?.remedy).toBe('change-assignor')
    expect(diagnosis?.remedies.map(({ remedy }) => remedy)).not.toContain('raise-tasks-max')
  })

  it('do not split on the only worker', () => {
    const one = connector({ config: S3, tasks: [failed(0, HEAP)] })
    const heap = { ...NO_HEAP_INPUTS, workers: 1 }
    expect(diagnoseAll([one], { heap })[0]?.remedies.map(({ remedy }) => remedy)).not.toContain(
      'split-connector',
    )
  })
})

describe('an allocation of an absurd size', () => {
  it.each([352518400, 352518912, 369295617, 1213486160])('of %i bytes is another protocol', (bytes) => {
    const trace = `java.lang.OutOfMemoryError: Cannot reserve ${bytes} bytes of direct buffer memory (allocated: 1, limit: 2)`
    expect(diagnoseTrace(trace)).toMatchObject({
      kind: 'bogus-allocation',
      restart: 'useless',
      probe: false,
      oom: { cause: 'tls-mismatch' },
      remedies: [{ remedy: 'fix-tls' }],
    })
  })

  it.each([
    ['of the admin client', 'org.apache.kafka.clients.admin.KafkaAdminClient$AdminClientRunnable.run'],
    ['of a producer', 'org.apache.kafka.clients.producer.internals.Sender.run'],
    [
      'that looks for its coordinator',
      'org.apache.kafka.clients.consumer.internals.AbstractCoordinator.ensureCoordinatorReady',
    ],
  ])('is seen in the network thread %s', (_, frame) => {
    expect(diagnoseTrace(`${HEAP}${RECEIVE}\n\tat ${frame}(X.java:1)`).kind).toBe('bogus-allocation')
  })

  it('is not proven by a running consumer that died in a fetch', () => {
    expect(diagnoseTrace(HEAP + RECEIVE + IN_POLL).kind).toBe('out-of-memory')
  })

  it('is a typing error where the parts themselves exceed an array', () => {
    const config = { ...S3, 's3.part.size': '2147483647' }
    expect(
      diagnoseTrace('java.lang.OutOfMemoryError: Requested array size exceeds VM limit', { config }),
    ).toMatchObject({
      kind: 'bogus-allocation',
      oom: { cause: 'config-typo' },
    })
  })
})
