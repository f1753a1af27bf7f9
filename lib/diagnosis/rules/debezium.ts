import { anyOf, classNames, type Rule } from './rule.ts'

const TASK =
  'https://github.com/debezium/debezium/blob/main/debezium-connector-common/src/main/java/io/debezium/connector/common/BaseSourceTask.java'

/** What Debezium says itself; what its databases say is in their own files. */
export const DEBEZIUM: readonly Rule[] = [
  {
    id: 'debezium-offset-gone',
    kind: 'source-position-lost',
    source: TASK,
    message: anyOf(/no longer available on the server/i, /Last recorded offset[^\n]{0,60}no longer/i),
    example:
      'io.debezium.DebeziumException: The connector is trying to read change stream starting at Struct{sec=1}, but this is no longer available on the server. Reconfigure the connector to use a snapshot mode when needed.',
  },
  {
    id: 'debezium-schema-history-missing',
    kind: 'source-position-lost',
    source: TASK,
    message: anyOf(
      /history topic(?: or its content)? is (?:fully or partially )?missing/i,
      /Could not find existing (?:redo log|binlog|[A-Za-z ]{0,20}) ?information while attempting/i,
    ),
    example:
      'io.debezium.DebeziumException: The db history topic is missing. You may attempt to recover it by reconfiguring the connector to recovery.',
  },
  {
    id: 'debezium-table-schema-unknown',
    kind: 'source-position-lost',
    source:
      'https://github.com/debezium/debezium/blob/main/debezium-connector-binlog/src/main/java/io/debezium/connector/binlog/BinlogStreamingChangeEventSource.java',
    message: /schema isn't known to this connector/i,
    example:
      "org.apache.kafka.connect.errors.ConnectException: Encountered change event for table shop.orders whose schema isn't known to this connector",
  },
  {
    id: 'debezium-postgresql-wal-removed',
    kind: 'source-position-lost',
    source:
      'https://github.com/debezium/debezium/blob/main/debezium-connector-postgres/src/main/java/io/debezium/connector/postgresql/connection/PostgresReplicationConnection.java',
    message: /offset to start reading from has been removed/i,
    example:
      'io.debezium.DebeziumException: The offset to start reading from has been removed from the database write-ahead log. Create a new snapshot and consider setting of PostgreSQL parameter wal_keep_segments = 0.',
  },
  {
    id: 'debezium-oracle-redo-log-missing',
    kind: 'source-position-lost',
    source:
      'https://github.com/debezium/debezium/blob/main/debezium-connector-oracle/src/main/java/io/debezium/connector/oracle/logminer/AbstractLogMinerStreamingChangeEventSource.java',
    message: anyOf(
      /not contain the offset scn/i,
      /None of (?:the )?log files contains offset SCN/i,
      /LogFileNotFoundException/i,
    ),
    example:
      'io.debezium.DebeziumException: Online REDO LOG files or archive log files do not contain the offset scn 1234.  Please perform a new snapshot.',
  },
  {
    // At a start; it connects to validate.
    id: 'debezium-slot-active-at-start',
    kind: 'source-busy',
    source:
      'https://github.com/debezium/debezium/blob/main/debezium-connector-postgres/src/main/java/io/debezium/connector/postgresql/PostgresConnector.java',
    thrown: classNames('ConfigException'),
    message: /(?:slot|subscription|position)[^\n]{0,100}is active/i,
    example:
      'org.apache.kafka.common.config.ConfigException: Error while validating connector config: ERROR: replication slot "debezium" is active for PID 77',
  },
  {
    id: 'debezium-snapshot-not-allowed',
    kind: 'config-invalid',
    source: TASK,
    message: /never allow snapshots/i,
    example:
      'io.debezium.DebeziumException: The connector previously stopped while taking a snapshot, but now the connector is configured to never allow snapshots. Reconfigure the connector to use snapshots initially or when needed.',
  },
  {
    id: 'debezium-single-task',
    kind: 'config-invalid',
    source:
      'https://github.com/debezium/debezium/blob/main/debezium-connector-binlog/src/main/java/io/debezium/connector/binlog/BinlogConnector.java',
    message: /Only a single connector task may be started/i,
    example: 'java.lang.IllegalArgumentException: Only a single connector task may be started',
  },
  {
    id: 'debezium-capture-not-enabled',
    kind: 'config-invalid',
    source: 'https://debezium.io/documentation/reference/stable/connectors/',
    message: anyOf(
      /wal_level property must be/i,
      /not configured to use a ROW binlog/i,
      /not enabled for CDC/i,
      /No maximum LSN recorded/i,
      /No table filters found/i,
    ),
    example:
      "io.debezium.DebeziumException: Postgres server wal_level property must be 'logical' but is: 'replica'",
  },
  {
    id: 'debezium-ddl-not-parsed',
    kind: 'bad-record',
    source:
      'https://github.com/debezium/debezium/blob/main/debezium-ddl-parser/src/main/java/io/debezium/antlr/ParsingErrorListener.java',
    message: /DDL statement couldn't be parsed/i,
    example:
      "io.debezium.text.ParsingException: DDL statement couldn't be parsed. Please open a Jira issue with the statement 'ALTER TABLE orders PAGE_COMPRESSED=1'",
  },
  {
    id: 'debezium-jdbc-sink-record',
    kind: 'sink-rejected',
    source:
      'https://github.com/debezium/debezium/blob/main/debezium-connector-jdbc/src/main/java/io/debezium/connector/jdbc/JdbcChangeEventSink.java',
    message: /Failed to process a sink record/i,
    example: 'org.apache.kafka.connect.errors.ConnectException: Failed to process a sink record',
  },
]
