import { anyOf, classNames, type Rule } from './rule.ts'

/** Every code with its name, which stands in the message in brackets. */
const CODES = 'https://github.com/mongodb/mongo/blob/master/src/mongo/base/error_codes.yml'
const DRIVER = 'https://github.com/mongodb/mongo-java-driver/tree/main/driver-core/src/main/com/mongodb'

export const MONGODB: readonly Rule[] = [
  {
    id: 'mongodb-resume-point-gone',
    kind: 'source-position-lost',
    source: CODES,
    message: anyOf(
      /ChangeStreamHistoryLost/i,
      /ChangeStreamFatalError/i,
      /resume of change stream was not possible/i,
      /resume (?:token|point)[^\n]{0,80}(?:not found|no longer)/i,
      /CappedPositionLost/i,
      /cannot resume (?:the )?stream/i,
    ),
    example:
      "com.mongodb.MongoCommandException: Command failed with error 286 (ChangeStreamHistoryLost): 'Resume of change stream was not possible, as the resume point may no longer be in the oplog.' on server db.example:27017.",
  },
  {
    id: 'mongodb-document-too-large',
    kind: 'record-too-large',
    source: 'https://www.mongodb.com/docs/manual/reference/limits/',
    message: anyOf(
      /Payload document size is larger than maximum/i,
      /BSONObj(?:ect)?(?: size|TooLarge)/i,
      /BsonMaximumSizeExceeded/i,
    ),
    example:
      'org.bson.BsonMaximumSizeExceededException: Payload document size is larger than maximum of 16777216.',
  },
  {
    id: 'mongodb-access-denied',
    kind: 'authorization',
    source: CODES,
    message: anyOf(
      /Exception authenticating/i,
      /not authorized on \S+ to execute/i,
      /user is not authorized/i,
    ),
    example:
      "com.mongodb.MongoCommandException: Command failed with error 13 (Unauthorized): 'not authorized on shop to execute command { aggregate: 1 }' on server db.example:27017.",
  },
  {
    id: 'mongodb-no-replica-set',
    kind: 'config-invalid',
    source: 'https://www.mongodb.com/docs/manual/changeStreams/',
    message: anyOf(/is not a replica ?set/i, /\$changeStream stage is only supported/i),
    example:
      "com.mongodb.MongoCommandException: Command failed with error 40573 (Location40573): 'The $changeStream stage is only supported on replica sets' on server db.example:27017.",
  },
  {
    id: 'mongodb-no-primary',
    kind: 'network',
    source: CODES,
    message: anyOf(
      /NotPrimary/i,
      /NotWritablePrimary/i,
      /node is recovering/i,
      /not master/i,
      /InterruptedDueToReplStateChange/i,
      /ShutdownInProgress/i,
    ),
    example:
      "com.mongodb.MongoWriteConcernException: Write failed with error code 11602 (InterruptedDueToReplStateChange): 'operation was interrupted'",
  },
  {
    id: 'mongodb-server-not-selected',
    kind: 'network',
    source: `${DRIVER}/internal/connection/BaseCluster.java`,
    message: anyOf(/No available (?:node|server)/i, /while waiting (?:for a|to connect)/i),
    example:
      'com.mongodb.MongoTimeoutException: Timed out after 30000 ms while waiting for a server that matches WritableServerSelector. Client view of cluster state is {type=UNKNOWN, servers=[{address=db.example:27017, type=UNKNOWN, state=CONNECTING}]',
  },
  {
    id: 'mongodb-write-exception',
    kind: 'sink-rejected',
    source: `${DRIVER}/MongoBulkWriteException.java`,
    thrown:
      classNames(`MongoBulkWriteException MongoWriteException WriteConcernException DuplicateKeyException
      DuplicateKeyError`),
    example:
      'com.mongodb.MongoBulkWriteException: Bulk write operation error on server db.example:27017. Write errors: [].',
  },
  {
    id: 'mongodb-document-refused',
    kind: 'sink-rejected',
    source: CODES,
    message: anyOf(/E11000/i, /BulkWriteError/i, /failed validation/i, /WriteError\b/i),
    example:
      'org.apache.kafka.connect.errors.DataException: com.mongodb.MongoException: E11000 duplicate key error collection: shop.orders index: _id_ dup key: { _id: 1 }',
  },
  {
    id: 'mongodb-security-exception',
    kind: 'authorization',
    source: `${DRIVER}/MongoSecurityException.java`,
    thrown: classNames('MongoSecurityException'),
    example: 'com.mongodb.MongoSecurityException: Unable to create SaslClient',
  },
  {
    id: 'mongodb-connection-failed',
    kind: 'network',
    source: DRIVER,
    thrown:
      classNames(`MongoSocketException MongoSocketOpenException MongoSocketReadException MongoSocketWriteException
      MongoSocketReadTimeoutException MongoTimeoutException MongoNotPrimaryException MongoNodeIsRecoveringException
      MongoInterruptedException MongoConnectionPoolClearedException MongoServerUnavailableException`),
    example: 'com.mongodb.MongoSocketReadException: Prematurely reached end of stream',
  },
]
