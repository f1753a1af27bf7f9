import { anyOf, classNames, type Rule } from './rule.ts'

const SINK =
  'https://github.com/confluentinc/kafka-connect-jdbc/blob/master/src/main/java/io/confluent/connect/jdbc'

/** Confluent's JDBC connectors themselves. */
export const CONFLUENT_JDBC: readonly Rule[] = [
  {
    // The table's columns are read once and kept: a restart reads them again, in case they exist by now.
    id: 'confluent-jdbc-fields-missing',
    kind: 'sink-rejected',
    source: `${SINK}/sink/DbStructure.java`,
    message: /TableAlterOrCreateException: [^\n]{0,300}is missing fields/,
    restart: 'once',
    remedies: ['restart', 'fix-schema', 'fix-config'],
    example:
      'io.confluent.connect.jdbc.sink.TableAlterOrCreateException: Table "ORDERS" is missing fields ([SinkRecordField{schema=Schema{STRING}, name=\'note\', isPrimaryKey=false}]) and auto-evolution is disabled',
  },
  {
    id: 'confluent-jdbc-table-not-altered',
    kind: 'sink-rejected',
    source: `${SINK}/sink/DbStructure.java`,
    thrown: classNames('TableAlterOrCreateException'),
    example:
      'io.confluent.connect.jdbc.sink.TableAlterOrCreateException: Table "ORDERS" is missing and auto-creation is disabled',
  },
  {
    id: 'confluent-jdbc-table-not-altered-in-words',
    kind: 'sink-rejected',
    source: `${SINK}/sink/DbStructure.java`,
    message: anyOf(/Cannot ALTER (?:TABLE )?/i, /auto-(?:creation|evolution) is disabled/i),
    example:
      'org.apache.kafka.connect.errors.ConnectException: Cannot ALTER TABLE "ORDERS" to add missing field SinkRecordField{name=\'note\'}, as the field is not optional and does not have a default value',
  },
  {
    id: 'confluent-jdbc-type-not-supported',
    kind: 'sink-rejected',
    source: `${SINK}/dialect/GenericDatabaseDialect.java`,
    message: /Unsupported (?:source )?data type/i,
    example: 'org.apache.kafka.connect.errors.ConnectException: Unsupported source data type: STRUCT',
  },
  {
    id: 'confluent-jdbc-record-without-key-or-value',
    kind: 'bad-record',
    source: `${SINK}/sink/RecordValidator.java`,
    message: anyOf(/requires records with a non-null/i, /record key schema is missing/i),
    example:
      "org.apache.kafka.connect.errors.ConnectException: Sink connector 'orders' is configured with 'delete.enabled=false' and 'pk.mode=record_value' and therefore requires records with a non-null Struct value and non-null Struct schema, but found record at (topic='orders',partition=0,offset=1,timestamp=1) with a null value and null value schema.",
  },
]
