import { anyOf, type Rule } from './rule.ts'

const SINK =
  'https://github.com/snowflakedb/snowflake-kafka-connector/blob/master/src/main/java/com/snowflake/kafka/connector/internal/SnowflakeErrors.java'

export const SNOWFLAKE: readonly Rule[] = [
  {
    id: 'snowflake-session-expired',
    kind: 'credentials-expired',
    source:
      'https://github.com/snowflakedb/snowflake-jdbc/blob/master/src/main/java/net/snowflake/client/internal/core/Constants.java',
    message: anyOf(/\b39011[24]\b/i, /\b390318\b/i),
    example:
      'net.snowflake.client.jdbc.SnowflakeReauthenticationRequest: OAuth access token expired. [390318]',
  },
  {
    id: 'snowflake-login-refused',
    kind: 'authorization',
    source: 'https://docs.snowflake.com/en/user-guide/key-pair-auth-troubleshooting',
    message: anyOf(/Incorrect username or password/i, /JWT token is invalid/i),
    example: 'net.snowflake.client.jdbc.SnowflakeSQLException: JWT token is invalid. [b2c96de2]',
  },
  {
    id: 'snowflake-access-denied',
    kind: 'authorization',
    source: 'https://docs.snowflake.com/en/user-guide/security-access-control-overview',
    message: anyOf(
      /Insufficient privileges/i,
      /SQL access control error/i,
      /does not exist or not authorized/i,
    ),
    example:
      "net.snowflake.client.jdbc.SnowflakeSQLException: SQL compilation error: Schema 'SHOP.PUBLIC' does not exist or not authorized.",
  },
  {
    id: 'snowflake-columns-not-added',
    kind: 'sink-rejected',
    source: SINK,
    message: /Failed to append columns/i,
    example:
      'com.snowflake.kafka.connector.internal.SnowflakeKafkaConnectorException: [SF_KAFKA_CONNECTOR] Exception: Failed to append columns',
  },
]
