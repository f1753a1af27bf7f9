import { anyOf, type Rule } from './rule.ts'

const SERVER =
  'https://learn.microsoft.com/sql/relational-databases/errors-events/database-engine-events-and-errors'

export const SQL_SERVER: readonly Rule[] = [
  {
    // What is before the lowest LSN of the capture instance is gone; the function then complains of its arguments.
    id: 'sql-server-lsn-out-of-range',
    kind: 'source-position-lost',
    source:
      'https://learn.microsoft.com/sql/relational-databases/system-functions/cdc-fn-cdc-get-all-changes-capture-instance-transact-sql',
    message: /fn_cdc_get_(?:all|net)_changes/i,
    example:
      'com.microsoft.sqlserver.jdbc.SQLServerException: An insufficient number of arguments were supplied for the procedure or function cdc.fn_cdc_get_all_changes_ ... .',
  },
  {
    id: 'sql-server-login-failed',
    kind: 'authorization',
    source:
      'https://learn.microsoft.com/sql/relational-databases/errors-events/mssqlserver-18456-database-engine-error',
    message: anyOf(
      /Login failed for user/i,
      /permission was denied on/i,
      /Cannot open database "[^"]{0,100}" requested/i,
    ),
    example:
      "com.microsoft.sqlserver.jdbc.SQLServerException: Login failed for user 'connect'. ClientConnectionId:1",
  },
  {
    id: 'sql-server-connection-failed',
    kind: 'network',
    source:
      'https://github.com/microsoft/mssql-jdbc/blob/main/src/main/java/com/microsoft/sqlserver/jdbc/SQLServerResource.java',
    message: /TCP\/IP connection to the host/i,
    example:
      'com.microsoft.sqlserver.jdbc.SQLServerException: The TCP/IP connection to the host db.example, port 1433 has failed. Error: "connect timed out".',
  },
  {
    id: 'sql-server-object-missing',
    kind: 'sink-rejected',
    source: SERVER,
    message: /Invalid (?:object|column) name/i,
    example: "com.microsoft.sqlserver.jdbc.SQLServerException: Invalid object name 'dbo.orders'.",
  },
  {
    id: 'sql-server-constraint-violated',
    kind: 'sink-rejected',
    source: SERVER,
    message: anyOf(
      /Violation of (?:PRIMARY|UNIQUE)/i,
      /Cannot insert the value NULL/i,
      /conflicted with the/i,
    ),
    example:
      "com.microsoft.sqlserver.jdbc.SQLServerException: Violation of PRIMARY KEY constraint 'PK_orders'. Cannot insert duplicate key in object 'dbo.orders'.",
  },
  {
    id: 'sql-server-value-refused',
    kind: 'sink-rejected',
    source: SERVER,
    message: anyOf(
      /would be truncated/i,
      /Arithmetic overflow/i,
      /Conversion failed/i,
      /Error converting data type/i,
    ),
    example: 'com.microsoft.sqlserver.jdbc.SQLServerException: String or binary data would be truncated.',
  },
]
