import { anyOf, type Rule } from './rule.ts'

const SERVER = 'https://dev.mysql.com/doc/mysql-errors/8.4/en/server-error-reference.html'
const CONNECTOR_J = 'https://dev.mysql.com/doc/connector-j/en/connector-j-usagenotes-troubleshooting.html'

/** MySQL and MariaDB, also as Debezium reads their binlog. */
export const MYSQL: readonly Rule[] = [
  {
    id: 'mysql-binlog-purged',
    kind: 'source-position-lost',
    source: SERVER,
    message: anyOf(
      /Could not find first log file name/i,
      /purged (?:required )?binary logs/i,
      /start replication from (?:impossible )?position/i,
    ),
    example:
      'com.github.shyiko.mysql.binlog.network.ServerException: Could not find first log file name in binary log index file',
  },
  {
    id: 'mysql-server-id-taken',
    kind: 'source-busy',
    source: 'https://dev.mysql.com/doc/refman/8.4/en/replication-options.html',
    message: /same server_uuid\/server_id/i,
    example:
      'com.github.shyiko.mysql.binlog.network.ServerException: A slave with the same server_uuid/server_id as this slave has connected to the master',
  },
  {
    id: 'mysql-packet-too-large',
    kind: 'record-too-large',
    source: 'https://dev.mysql.com/doc/refman/8.4/en/packet-too-large.html',
    message: anyOf(/PacketTooBigException/i, /max_allowed_packet/i),
    example:
      "com.mysql.cj.jdbc.exceptions.PacketTooBigException: Packet for query is too large (6,169,140 > 4,194,304). You can change this value on the server by setting the 'max_allowed_packet' variable.",
  },
  {
    id: 'mysql-access-denied',
    kind: 'authorization',
    source: SERVER,
    message: anyOf(
      /Access denied(?: for user|;)/i,
      /command denied to user/i,
      /is not allowed to connect to this/i,
    ),
    example: "java.sql.SQLException: Access denied for user 'connect'@'10.0.0.1' (using password: YES)",
  },
  {
    id: 'mysql-database-unknown',
    kind: 'config-invalid',
    source: SERVER,
    message: /Unknown database/i,
    example: "java.sql.SQLSyntaxErrorException: Unknown database 'shop'",
  },
  {
    id: 'mysql-connection-setting',
    kind: 'config-invalid',
    source: CONNECTOR_J,
    message: anyOf(/server time zone value/i, /Public Key Retrieval is not allowed/i),
    example: 'java.sql.SQLNonTransientConnectionException: Public Key Retrieval is not allowed',
  },
  {
    id: 'mysql-connection-failed',
    kind: 'network',
    source: CONNECTOR_J,
    message: anyOf(
      /Communications link failure/i,
      /Could not create connection to database server/i,
      /No operations allowed after connection closed/i,
    ),
    example: 'com.mysql.cj.jdbc.exceptions.CommunicationsException: Communications link failure',
  },
  {
    id: 'mysql-value-refused',
    kind: 'sink-rejected',
    source: SERVER,
    message: anyOf(
      /Duplicate entry/i,
      /Data too long/i,
      /Data truncat/i,
      /Out of range value/i,
      /cannot be null/i,
    ),
    example: "java.sql.BatchUpdateException: Data truncation: Data too long for column 'name' at row 1",
  },
  {
    id: 'mysql-object-missing',
    kind: 'sink-rejected',
    source: SERVER,
    message: anyOf(/Unknown column/i, /Table '[^']{1,200}' doesn't exist/i),
    example: "java.sql.SQLSyntaxErrorException: Table 'shop.orders' doesn't exist",
  },
]
