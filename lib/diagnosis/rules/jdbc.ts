import { anyOf, classNames, type Rule } from './rule.ts'

const SQL = 'https://docs.oracle.com/en/java/javase/21/docs/api/java.sql/java/sql/package-summary.html'
const SQL_STATES = 'https://www.postgresql.org/docs/current/errcodes-appendix.html'
const HIKARI =
  'https://github.com/brettwooldridge/HikariCP/blob/dev/src/main/java/com/zaxxer/hikari/pool/HikariPool.java'

/** What databases say alike, and java.sql under all of them. */
export const JDBC: readonly Rule[] = [
  {
    id: 'jdbc-login-refused',
    kind: 'authorization',
    source: SQL_STATES,
    message: anyOf(
      /SQL ?State:? ?\(?(?:28000|28P01|42501)/i,
      /Authentication ?failed/i,
      /Bad credentials/i,
      /Invalid username/i,
      /username or password/i,
      /privileges? required/i,
    ),
    example: 'java.sql.SQLException: Connection failed: wrong username or password',
  },
  {
    id: 'jdbc-deadlock',
    kind: 'network',
    source: SQL_STATES,
    message: anyOf(
      /deadlock (?:detected|found)/i,
      /deadlocked on (?:lock|resource)/i,
      /Lock wait timeout/i,
      /could not serialize access/i,
    ),
    example: 'org.postgresql.util.PSQLException: ERROR: deadlock detected',
  },
  {
    id: 'jdbc-connection-closed',
    kind: 'network',
    source: SQL,
    message: anyOf(/connection has been closed/i, /connection is closed/i, /Closed Connection/i),
    example: 'org.postgresql.util.PSQLException: This connection has been closed.',
  },
  {
    id: 'jdbc-pool-exhausted',
    kind: 'network',
    source: HIKARI,
    message: anyOf(/connection is not available/i, /request timed out after \d+ ?ms/i),
    example:
      'java.sql.SQLTransientConnectionException: HikariPool-1 - Connection is not available, request timed out after 30000ms.',
  },
  {
    id: 'jdbc-query-timed-out',
    kind: 'network',
    source: SQL,
    message: anyOf(/query[_ ]timeout/i, /Read timed out/i, /socket (?:is )?closed/i),
    example: 'java.sql.SQLTimeoutException: The query has timed out: query timeout',
  },
  {
    id: 'jdbc-statement-refused',
    kind: 'sink-rejected',
    source: SQL,
    thrown:
      classNames(`SQLIntegrityConstraintViolationException MysqlDataTruncation DataTruncation SQLDataException
      SQLSyntaxErrorException SQLFeatureNotSupportedException ConstraintViolationException
      JdbcSQLIntegrityConstraintViolationException ConversionException`),
    example: 'java.sql.SQLIntegrityConstraintViolationException: integrity constraint violation',
  },
  {
    id: 'jdbc-row-refused',
    kind: 'sink-rejected',
    source: SQL_STATES,
    message: anyOf(
      /duplicate key/i,
      /syntax error/i,
      /out of range/i,
      /No conversion/i,
      /BatchUpdateException/i,
    ),
    example: 'java.sql.BatchUpdateException: integer out of range',
  },
]

/** Under whatever driver; tried after the network, which SQLRecoverableException and others of its kind speak of. */
export const JDBC_NETWORK: Rule = {
  id: 'jdbc-connection-lost',
  kind: 'network',
  source: SQL,
  thrown: classNames(`CommunicationsException SQLRecoverableException SQLTransientConnectionException
    SQLTimeoutException SQLNonTransientConnectionException`),
  example:
    'java.sql.SQLRecoverableException: IO Error: The Network Adapter could not establish the connection',
}
