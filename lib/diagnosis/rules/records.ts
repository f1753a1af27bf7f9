import { anyOf, classNames, type Rule } from './rule.ts'

/** Converters, transforms, parsers: what can't be made of a record. */
export const RECORDS: readonly Rule[] = [
  {
    kind: 'bad-record',
    message: anyOf(
      /Unknown magic byte/,
      /Converting byte\[\] to Kafka Connect data failed/,
      /JsonConverter with schemas\.enable/,
      /Error (?:de)?serializing/,
      /Failed to (?:de)?serialize/,
      /Only (?:Struct|Map) objects supported/,
      /requires records with a non-null/,
      /record key schema is missing/,
      /Switch between schema-based and schema-less/,
      /DDL statement couldn't be parsed/,
      /No TableMapEventData has been found/,
    ),
  },
  {
    kind: 'bad-record',
    thrown: classNames(`SerializationException DataException SchemaBuilderException SchemaProjectorException
      SchemaParseException AvroTypeException AvroRuntimeException AvroMissingFieldException UnresolvedUnionException
      JsonParseException JsonMappingException JsonProcessingException JsonEOFException MismatchedInputException
      InvalidFormatException JsonSyntaxException MalformedJsonException JsonException JsonParsingException
      InvalidProtocolBufferException DateTimeParseException DateTimeException ParseException ParsingException
      MultipleParsingExceptions NumberFormatException MalformedInputException UnmappableCharacterException
      CharacterCodingException CsvException CsvMalformedLineException CsvValidationException SAXParseException
      XMLStreamException BsonInvalidOperationException BsonSerializationException CodecConfigurationException
      EventDataDeserializationException StreamConstraintsException InvalidRecordException ValidationException
      BadRecordException RecordConverterException UnsupportedTemporalTypeException ZipException`),
  },
]
