import type { Bytes } from '../util/bytes.ts'
import type { ConnectorFacts } from './model.ts'

/** What one record takes on the heap while a task holds it: raw bytes, converted value and the objects around them. */
export interface RecordOnHeap {
  readonly bytes: Bytes
  /** Bytes of heap for each byte on the wire: most for small records of many fields, least for long texts. */
  readonly perWireByte: Bytes
  readonly assumptions: readonly string[]
}

interface Expansion {
  readonly bytes: Bytes
  readonly perWireByte: Bytes
}

/**
 * Measured on JDK 17 (compressed oops, Latin-1 text, short text keys): `low` for 8 small fields, 178 bytes as JSON, `high`
 * for one text of 10 KiB. Since Kafka 2.6 the raw record lives as long as the converted one. Records with a schema that
 * is not on the wire (Avro, Protobuf, JSON Schema) are inferred from Struct and a wire a third as long.
 */
const BYTE_ARRAY: Expansion = { bytes: { low: 513, high: 10_600 }, perWireByte: { low: 1.03, high: 2.9 } }
const TEXT: Expansion = { bytes: { low: 730, high: 20_500 }, perWireByte: { low: 2, high: 4.1 } }
const JSON_MAP: Expansion = { bytes: { low: 1_100, high: 21_500 }, perWireByte: { low: 2.1, high: 6.2 } }
const JSON_WITH_SCHEMA: Expansion = {
  bytes: { low: 1_287, high: 21_500 },
  perWireByte: { low: 1.5, high: 2.1 },
}
const STRUCT: Expansion = { bytes: { low: 920, high: 21_500 }, perWireByte: { low: 2.1, high: 15 } }
const ANY: Expansion = { bytes: { low: 513, high: 21_500 }, perWireByte: { low: 1.03, high: 15 } }

/** What one record takes: as it is known, else by its converter for records of common sizes. */
export function recordOnHeap(connector: ConnectorFacts): RecordOnHeap {
  const { config, workerConfig, recordBytes } = connector
  // a connector that sets a converter sets all of it: the workers' settings of theirs don't mix in
  const settings = config['value.converter'] === undefined ? workerConfig : config
  const converter = settings['value.converter']
  const expansion = expansionOf(converter, settings['value.converter.schemas.enable'])
  const { perWireByte } = expansion
  if (recordBytes !== null) return { bytes: recordBytes, perWireByte, assumptions: [] }
  const assumptions = [
    'Records of 0.2 to 10 KB were assumed, which larger ones exceed: `kafka-console-consumer.sh --topic TOPIC --max-messages 100 | wc -c` gives the size of 100.',
    ...(expansion === ANY
      ? ['The converter is not one that was measured: the widest range was assumed.']
      : []),
  ]
  return { bytes: expansion.bytes, perWireByte, assumptions }
}

function expansionOf(converter: string | undefined, schemas: string | undefined): Expansion {
  switch (shortName(converter ?? '')) {
    case 'ByteArrayConverter':
      return BYTE_ARRAY
    case 'StringConverter':
      return TEXT
    case 'JsonConverter':
      return schemas?.trim().toLowerCase() === 'false' ? JSON_MAP : JSON_WITH_SCHEMA
    case 'AvroConverter':
    case 'AWSKafkaAvroConverter':
    case 'ProtobufConverter':
    case 'JsonSchemaConverter':
      return STRUCT
    default:
      return ANY
  }
}

function shortName(className: string): string {
  return className.trim().split('.').at(-1) ?? ''
}
