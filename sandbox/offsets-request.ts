import { isObject, type JsonObject } from '../lib/util/json.ts'
import type { TopicPartition } from './assignor.ts'
import { RestError } from './rest-error.ts'

/** One entry of `PATCH /connectors/NAME/offsets`; `offset` null deletes it. */
export interface OffsetEntry {
  readonly partition: JsonObject
  readonly offset: JsonObject | null
}

/** Reads the body of `PATCH …/offsets`. */
export function parseOffsets(body: JsonObject): readonly OffsetEntry[] {
  const { offsets } = body
  if (!Array.isArray(offsets) || offsets.length === 0) {
    throw new RestError(400, 'Partitions / offsets need to be provided for an alter offsets request')
  }
  return offsets.map((entry: unknown) => {
    const { partition, offset } = isObject(entry) ? entry : {}
    return { partition: isObject(partition) ? partition : {}, offset: isObject(offset) ? offset : null }
  })
}

/** The same for a sink, in Connect's words (SinkUtils.parseSinkConnectorOffsets). Numbers may be strings. */
export function sinkOffset(entry: OffsetEntry): TopicPartition & { readonly offset: number | null } {
  const { kafka_topic: topic, kafka_partition: partition } = entry.partition
  if (topic === undefined || partition === undefined) {
    throw new RestError(
      400,
      "The partition for a sink connector offset must contain the keys 'kafka_topic' and 'kafka_partition'",
    )
  }
  const at = { topic: String(topic), partition: integer(partition, 'partition', 'Partition') }
  if (entry.offset === null) return { ...at, offset: null }
  if (!('kafka_offset' in entry.offset)) {
    throw new RestError(
      400,
      "The offset for a sink connector should either be null or contain the key 'kafka_offset'",
    )
  }
  return { ...at, offset: integer(entry.offset.kafka_offset, 'offset', 'Offset') }
}

function integer(value: unknown, what: string, name: string): number {
  if (/^-?\d+$/.test(String(value))) return Number(value)
  throw new RestError(
    400,
    `Failed to parse the following Kafka ${what} value in the provided offsets: '${value}'. ${name} values for sink connectors need to be integers.`,
  )
}
