import { anyOf, type Rule } from './rule.ts'

const CODES = 'https://www.postgresql.org/docs/current/errcodes-appendix.html'
const SLOTS = 'https://github.com/postgres/postgres/blob/master/src/backend/replication/slot.c'
const PGJDBC = 'https://github.com/pgjdbc/pgjdbc/blob/master/pgjdbc/src/main/java/org/postgresql'

export const POSTGRESQL: readonly Rule[] = [
  {
    id: 'postgresql-wal-removed',
    kind: 'source-position-lost',
    source: 'https://github.com/postgres/postgres/blob/master/src/backend/replication/walsender.c',
    message: /WAL segment \S+ has already been removed/i,
    example:
      'org.postgresql.util.PSQLException: ERROR: requested WAL segment 00000001000000000000001B has already been removed',
  },
  {
    id: 'postgresql-slot-invalid',
    kind: 'source-position-lost',
    source: SLOTS,
    message: anyOf(
      /can no longer (?:get changes|access replication slot)/i,
      /cannot read from logical replication slot/i,
      /slot has been invalidated/i,
      /before replication slot's confirmed lsn/i,
    ),
    example:
      'org.postgresql.util.PSQLException: ERROR: can no longer get changes from replication slot "debezium"',
  },
  {
    id: 'postgresql-slot-missing',
    kind: 'source-position-lost',
    source: SLOTS,
    message: /replication slot "[^"]{1,80}" does not exist/i,
    example: 'org.postgresql.util.PSQLException: ERROR: replication slot "debezium" does not exist',
  },
  {
    id: 'postgresql-slot-active',
    kind: 'source-busy',
    source: SLOTS,
    message: anyOf(
      /replication slot\b[^\n]{0,100}is (?:already )?active/i,
      /slot "?[^\n"]{0,80}"? is in use/i,
    ),
    example: 'org.postgresql.util.PSQLException: ERROR: replication slot "debezium" is active for PID 4242',
  },
  {
    id: 'postgresql-login-refused',
    kind: 'authorization',
    source: 'https://github.com/postgres/postgres/blob/master/src/backend/libpq/auth.c',
    message: anyOf(
      /password authentication failed/i,
      /no pg_hba\.conf entry/i,
      /role "[^"]{1,80}" does not exist/i,
    ),
    example: 'org.postgresql.util.PSQLException: FATAL: password authentication failed for user "connect"',
  },
  {
    id: 'postgresql-permission-denied',
    kind: 'authorization',
    source: 'https://github.com/postgres/postgres/blob/master/src/backend/catalog/aclchk.c',
    message: anyOf(/\bpermission denied for\b/i, /must be (?:superuser|owner)/i),
    example: 'org.postgresql.util.PSQLException: ERROR: permission denied for table orders',
  },
  {
    id: 'postgresql-database-missing',
    kind: 'config-invalid',
    source: CODES,
    message: anyOf(/No route to database/i, /database "[^"]{1,80}" does not exist/i),
    example: 'org.postgresql.util.PSQLException: FATAL: database "shop" does not exist',
  },
  {
    id: 'postgresql-decoding-not-set-up',
    kind: 'config-invalid',
    source: 'https://www.postgresql.org/docs/current/logicaldecoding-explanation.html',
    message: anyOf(
      /could not access file "\w+"/i,
      /publication "[^"]{1,80}" does not exist/i,
      /logical decoding requires/i,
    ),
    example:
      'org.postgresql.util.PSQLException: ERROR: could not access file "decoderbufs": No such file or directory',
  },
  {
    id: 'postgresql-unavailable',
    kind: 'network',
    source: CODES,
    message: anyOf(
      /terminating connection/i,
      /database system is (?:starting up|shutting down|in recovery)/i,
      /57P0[1-3]/i,
      /conflict with recovery/i,
    ),
    example: 'org.postgresql.util.PSQLException: FATAL: terminating connection due to administrator command',
  },
  {
    id: 'postgresql-too-many-connections',
    kind: 'network',
    source: 'https://www.postgresql.org/docs/current/runtime-config-connection.html',
    message: anyOf(/too many (?:clients|connections)/i, /remaining connection slots/i),
    example: 'org.postgresql.util.PSQLException: FATAL: sorry, too many clients already',
  },
  {
    id: 'postgresql-connection-failed',
    kind: 'network',
    source: `${PGJDBC}/core/v3/ConnectionFactoryImpl.java`,
    message: anyOf(
      /connection attempt failed/i,
      /I\/O error occurred while sending/i,
      /Connection to \S+ refused/i,
    ),
    example: 'org.postgresql.util.PSQLException: The connection attempt failed.',
  },
  {
    id: 'postgresql-constraint-violated',
    kind: 'sink-rejected',
    source: CODES,
    message: anyOf(
      /violates (?:not-null|unique|foreign key|check|exclusion)/i,
      /null value in column/i,
      /no unique or exclusion constraint/i,
    ),
    example:
      'org.postgresql.util.PSQLException: ERROR: null value in column "price" violates not-null constraint',
  },
  {
    id: 'postgresql-object-missing',
    kind: 'sink-rejected',
    source: CODES,
    message:
      /(?:relation|column|table|type|constraint|schema|function) "[^"]{1,200}"[^\n]{0,100} does not exist/i,
    example: 'org.postgresql.util.PSQLException: ERROR: column "price" of relation "orders" does not exist',
  },
  {
    id: 'postgresql-value-refused',
    kind: 'sink-rejected',
    source: CODES,
    message: anyOf(
      /invalid input syntax/i,
      /value too long/i,
      /is of type \S+ but expression is of type/i,
      /numeric field overflow/i,
      /cannot be cast automatically/i,
    ),
    example:
      'org.postgresql.util.PSQLException: ERROR: column "price" is of type numeric but expression is of type character varying',
  },
]
