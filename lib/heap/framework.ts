import { type Bytes, exactBytes, KIB, MIB } from '../util/bytes.ts'
import { countNoun, formatBytes } from '../util/quantity.ts'
import { type ClientNumber, effectiveNumber } from './client-settings.ts'
import type { ConnectorFacts, Share, TaskFacts } from './model.ts'
import { recordOnHeap } from './record-size.ts'

const INT_MAX = 2 ** 31 - 1

// defaults and bounds of ConsumerConfig and ProducerConfig, Kafka 4.0
const MAX_POLL_RECORDS: ClientNumber = {
  client: 'consumer',
  name: 'max.poll.records',
  byDefault: 500,
  least: 1,
  most: INT_MAX,
}
const FETCH_MAX_BYTES: ClientNumber = {
  client: 'consumer',
  name: 'fetch.max.bytes',
  byDefault: 50 * MIB,
  least: 0,
  most: INT_MAX,
}
const MAX_PARTITION_FETCH_BYTES: ClientNumber = {
  client: 'consumer',
  name: 'max.partition.fetch.bytes',
  byDefault: MIB,
  least: 0,
  most: INT_MAX,
}
const BUFFER_MEMORY: ClientNumber = {
  client: 'producer',
  name: 'buffer.memory',
  byDefault: 32 * MIB,
  least: 0,
  most: Number.MAX_SAFE_INTEGER,
}

/**
 * Measured on Kafka 4.4, JDK 17, as live heap: 1.7 MiB for a worker's first sink task, 0.33 MiB for each of 39 more. The
 * 8 to 12 MiB that a Confluent S3 sink took besides its part buffers are its own clients' for the greater part.
 */
const SINK_TASK: Bytes = { low: 300 * KIB, high: 2 * MIB }

/** Small records with a schema, all waiting for the brokers: objects of each, and its bytes in a batch. */
const MAX_IN_FLIGHT_FACTOR = 12

/** Records of one poll at most, for a sink. */
export function maxPollRecords(connector: ConnectorFacts): number {
  return effectiveNumber(connector, MAX_POLL_RECORDS).value
}

/**
 * What Kafka Connect itself takes for one task, whatever its connector: clients, their buffers, and a sink's batch. What a
 * source's connector holds, one poll included, is for its family to tell.
 */
export function frameworkShares(task: TaskFacts): readonly Share[] {
  const { connector } = task
  if (!isSink(connector)) return [producerInFlight(connector)]
  const reads = task.partitions?.length !== 0
  return [
    {
      cause: 'fetch-buffers',
      what: 'a consumer and its task',
      bytes: SINK_TASK,
      setting: null,
      assumptions: [],
    },
    ...(reads ? [fetchBuffers(task), recordBatch(task)] : []),
    ...deadLetters(connector),
  ]
}

function isSink({ type, config }: ConnectorFacts): boolean {
  return type === 'sink' || (type === 'unknown' && ('topics' in config || 'topics.regex' in config))
}

/**
 * A response of a broker is one array on the heap until the last of its partitions is drained, while the next may be
 * under way: up to two. Both limits are soft: a response holds its first batch however large.
 */
function fetchBuffers({ connector, partitions }: TaskFacts): Share {
  const perPartition = effectiveNumber(connector, MAX_PARTITION_FETCH_BYTES)
  const perResponse = effectiveNumber(connector, FETCH_MAX_BYTES)
  const record = recordOnHeap(connector)
  const largest = connector.recordBytes === null ? 0 : record.bytes.high / record.perWireByte.low
  const response = (reads: number, batch: number) =>
    Math.min(reads * Math.max(perPartition.value, batch), Math.max(perResponse.value, batch))
  const known = partitions !== null
  const atMost = known ? response(partitions.length, largest) : Math.max(perResponse.value, largest)
  const full = atMost >= perResponse.value
  return {
    cause: 'fetch-buffers',
    what: `up to two responses of ${formatBytes(exactBytes(atMost))} from brokers`,
    bytes: { low: connector.backlog === true ? response(partitions?.length ?? 1, 0) : 0, high: 2 * atMost },
    setting: (full ? perResponse : perPartition).setting,
    assumptions: [
      ...perPartition.assumptions,
      ...perResponse.assumptions,
      ...(known ? [] : ['How many partitions the task reads is not known.']),
      ...(full
        ? ['One broker was assumed to lead all partitions: each further one may answer as much.']
        : []),
    ],
  }
}

/** The records of one poll, which the task holds until the connector has taken them. */
function recordBatch({ connector, pollRecords }: TaskFacts): Share {
  const record = recordOnHeap(connector)
  const poll = effectiveNumber(connector, MAX_POLL_RECORDS)
  return {
    cause: 'record-batch',
    what: `a batch of up to ${countNoun(pollRecords, 'record')}`,
    bytes: {
      low: connector.backlog === true ? pollRecords * record.bytes.low : 0,
      high: pollRecords * record.bytes.high,
    },
    setting: poll.setting,
    assumptions: [...poll.assumptions, ...record.assumptions],
  }
}

/** A dead letter queue gives each task a producer, which fills while brokers are slow and records bad. */
function deadLetters(connector: ConnectorFacts): readonly Share[] {
  const topic = connector.config['errors.deadletterqueue.topic.name'] ?? ''
  if (topic.trim() === '') return []
  const buffer = effectiveNumber(connector, BUFFER_MEMORY)
  return [
    {
      cause: 'source-in-flight',
      what: `a producer for dead letters, up to ${formatBytes(exactBytes(buffer.value))}`,
      bytes: { low: 0, high: buffer.value },
      setting: buffer.setting,
      assumptions: buffer.assumptions,
    },
  ]
}

/**
 * Until brokers confirm it, a record is held as the connector made it and as it is sent, besides its bytes in a batch
 * (AbstractWorkerSourceTask.sendRecords). A producer takes as many as fit in `buffer.memory`, after compression.
 */
function producerInFlight(connector: ConnectorFacts): Share {
  const buffer = effectiveNumber(connector, BUFFER_MEMORY)
  const { perWireByte } = recordOnHeap(connector)
  return {
    cause: 'source-in-flight',
    what: `records not yet confirmed, in a producer of ${formatBytes(exactBytes(buffer.value))}`,
    bytes: { low: 0, high: buffer.value * Math.min(1 + perWireByte.high, MAX_IN_FLIGHT_FACTOR) },
    setting: buffer.setting,
    assumptions: [
      ...buffer.assumptions,
      'Brokers that keep up leave the producer nearly empty; compression lets more records wait than this.',
    ],
  }
}
