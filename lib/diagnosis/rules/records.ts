import { anyOf, classNames, type Rule } from './rule.ts'

const CONVERTERS =
  'https://github.com/apache/kafka/tree/trunk/connect/json/src/main/java/org/apache/kafka/connect/json'
const SERIALIZERS =
  'https://github.com/confluentinc/schema-registry/tree/master/client/src/main/java/io/confluent/kafka/schemaregistry'
const CONNECT_API =
  'https://github.com/apache/kafka/tree/trunk/connect/api/src/main/java/org/apache/kafka/connect/errors'
const PARSERS = 'https://github.com/FasterXML/jackson-core/tree/2.x/src/main/java/com/fasterxml/jackson/core'

/** Converters, transforms, parsers: what can't be made of a record. */
export const RECORDS: readonly Rule[] = [
  {
    id: 'record-not-deserialized',
    kind: 'bad-record',
    source: SERIALIZERS,
    message: anyOf(
      /Unknown magic byte/i,
      /Error (?:de)?serializing/i,
      /Failed to (?:de)?serialize/i,
      /Converting byte\[\] to Kafka Connect data failed/i,
    ),
    example: 'org.apache.kafka.common.errors.SerializationException: Unknown magic byte!',
  },
  {
    id: 'record-without-schema',
    kind: 'bad-record',
    source: CONVERTERS,
    message: anyOf(
      /JsonConverter with schemas\.enable/i,
      /Only (?:Struct|Map) objects supported/i,
      /Switch between schema-based and schema-less/i,
    ),
    example:
      'org.apache.kafka.connect.errors.DataException: JsonConverter with schemas.enable requires "schema" and "payload" fields and may not contain additional fields.',
  },
  {
    id: 'binlog-event-not-read',
    kind: 'bad-record',
    source: 'https://github.com/osheroff/mysql-binlog-connector-java',
    message: /No TableMapEventData has been found/i,
    example:
      'com.github.shyiko.mysql.binlog.event.deserialization.MissingTableMapEventException: No TableMapEventData has been found for table id:1',
  },
  {
    id: 'connect-data-exception',
    kind: 'bad-record',
    source: CONNECT_API,
    thrown: classNames(`SerializationException DataException SchemaBuilderException SchemaProjectorException
      InvalidRecordException ValidationException BadRecordException RecordConverterException`),
    example: 'org.apache.kafka.connect.errors.DataException: Value schema must be of type Struct',
  },
  {
    id: 'record-not-parsed',
    kind: 'bad-record',
    source: PARSERS,
    thrown: classNames(`SchemaParseException AvroTypeException AvroRuntimeException AvroMissingFieldException
      UnresolvedUnionException JsonParseException JsonMappingException JsonProcessingException JsonEOFException
      MismatchedInputException InvalidFormatException JsonSyntaxException MalformedJsonException JsonException
      JsonParsingException InvalidProtocolBufferException CsvException CsvMalformedLineException
      CsvValidationException SAXParseException XMLStreamException BsonInvalidOperationException
      BsonSerializationException CodecConfigurationException EventDataDeserializationException
      StreamConstraintsException ParseException ParsingException MultipleParsingExceptions`),
    example:
      "com.fasterxml.jackson.core.JsonParseException: Unrecognized token 'hello': was expecting (JSON String, Number, Array, Object or token 'null', 'true' or 'false')",
  },
  {
    id: 'record-value-malformed',
    kind: 'bad-record',
    source:
      'https://docs.oracle.com/en/java/javase/21/docs/api/java.base/java/time/format/DateTimeParseException.html',
    thrown: classNames(`DateTimeParseException DateTimeException UnsupportedTemporalTypeException
      NumberFormatException MalformedInputException UnmappableCharacterException CharacterCodingException
      ZipException`),
    example: "java.time.format.DateTimeParseException: Text 'yesterday' could not be parsed at index 0",
  },
]
