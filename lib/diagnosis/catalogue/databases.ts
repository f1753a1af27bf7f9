import { names, type Rule } from './rule.ts'

/** Databases: JDBC drivers, change data capture, MongoDB and others. */
export const DATABASES: readonly Rule[] = [
  {
    kind: 'source-position-lost',
    says: /no longer available on the server|history topic(?: or its content)? is (?:fully or partially )?missing|offset to start reading from has been removed|WAL segment \S+ has already been removed|can no longer (?:get changes|access replication slot)|cannot read from logical replication slot|slot has been invalidated|before replication slot's confirmed lsn|Could not find first log file name|purged required binary logs|start replication from (?:impossible )?position|ChangeStreamHistoryLost|ChangeStreamFatalError|[Rr]esume of change stream was not possible|resume (?:token|point)[^\n]{0,80}(?:not found|no longer)|CappedPositionLost|not contain the offset scn|None of (?:the )?log files contains offset SCN|ORA-(?:00308|01291|01292)\b|LogFileNotFoundException|fn_cdc_get_(?:all|net)_changes|schema isn't known to this connector|Could not find existing (?:redo log|binlog|[A-Za-z ]{0,20}) ?information while attempting|[Cc]annot resume (?:the )?stream|replication slot "[^"]{1,80}" does not exist|Last recorded offset[^\n]{0,60}no longer/,
  },
  {
    kind: 'source-busy',
    says: /replication slot\b[^\n]{0,100}is (?:already )?active|slot "?[^\n"]{0,80}"? is in use|same server_uuid\/server_id|New receiver [^\n]{0,200}(?:higher|epoch)|ReceiverDisconnectedException|InvalidClientIDException|[Cc]lient(?: ?ID)?\b[^\n]{0,100}already (?:connected|in use)|MQRC_OBJECT_IN_USE|RESOURCE_LOCKED|queue in exclusive use|AlreadyBeingCreatedException/,
  },
  {
    kind: 'record-too-large',
    says: /PacketTooBigException|max_allowed_packet|sent message larger than max/,
  },
  {
    kind: 'authorization',
    says: /password authentication failed|no pg_hba\.conf entry|\bpermission denied for\b|must be (?:superuser|owner)|role "[^"]{1,80}" does not exist|Access denied(?: for user|;)|command denied to user|is not allowed to connect to this|Login failed for user|permission was denied on|Cannot open database "[^"]{0,100}" requested|ORA-(?:01017|01031|01045|28000|28001|01005)\b|SQLCODE=-(?:4214|551|552)\b|Incorrect username or password|Insufficient privileges|SQL access control error|does not exist or not authorized|Authentication ?failed|Exception authenticating|not authorized on \S+ to execute|SQL ?State:? ?\(?(?:28000|28P01|42501)|Authentication error on host|Bad credentials|Invalid username|username or password|user is not authorized|ACCESS_DENIED|privileges? required/i,
  },
  {
    kind: 'config-invalid',
    says: /No route to database|database "[^"]{1,80}" does not exist|Unknown database|wal_level property must be|not configured to use a ROW binlog|not enabled for CDC|could not access file "\w+"|server time zone value|Public Key Retrieval is not allowed|No maximum LSN recorded|publication "[^"]{1,80}" does not exist|No table filters found|ORA-(?:12505|12514|12504)\b|logical decoding requires|is not a replica ?set|\$changeStream stage is only supported/i,
  },
  {
    // The table's columns are read once and kept: a restart reads them again, in case they exist by now.
    kind: 'sink-rejected',
    says: /TableAlterOrCreateException: [^\n]{0,300}is missing fields/,
    restart: 'once',
    remedies: ['restart', 'fix-schema', 'fix-config'],
  },
  {
    kind: 'network',
    says: /[Dd]eadlock (?:detected|found)|deadlocked on (?:lock|resource)|Lock wait timeout|could not serialize access|ORA-(?:00060|03113|03114|03135|12170|12541|12537|12528|12545|01033|01034|01089|01012|02396|17002|17008|17410|25408|12571)\b|Communications link failure|connection attempt failed|I\/O error occurred while sending|connection has been closed|terminating connection|database system is (?:starting up|shutting down|in recovery)|too many (?:clients|connections)|remaining connection slots|Could not create connection to database server|TCP\/IP connection to the host|[Cc]onnection is (?:closed|not available)|Closed Connection|No operations allowed after connection closed|57P0[1-3]|Connection to \S+ refused|Connection is not available, request timed out|conflict with recovery|query[_ ]timeout|Read timed out|socket (?:is )?closed|NotPrimary|NotWritablePrimary|node is recovering|not master|InterruptedDueToReplStateChange|ShutdownInProgress|No available (?:node|server)|while waiting (?:for a|to connect)/,
  },
  {
    kind: 'sink-rejected',
    thrown:
      names(`SQLIntegrityConstraintViolationException MysqlDataTruncation DataTruncation SQLDataException
      TableAlterOrCreateException SQLSyntaxErrorException SQLFeatureNotSupportedException ConstraintViolationException
      MongoBulkWriteException MongoWriteException WriteConcernException InvalidQueryException DuplicateKeyException
      DuplicateKeyError JdbcSQLIntegrityConstraintViolationException ConversionException`),
  },
  {
    kind: 'sink-rejected',
    says: /duplicate key|violates (?:not-null|unique|foreign key|check|exclusion)|null value in column|Duplicate entry|Data too long|Data truncat|Out of range value|cannot be null|Unknown column|(?:relation|column|table|type|constraint|schema|function) "[^"]{1,200}"[^\n]{0,100} does not exist|invalid input syntax|value too long|Table '[^']{1,200}' doesn't exist|Invalid (?:object|column) name|Violation of (?:PRIMARY|UNIQUE)|would be truncated|Cannot insert the value NULL|conflicted with the|ORA-(?:00001|01400|12899|00904|00942|01438|02290|02291|01722|01861|00932|01407|00955)\b|syntax error|E11000|BulkWriteError|failed validation|WriteError\b|no unique or exclusion constraint|is of type \S+ but expression is of type|Cannot ALTER (?:TABLE )?|auto-(?:creation|evolution) is disabled|Unsupported (?:source )?data type|invalid identifier|numeric field overflow|out of range|Arithmetic overflow|Conversion failed|Error converting data type|Failed to (?:append columns|process a sink record)|No conversion|cannot be cast automatically|SQLCODE=-(?:803|407|204|206|433|530|302)\b|UNKNOWN_TABLE|CANNOT_PARSE|TYPE_MISMATCH|BatchUpdateException|Code: (?:27|60|16|53|6|44)\b/,
  },
]
