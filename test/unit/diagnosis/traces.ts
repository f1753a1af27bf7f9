import type { Kind, RestartAdvice } from '../../../lib/domain/vocabulary.ts'

/** A trace as connectors, drivers and Kafka write it, shortened to what tells one kind from another. */
export interface LabelledTrace {
  readonly kind: Kind
  readonly restart: RestartAdvice
  readonly type: 'sink' | 'source'
  /** Id of the rule that recognises it; null: none does. */
  readonly rule: string | null
  readonly trace: string
}

type Labelled = readonly [rule: string | null, trace: string]

const of = (
  kind: Kind,
  restart: RestartAdvice,
  sinks: readonly Labelled[],
  sources: readonly Labelled[],
): LabelledTrace[] => [
  ...sinks.map(([rule, trace]) => ({ kind, restart, type: 'sink' as const, rule, trace })),
  ...sources.map(([rule, trace]) => ({ kind, restart, type: 'source' as const, rule, trace })),
]

export const TRACES: readonly LabelledTrace[] = [
  ...of(
    'bad-record',
    'useless',
    [
      [
        'record-not-parsed',
        `org.apache.kafka.connect.errors.ConnectException: Tolerance exceeded in error handler
Caused by: org.apache.kafka.connect.errors.DataException: Converting byte[] to Kafka Connect data failed due to serialization error: 
Caused by: org.apache.kafka.common.errors.SerializationException: com.fasterxml.jackson.core.JsonParseException: Unrecognized token 'hello': was expecting (JSON String, Number, Array, Object or token 'null', 'true' or 'false')
 at [Source: (byte[])"hello"; line: 1, column: 6]
Caused by: com.fasterxml.jackson.core.JsonParseException: Unrecognized token 'hello': was expecting (JSON String, Number, Array, Object or token 'null', 'true' or 'false')
 at [Source: (byte[])"hello"; line: 1, column: 6]`,
      ],
      [
        'record-without-schema',
        `org.apache.kafka.connect.errors.ConnectException: Tolerance exceeded in error handler
Caused by: org.apache.kafka.connect.errors.DataException: JsonConverter with schemas.enable requires "schema" and "payload" fields and may not contain additional fields.`,
      ],
      [
        'connect-tolerance-exceeded',
        `org.apache.kafka.connect.errors.ConnectException: Tolerance exceeded in error handler
Caused by: java.lang.NullPointerException
	at com.example.smt.Flatten.apply(Flatten.java:20)`,
      ],
      [
        'confluent-jdbc-record-without-key-or-value',
        "org.apache.kafka.connect.errors.ConnectException: Sink connector 'x' is configured with 'delete.enabled=false' and 'pk.mode=record_value' and therefore requires records with a non-null Struct value and non-null Struct schema, but found record at (topic='t',partition=0,offset=1,timestamp=1) with a null value and null value schema.",
      ],
      [
        'kafka-record-corrupt',
        `org.apache.kafka.common.KafkaException: Received exception when fetching the next record from t-0. If needed, please seek past the record to continue consumption.
Caused by: org.apache.kafka.common.errors.CorruptRecordException: Record size 1 is less than the minimum record overhead (14)`,
      ],
      [
        'connect-tolerance-exceeded',
        `org.apache.kafka.connect.errors.ConnectException: Tolerance exceeded in error handler
Caused by: java.lang.StackOverflowError
	at com.fasterxml.jackson.databind.deser.std.BaseNodeDeserializer.x(BaseNodeDeserializer.java:1)`,
      ],
      [
        'record-not-parsed',
        `org.apache.kafka.connect.errors.ConnectException: Tolerance exceeded in error handler
Caused by: org.apache.kafka.connect.errors.DataException: Failed to deserialize data for topic t to Protobuf: 
Caused by: org.apache.kafka.common.errors.SerializationException: Error deserializing Protobuf message for id 3
Caused by: com.google.protobuf.InvalidProtocolBufferException: While parsing a protocol message, the input ended unexpectedly in the middle of a field.`,
      ],
      [
        'record-not-deserialized',
        `org.apache.kafka.connect.errors.ConnectException: Tolerance exceeded in error handler
Caused by: org.apache.kafka.common.errors.SerializationException: Error deserializing Avro message for id 3
Caused by: java.io.EOFException
	at org.apache.avro.io.BinaryDecoder.ensureBounds(BinaryDecoder.java:1)`,
      ],
      [
        'connect-data-exception',
        `org.apache.kafka.connect.errors.ConnectException: Tolerance exceeded in error handler
Caused by: org.apache.kafka.connect.errors.DataException: Schema Avro not found`,
      ],
      [
        'connect-data-exception',
        `org.apache.kafka.connect.errors.ConnectException: Exiting WorkerSinkTask due to unrecoverable exception.
Caused by: org.apache.kafka.connect.errors.SchemaProjectorException: Schema version required for BACKWARD compatibility`,
      ],
      [
        'connect-data-exception',
        `org.apache.kafka.connect.errors.ConnectException: Exiting WorkerSinkTask due to unrecoverable exception.
Caused by: org.apache.kafka.connect.errors.DataException: Value schema must be of type Struct`,
      ],
      [
        'connect-tolerance-exceeded',
        `org.apache.kafka.connect.errors.ConnectException: Tolerance exceeded in error handler
Caused by: java.lang.IllegalArgumentException: Unknown field foo
	at org.apache.kafka.connect.transforms.ReplaceField.apply(ReplaceField.java:1)`,
      ],
      [
        'record-not-parsed',
        `org.apache.kafka.connect.errors.ConnectException: Exiting WorkerSinkTask due to unrecoverable exception.
Caused by: org.bson.json.JsonParseException: Invalid JSON input. Position: 1. Character: 'a'.`,
      ],
    ],
    [
      [
        'confluent-schema-refused',
        'Caused by: org.apache.kafka.common.errors.InvalidConfigurationException: Schema being registered is incompatible with an earlier schema for subject "t-value"; error code: 409',
      ],
      [
        'debezium-ddl-not-parsed',
        `io.debezium.DebeziumException: Error processing binlog event
Caused by: io.debezium.text.MultipleParsingExceptions: Multiple parsing errors
io.debezium.text.ParsingException: DDL statement couldn't be parsed. Please open a Jira issue with the statement 'ALTER TABLE x'`,
      ],
      [
        'record-not-parsed',
        `org.apache.kafka.connect.errors.ConnectException: Tolerance exceeded in error handler
Caused by: org.apache.avro.SchemaParseException: Illegal initial character: 1abc`,
      ],
      [
        'connect-data-exception',
        `org.apache.kafka.connect.errors.SchemaBuilderException: Invalid default value
Caused by: org.apache.kafka.connect.errors.DataException: Invalid Java object for schema type INT64: class java.lang.String for field: "a"`,
      ],
      [
        'confluent-schema-refused',
        `org.apache.kafka.connect.errors.DataException: Failed to serialize Avro data from topic t :
Caused by: org.apache.kafka.common.errors.SerializationException: Error registering Avro schema{"type":"record","name":"a"}
Caused by: io.confluent.kafka.schemaregistry.client.rest.exceptions.RestClientException: Input schema is an invalid Avro schema; error code: 42201`,
      ],
    ],
  ),
  ...of(
    'schema-missing',
    'useless',
    [
      [
        'confluent-schema-not-found',
        `org.apache.kafka.connect.errors.ConnectException: Tolerance exceeded in error handler
Caused by: org.apache.kafka.connect.errors.DataException: Failed to deserialize data for topic t to Avro: 
Caused by: org.apache.kafka.common.errors.SerializationException: Error retrieving Avro value schema for id 7
Caused by: io.confluent.kafka.schemaregistry.client.rest.exceptions.RestClientException: Schema 7 not found; error code: 40403`,
      ],
      [
        'apicurio-artifact-not-found',
        "Caused by: io.apicurio.registry.rest.client.exception.ArtifactNotFoundException: No artifact with ID 'x' in group 'default' was found.",
      ],
      [
        'glue-schema-not-found',
        `Caused by: com.amazonaws.services.schemaregistry.exception.AWSSchemaRegistryException: Failed to get schemaVersionId by schema definition for schema name = x 
Caused by: software.amazon.awssdk.services.glue.model.EntityNotFoundException: Schema version is not found. (Service: Glue, Status Code: 400, Request ID: X)`,
      ],
      [
        'confluent-schema-not-found',
        `org.apache.kafka.connect.errors.DataException: Failed to deserialize data for topic t to Avro: 
Caused by: org.apache.kafka.common.errors.SerializationException: Error retrieving Avro unknown schema for id 100003
Caused by: io.confluent.kafka.schemaregistry.client.rest.exceptions.RestClientException: Subject not found.; error code: 40401`,
      ],
    ],
    [
      [
        'confluent-schema-not-found',
        "Caused by: io.confluent.kafka.schemaregistry.client.rest.exceptions.RestClientException: Subject 't-value' not found.; error code: 40401",
      ],
    ],
  ),
  ...of(
    'authorization',
    'useless',
    [
      [
        'aws-access-denied',
        'Caused by: software.amazon.awssdk.services.s3.model.S3Exception: Access Denied (Service: S3, Status Code: 403, Request ID: X)',
      ],
      [
        'aws-credentials-refused',
        'Caused by: com.amazonaws.services.s3.model.AmazonS3Exception: The AWS Access Key Id you provided does not exist in our records. (Service: Amazon S3; Status Code: 403; Error Code: InvalidAccessKeyId; Request ID: X; S3 Extended Request ID: Y; Proxy: null)',
      ],
      [
        'kafka-authentication-failed',
        'org.apache.kafka.common.errors.SaslAuthenticationException: Authentication failed during authentication due to invalid credentials with SASL mechanism SCRAM-SHA-512',
      ],
      [
        'google-access-denied',
        "Caused by: com.google.cloud.storage.StorageException: svc@p.iam.gserviceaccount.com does not have storage.objects.create access to the Google Cloud Storage object. Permission 'storage.objects.create' denied on resource (or it may not exist).",
      ],
      [
        'tls-certificate-not-trusted',
        `org.apache.kafka.common.errors.SslAuthenticationException: SSL handshake failed
Caused by: javax.net.ssl.SSLHandshakeException: PKIX path building failed: sun.security.provider.certpath.SunCertPathBuilderException: unable to find valid certification path to requested target
Caused by: sun.security.validator.ValidatorException: PKIX path building failed: sun.security.provider.certpath.SunCertPathBuilderException: unable to find valid certification path to requested target
Caused by: sun.security.provider.certpath.SunCertPathBuilderException: unable to find valid certification path to requested target`,
      ],
      [
        'confluent-registry-access-denied',
        `org.apache.kafka.connect.errors.ConnectException: Tolerance exceeded in error handler
Caused by: org.apache.kafka.common.config.ConfigException: Failed to access Avro data from topic t : User is denied operation Read on Subject: t-value; error code: 40301`,
      ],
      [
        'snowflake-login-refused',
        'net.snowflake.client.jdbc.SnowflakeSQLException: JWT token is invalid. [b2c96de2]',
      ],
      [
        'jdbc-login-refused',
        'Caused by: com.clickhouse.client.ClickHouseException: Code: 516. DB::Exception: default: Authentication failed: password is incorrect, or there is no user with such name. (AUTHENTICATION_FAILED)',
      ],
      [
        'redis-access-denied',
        'Caused by: io.lettuce.core.RedisCommandExecutionException: NOAUTH Authentication required.',
      ],
      [
        'http-access-denied',
        'Caused by: io.confluent.connect.http.sink.client.HttpRetriesExhaustedException: Error while processing HTTP request with Url : http://h/x, Status code : 401, Reason Phrase : Unauthorized',
      ],
      [
        'kafka-authentication-failed',
        'org.apache.kafka.common.errors.SaslAuthenticationException: An error: (java.security.PrivilegedActionException: javax.security.sasl.SaslException: GSS initiate failed [Caused by GSSException: No valid credentials provided (Mechanism level: Server not found in Kerberos database (7))]) occurred when evaluating SASL token received from the Kafka Broker. Kafka Client will go to AUTHENTICATION_FAILED state.',
      ],
      [
        'kerberos-login-failed',
        `org.apache.kafka.connect.errors.ConnectException: Failed to find any Kerberos
Caused by: javax.security.auth.login.LoginException: Unable to obtain password from user`,
      ],
      [
        'hdfs-permission-denied',
        'Caused by: org.apache.hadoop.security.AccessControlException: Permission denied: user=connect, access=WRITE, inode="/":hdfs:hdfs:drwxr-xr-x',
      ],
      [
        'confluent-registry-access-denied',
        'Caused by: io.confluent.kafka.schemaregistry.client.rest.exceptions.RestClientException: User is denied operation Read on Subject: t-value; error code: 40301',
      ],
      [
        'azure-access-denied',
        'com.azure.storage.blob.models.BlobStorageException: Status code 403, "<?xml version="1.0" encoding="utf-8"?><Error><Code>AuthorizationFailure</Code><Message>This request is not authorized to perform this operation.</Message></Error>"',
      ],
      [
        'oauth-client-refused',
        `com.google.auth.oauth2.GoogleAuthException: Error getting access token for service account: 400 Bad Request
Caused by: com.google.api.client.auth.oauth2.TokenResponseException: 400 Bad Request
POST https://oauth2.googleapis.com/token
{
  "error" : "invalid_grant",
  "error_description" : "Invalid JWT Signature."
}`,
      ],
    ],
    [
      [
        'aws-credentials-missing',
        `org.apache.kafka.connect.errors.ConnectException: Unhandled exception
Caused by: com.amazonaws.SdkClientException: Unable to load AWS credentials from any provider in the chain: [EnvironmentVariableCredentialsProvider: Unable to load AWS credentials from environment variables]`,
      ],
      [
        'kafka-acl-denied',
        'org.apache.kafka.common.errors.GroupAuthorizationException: Not authorized to access group: connect-x',
      ],
      [
        'kafka-acl-denied',
        `org.apache.kafka.connect.errors.ConnectException: Task failed to create new topic (name=a, numPartitions=1). Ensure that the task is authorized to create topics or that the topic exists and restart the task
Caused by: org.apache.kafka.common.errors.TopicAuthorizationException: Not authorized to access topics: [a]`,
      ],
      [
        'mysql-access-denied',
        `io.debezium.DebeziumException: java.sql.SQLException: Access denied for user 'dbz'@'10.0.0.1' (using password: YES)
Caused by: java.sql.SQLException: Access denied for user 'dbz'@'10.0.0.1' (using password: YES)`,
      ],
      [
        'postgresql-permission-denied',
        `io.debezium.DebeziumException: Creation of replication slot failed
Caused by: org.postgresql.util.PSQLException: ERROR: must be superuser or replication role to use replication slots`,
      ],
      [
        'mongodb-access-denied',
        "Caused by: com.mongodb.MongoCommandException: Command failed with error 13 (Unauthorized): 'not authorized on admin to execute command { aggregate: 1 }' on server m:27017.",
      ],
      [
        'mongodb-access-denied',
        "Caused by: com.mongodb.MongoTimeoutException: Timed out after 30000 ms while waiting for a server that matches ReadPreferenceServerSelector. Client view of cluster state is {type=REPLICA_SET, servers=[{address=m:27017, type=UNKNOWN, state=CONNECTING, exception={com.mongodb.MongoSecurityException: Exception authenticating MongoCredential{mechanism=SCRAM-SHA-1}}, caused by {com.mongodb.MongoCommandException: Command failed with error 18 (AuthenticationFailed): 'Authentication failed.'}}]",
      ],
      [
        'oracle-access-denied',
        'Caused by: oracle.net.ns.NetException: ORA-01017: invalid username/password; logon denied',
      ],
      [
        'sql-server-login-failed',
        "com.microsoft.sqlserver.jdbc.SQLServerException: Login failed for user 'cdc'. ClientConnectionId:1",
      ],
      [
        'kafka-acl-denied',
        `org.apache.kafka.connect.errors.ConnectException: Error configuring an instance of KafkaSchemaHistory
Caused by: org.apache.kafka.common.errors.ClusterAuthorizationException: Cluster authorization failed.`,
      ],
      [
        'sql-server-login-failed',
        `io.debezium.DebeziumException: Failed to get permissions
Caused by: com.microsoft.sqlserver.jdbc.SQLServerException: The SELECT permission was denied on the object 'cdc', database 'x', schema 'cdc'.`,
      ],
      [
        'oracle-access-denied',
        'Caused by: io.debezium.DebeziumException: ORA-01031: insufficient privileges',
      ],
    ],
  ),
  ...of(
    'credentials-expired',
    'once',
    [
      [
        'aws-token-expired',
        'Caused by: com.amazonaws.services.s3.model.AmazonS3Exception: The provided token has expired. (Service: Amazon S3; Status Code: 400; Error Code: ExpiredToken; Request ID: X)',
      ],
      [
        'token-expired',
        'Caused by: net.snowflake.client.jdbc.SnowflakeSQLException: Authentication token has expired.  The user must authenticate again.',
      ],
      [
        'hdfs-delegation-token-expired',
        'Caused by: org.apache.hadoop.ipc.RemoteException(org.apache.hadoop.security.token.SecretManager$InvalidToken): token (HDFS_DELEGATION_TOKEN token 5 for a) is expired',
      ],
      [
        'token-expired',
        'Caused by: software.amazon.awssdk.services.s3.model.S3Exception: The provided token has expired. (Service: S3, Status Code: 400, Request ID: 1)',
      ],
      [
        'tls-certificate-expired',
        `org.apache.kafka.common.errors.SslAuthenticationException: SSL handshake failed
Caused by: javax.net.ssl.SSLHandshakeException: PKIX path validation failed: java.security.cert.CertPathValidatorException: validity check failed
Caused by: java.security.cert.CertPathValidatorException: validity check failed
Caused by: java.security.cert.CertificateExpiredException: NotAfter: Tue Nov 01 00:00:00 UTC 2022`,
      ],
      [
        'kafka-credentials-expired',
        'org.apache.kafka.common.errors.SaslAuthenticationException: Authentication failed due to expired token',
      ],
    ],
    [
      [
        'token-expired',
        'Caused by: software.amazon.awssdk.services.kinesis.model.KinesisException: The security token included in the request is expired (Service: Kinesis, Status Code: 400, Request ID: X)',
      ],
      [
        'salesforce-session-expired',
        'Caused by: com.sforce.ws.ConnectionException: INVALID_SESSION_ID: Invalid Session ID found in SessionHeader: Illegal Session',
      ],
    ],
  ),
  ...of(
    'throttled',
    'helps',
    [
      [
        's3-slow-down',
        'Caused by: software.amazon.awssdk.services.s3.model.S3Exception: Please reduce your request rate. (Service: S3, Status Code: 503, Request ID: X, Extended Request ID: Y)',
      ],
      [
        'google-quota-exceeded',
        'Caused by: com.google.cloud.bigquery.BigQueryException: Exceeded rate limits: too many table update operations for this table. For more information, see https://cloud.google.com/bigquery/docs/troubleshoot-quotas',
      ],
      [
        'google-quota-exceeded',
        `Caused by: com.google.api.gax.rpc.ResourceExhaustedException: io.grpc.StatusRuntimeException: RESOURCE_EXHAUSTED: Quota exceeded for quota metric
Caused by: io.grpc.StatusRuntimeException: RESOURCE_EXHAUSTED: Quota exceeded for quota metric`,
      ],
      [
        'elasticsearch-queue-full',
        'Caused by: org.apache.kafka.connect.errors.ConnectException: Bulk request failed: [{"type":"es_rejected_execution_exception","reason":"rejected execution of coordinating operation"}]',
      ],
      [
        'elasticsearch-circuit-breaker',
        'Caused by: ElasticsearchStatusException[Elasticsearch exception [type=circuit_breaking_exception, reason=[parent] Data too large, data for [<http_request>] would be [1/1gb]]]',
      ],
      [
        'azure-server-busy',
        'Caused by: com.azure.storage.blob.models.BlobStorageException: Status code 503, "<?xml version="1.0"?><Error><Code>ServerBusy</Code><Message>The server is busy.</Message></Error>"',
      ],
      [
        'clickhouse-too-many-parts',
        'Caused by: com.clickhouse.client.ClickHouseException: Code: 252. DB::Exception: Too many parts (300). Merges are processing significantly slower than inserts. (TOO_MANY_PARTS)',
      ],
      [
        'http-too-many-requests',
        'org.apache.kafka.connect.errors.ConnectException: Error while processing HTTP request with Url : http://h/x, Status code : 429, Reason Phrase : Too Many Requests',
      ],
      [
        's3-slow-down',
        'Caused by: com.amazonaws.services.s3.model.AmazonS3Exception: Please reduce your request rate. (Service: Amazon S3; Status Code: 503; Error Code: SlowDown; Request ID: X)',
      ],
      [
        'kafka-quota-exceeded',
        'org.apache.kafka.common.errors.ThrottlingQuotaExceededException: The throttling quota has been exceeded.',
      ],
      [
        'cosmos-request-rate',
        'Caused by: com.azure.cosmos.implementation.RequestRateTooLargeException: {"innerErrorMessage":"Request rate is large. More Request Units may be needed"}',
      ],
    ],
    [
      [
        'dynamodb-throughput-exceeded',
        'Caused by: com.amazonaws.services.dynamodbv2.model.ProvisionedThroughputExceededException: The level of configured provisioned throughput for the table was exceeded. (Service: AmazonDynamoDBv2; Status Code: 400; Error Code: ProvisionedThroughputExceededException; Request ID: X)',
      ],
      [
        'salesforce-requests-used-up',
        'Caused by: com.sforce.ws.ConnectionException: REQUEST_LIMIT_EXCEEDED: TotalRequests Limit exceeded.',
      ],
      [
        'aws-throttled',
        'Caused by: com.amazonaws.services.kinesis.model.LimitExceededException: Rate exceeded for stream x',
      ],
    ],
  ),
  ...of(
    'network',
    'helps',
    [
      [
        'postgresql-connection-failed',
        `org.apache.kafka.connect.errors.ConnectException: Exiting WorkerSinkTask due to unrecoverable exception.
Caused by: org.apache.kafka.connect.errors.ConnectException: java.sql.SQLException: Exception chain:
Caused by: java.sql.SQLException: Exception chain:
java.sql.BatchUpdateException: Batch entry 0 INSERT INTO "t"("a") VALUES ('duplicate key') was aborted: An I/O error occurred while sending to the backend.  Call getNextException to see other errors in the batch.
org.postgresql.util.PSQLException: An I/O error occurred while sending to the backend.
java.net.SocketException: Broken pipe (Write failed)`,
      ],
      [
        'connection-refused-or-reset',
        `org.apache.kafka.connect.errors.ConnectException: Tolerance exceeded in error handler
Caused by: org.apache.kafka.common.errors.SerializationException: Error retrieving Avro schema for id 7
Caused by: java.net.ConnectException: Connection refused (Connection refused)`,
      ],
      [
        'confluent-registry-unavailable',
        'Caused by: io.confluent.kafka.schemaregistry.client.rest.exceptions.RestClientException: Error while forwarding the request to the primary; error code: 50003',
      ],
      [
        'kafka-broker-unavailable',
        'org.apache.kafka.common.errors.TimeoutException: Timeout of 60000ms expired before the position for partition t-0 could be determined',
      ],
      [
        'java-socket-exception',
        `Caused by: com.amazonaws.SdkClientException: Unable to execute HTTP request: Connect to s3.amazonaws.com:443 failed: connect timed out
Caused by: org.apache.http.conn.ConnectTimeoutException: Connect to s3.amazonaws.com:443 failed: connect timed out
Caused by: java.net.SocketTimeoutException: connect timed out`,
      ],
      [
        'java-socket-exception',
        `Caused by: software.amazon.awssdk.core.exception.SdkClientException: Received an UnknownHostException when attempting to interact with a service.
Caused by: java.net.UnknownHostException: s3.us-east-1.amazonaws.com`,
      ],
      [
        'java-socket-exception',
        `Caused by: redis.clients.jedis.exceptions.JedisConnectionException: Failed connecting to host redis:6379
Caused by: java.net.SocketTimeoutException: Connect timed out`,
      ],
      [
        'cassandra-node-unavailable',
        `org.apache.kafka.connect.errors.ConnectException: Exiting WorkerSinkTask due to unrecoverable exception.
Caused by: com.datastax.oss.driver.api.core.AllNodesFailedException: Could not reach any contact point, make sure you've provided valid addresses`,
      ],
      [
        'http-server-error',
        `org.apache.kafka.connect.errors.ConnectException: Exiting WorkerSinkTask due to unrecoverable exception.
Caused by: org.apache.kafka.connect.errors.ConnectException: Error while processing HTTP request with Url : http://h/x, Status code : 503, Reason Phrase : Service Unavailable, Response Content : , `,
      ],
      [
        'jdbc-connection-lost',
        `Caused by: java.sql.SQLRecoverableException: IO Error: The Network Adapter could not establish the connection
Caused by: oracle.net.ns.NetException: The Network Adapter could not establish the connection`,
      ],
      [
        'oracle-unavailable',
        'Caused by: java.sql.SQLRecoverableException: ORA-12514, TNS:listener does not currently know of service requested in connect descriptor',
      ],
      [
        'jdbc-deadlock',
        'Caused by: java.sql.BatchUpdateException: Deadlock found when trying to get lock; try restarting transaction',
      ],
      ['http-server-error', 'Caused by: com.google.cloud.storage.StorageException: 503 Service Unavailable'],
      [
        'bigquery-backend-error',
        'Caused by: com.google.cloud.bigquery.BigQueryException: Error encountered during execution. Retrying may solve the problem.',
      ],
      [
        'http-client-exception',
        `Caused by: io.grpc.StatusRuntimeException: UNAVAILABLE: io exception
Caused by: io.netty.channel.AbstractChannel$AnnotatedConnectException: Connection refused: /10.0.0.1:443`,
      ],
      [
        'connection-refused-or-reset',
        `org.apache.kafka.connect.errors.ConnectException: Failed to execute batch of 20 records with total of 6 attempt(s)
Caused by: java.io.IOException: Connection reset by peer`,
      ],
      [
        'jdbc-pool-exhausted',
        'org.apache.kafka.connect.errors.RetriableException: java.sql.SQLException: java.sql.SQLTransientConnectionException: HikariPool-1 - Connection is not available, request timed out after 30000ms.',
      ],
      [
        'aws-request-not-sent',
        `java.lang.RuntimeException: Unable to complete
Caused by: java.util.concurrent.CompletionException: software.amazon.awssdk.core.exception.SdkClientException: Unable to execute HTTP request: Acquire operation took longer than the configured maximum time.
Caused by: software.amazon.awssdk.core.exception.SdkClientException: Unable to execute HTTP request: Acquire operation took longer`,
      ],
      [
        'iceberg-catalog-unavailable',
        'org.apache.iceberg.exceptions.ServiceFailureException: Server error: InternalServerException: boom',
      ],
      [
        'java-socket-exception',
        'Caused by: java.net.http.HttpConnectTimeoutException: HTTP connect timed out',
      ],
      [
        'connection-failed',
        'Caused by: org.apache.kafka.connect.errors.ConnectException: Failed to connect to /10.0.0.1:8080',
      ],
      ['jdbc-query-timed-out', 'java.lang.RuntimeException: com.x.Y: Read timed out'],
    ],
    [
      [
        'kafka-broker-unavailable',
        `org.apache.kafka.connect.errors.ConnectException: Unrecoverable exception from producer send callback
Caused by: org.apache.kafka.common.errors.TimeoutException: Expiring 5 record(s) for t-0:120000 ms has passed since batch creation`,
      ],
      [
        'connection-failed',
        `Caused by: com.mysql.cj.jdbc.exceptions.CommunicationsException: Communications link failure

The last packet successfully received from the server was 5 milliseconds ago.
Caused by: java.io.EOFException: Can not read response from server. Expected to read 4 bytes, read 0 bytes before connection was unexpectedly lost.`,
      ],
      [
        'postgresql-unavailable',
        `io.debezium.DebeziumException: Could not execute heartbeat action (Error: 57P01)
Caused by: org.postgresql.util.PSQLException: FATAL: terminating connection due to administrator command`,
      ],
      [
        'mongodb-connection-failed',
        'Caused by: com.mongodb.MongoSocketReadException: Prematurely reached end of stream',
      ],
      [
        'kafka-broker-unavailable',
        `org.apache.kafka.connect.errors.ConnectException: Unexpected exception while validating license
Caused by: org.apache.kafka.common.errors.TimeoutException: Timed out waiting for a node assignment. Call: describeTopics`,
      ],
      [
        'sql-server-connection-failed',
        'Caused by: com.microsoft.sqlserver.jdbc.SQLServerException: The TCP/IP connection to the host sql, port 1433 has failed. Error: "Connection refused. Verify the connection properties."',
      ],
      [
        'jdbc-connection-closed',
        `org.apache.kafka.connect.errors.ConnectException: Couldn't obtain Oracle connection
Caused by: java.sql.SQLRecoverableException: Closed Connection`,
      ],
      [
        'kafka-broker-unavailable',
        `io.debezium.DebeziumException: org.apache.kafka.common.errors.TimeoutException: Timeout expired while fetching topic metadata
Caused by: org.apache.kafka.common.errors.TimeoutException: Timeout expired while fetching topic metadata`,
      ],
    ],
  ),
  ...of(
    'record-too-large',
    'useless',
    [
      [
        'mongodb-document-too-large',
        "Caused by: com.mongodb.MongoCommandException: Command failed with error 10334 (BSONObjectTooLarge): 'BSONObj size: 20716219 (0x13C1ABB) is invalid. Size must be between 0 and 16793600(16MB)' on server m:27017",
      ],
      [
        'elasticsearch-content-too-long',
        'Caused by: org.apache.http.ContentTooLongException: entity content is too long [114214480] for the configured buffer limit [104857600]',
      ],
      [
        'service-message-too-large',
        'Caused by: io.grpc.StatusRuntimeException: RESOURCE_EXHAUSTED: gRPC message exceeds maximum size 4194304: 5000000',
      ],
      [
        'service-message-too-large',
        'Caused by: com.amazonaws.services.sqs.model.AmazonSQSException: One or more parameters are invalid. Reason: Message must be shorter than 262144 bytes. (Service: AmazonSQS; Status Code: 400; Error Code: InvalidParameterValue)',
      ],
    ],
    [
      [
        'kafka-record-too-large',
        'Caused by: org.apache.kafka.common.errors.RecordTooLargeException: The request included a message larger than the max message size the server will accept.',
      ],
      [
        'kafka-record-too-large',
        'Caused by: org.apache.kafka.common.errors.RecordBatchTooLargeException: The request included message batch larger than the configured segment size on the server.',
      ],
      [
        'kafka-record-too-large',
        `org.apache.kafka.connect.errors.ConnectException: Unrecoverable exception from producer send callback
Caused by: org.apache.kafka.common.errors.RecordTooLargeException: The message is 5 bytes when serialized which is larger than 4, which is the value of the max.request.size configuration.`,
      ],
    ],
  ),
  ...of(
    'rebalance',
    'helps',
    [
      [
        'kafka-group-rebalanced',
        'org.apache.kafka.clients.consumer.CommitFailedException: Offset commit cannot be completed since the consumer is not part of an active group for auto partition assignment; it is likely that the consumer was kicked out of the group.',
      ],
      [
        'kafka-partition-revoked',
        `java.lang.IllegalStateException: No current assignment for partition t-3
	at org.apache.kafka.clients.consumer.internals.SubscriptionState.assignedState(SubscriptionState.java:369)`,
      ],
      [
        'kafka-group-rebalanced',
        'org.apache.kafka.common.errors.RebalanceInProgressException: Offset commit cannot be completed since the consumer is undergoing a rebalance for auto partition assignment.',
      ],
      [
        'kafka-group-rebalanced',
        'org.apache.iceberg.exceptions.CommitFailedException: Requirement failed: branch main has changed: expected id 1 != 2',
      ],
      [
        'kafka-group-rebalanced',
        'org.apache.kafka.common.errors.UnknownMemberIdException: The coordinator is not aware of this member.',
      ],
      [
        'java-interrupted',
        `org.apache.kafka.common.errors.InterruptException: java.lang.InterruptedException
Caused by: java.lang.InterruptedException`,
      ],
      [
        'java-executor-stopped',
        `org.apache.kafka.connect.errors.ConnectException: Exiting
Caused by: java.util.concurrent.RejectedExecutionException: Task x rejected from java.util.concurrent.ThreadPoolExecutor@1[Shutting down, pool size = 1]`,
      ],
    ],
    [
      [
        'connect-task-already-exists',
        `org.apache.kafka.connect.errors.ConnectException: Task already exists in this worker: x-0
	at org.apache.kafka.connect.runtime.Worker.startTask(Worker.java:500)`,
      ],
      [
        'java-interrupted',
        `org.apache.kafka.connect.errors.ConnectException: Interrupted while waiting
Caused by: java.lang.InterruptedException
	at java.base/java.util.concurrent.locks.AbstractQueuedSynchronizer.x(A.java:1)`,
      ],
    ],
  ),
  ...of(
    'sink-rejected',
    'once',
    [
      [
        'confluent-jdbc-fields-missing',
        `org.apache.kafka.connect.errors.ConnectException: Exiting WorkerSinkTask due to unrecoverable exception.
Caused by: io.confluent.connect.jdbc.sink.TableAlterOrCreateException: Table "T" is missing fields ([SinkRecordField{schema=Schema{STRING}, name='a', isPrimaryKey=false}]) and auto-evolution is disabled`,
      ],
    ],
    [],
  ),
  ...of(
    'sink-rejected',
    'useless',
    [
      [
        'postgresql-constraint-violated',
        `org.apache.kafka.connect.errors.ConnectException: Exiting WorkerSinkTask due to unrecoverable exception.
Caused by: org.apache.kafka.connect.errors.ConnectException: java.sql.SQLException: Exception chain:
java.sql.BatchUpdateException: Batch entry 0 INSERT INTO "t"("id") VALUES(1) was aborted: ERROR: duplicate key value violates unique constraint "t_pkey"
  Detail: Key (id)=(1) already exists.  Call getNextException to see other errors in the batch.
org.postgresql.util.PSQLException: ERROR: duplicate key value violates unique constraint "t_pkey"`,
      ],
      [
        'mysql-value-refused',
        "Caused by: java.sql.BatchUpdateException: Data truncation: Data too long for column 'name' at row 1",
      ],
      [
        'mongodb-write-exception',
        `org.apache.kafka.connect.errors.ConnectException: Exiting WorkerSinkTask due to unrecoverable exception.
Caused by: com.mongodb.MongoBulkWriteException: Bulk write operation error on server mongo:27017. Write errors: [BulkWriteError{index=0, code=11000, message='E11000 duplicate key error collection: a.b index: _id_ dup key: { _id: 1 }', details={}}].`,
      ],
      [
        'elasticsearch-document-refused',
        `org.apache.kafka.connect.errors.ConnectException: Exiting WorkerSinkTask due to unrecoverable exception.
Caused by: org.apache.kafka.connect.errors.ConnectException: Indexing record failed. Response status: BAD_REQUEST
Caused by: ElasticsearchStatusException[Elasticsearch exception [type=illegal_argument_exception, reason=Limit of total fields [1000] has been exceeded]]`,
      ],
      [
        'bigquery-rows-refused',
        'Caused by: com.wepay.kafka.connect.bigquery.exception.BigQueryConnectException: Some write threads encountered unrecoverable errors: com.wepay.kafka.connect.bigquery.exception.BigQueryConnectException: Failed to write rows after BQ table creation or schema update within 30 attempts for: GenericData{classInfo=[datasetId, projectId, tableId], {datasetId=d, tableId=t}}; See logs for more detail',
      ],
      [
        'clickhouse-row-refused',
        `org.apache.kafka.connect.errors.ConnectException: Exiting WorkerSinkTask due to unrecoverable exception.
Caused by: java.lang.RuntimeException: com.clickhouse.client.api.ServerException: Code: 27. DB::Exception: Cannot parse input: expected ',' before: 'abc' (CANNOT_PARSE_INPUT_ASSERTION_FAILED)`,
      ],
      [
        'redis-write-refused',
        'Caused by: io.lettuce.core.RedisCommandExecutionException: WRONGTYPE Operation against a key holding the wrong kind of value',
      ],
      [
        'cassandra-query-refused',
        'Caused by: com.datastax.driver.core.exceptions.InvalidQueryException: unconfigured table orders',
      ],
      [
        'http-request-refused',
        'org.apache.kafka.connect.errors.ConnectException: Error while processing HTTP request with Url : http://h/x, Status code : 400, Reason Phrase : Bad Request, Response Content : {"error":"bad"}',
      ],
      [
        'oracle-row-refused',
        'Caused by: java.sql.SQLSyntaxErrorException: ORA-00942: table or view does not exist',
      ],
      [
        'oracle-row-refused',
        'Caused by: java.sql.BatchUpdateException: ORA-01400: cannot insert NULL into ("A"."B"."C")',
      ],
      [
        'sql-server-constraint-violated',
        "Caused by: com.microsoft.sqlserver.jdbc.SQLServerException: Violation of PRIMARY KEY constraint 'PK_x'. Cannot insert duplicate key in object 'dbo.x'. The duplicate key value is (1).",
      ],
      [
        'confluent-jdbc-table-not-altered',
        'Caused by: io.confluent.connect.jdbc.sink.TableAlterOrCreateException: Table "T" is missing and auto-creation is disabled',
      ],
      [
        'postgresql-object-missing',
        'Caused by: org.postgresql.util.PSQLException: ERROR: column "a" of relation "t" does not exist',
      ],
      [
        'postgresql-constraint-violated',
        `org.apache.kafka.connect.errors.ConnectException: Failed to process a sink record
Caused by: jakarta.persistence.PersistenceException: Converting \`org.hibernate.exception.ConstraintViolationException\` to JPA \`PersistenceException\` : could not execute batch
Caused by: org.hibernate.exception.ConstraintViolationException: could not execute batch [Batch entry 0 INSERT INTO x was aborted: ERROR: null value in column "a" violates not-null constraint]
Caused by: java.sql.BatchUpdateException: Batch entry 0 INSERT INTO x (a) VALUES (NULL) was aborted: ERROR: null value in column "a" violates not-null constraint
Caused by: org.postgresql.util.PSQLException: ERROR: null value in column "a" violates not-null constraint`,
      ],
      [
        'iceberg-table-refused',
        'org.apache.iceberg.exceptions.NoSuchTableException: Table does not exist: db.t',
      ],
      [
        'iceberg-table-refused',
        'org.apache.iceberg.exceptions.ValidationException: Cannot write incompatible dataset to table with schema',
      ],
      [
        'elasticsearch-document-refused',
        'org.apache.kafka.connect.errors.ConnectException: Bulk request failed: [{"type":"strict_dynamic_mapping_exception","reason":"mapping set to strict, dynamic introduction of [x] within [_doc] is not allowed"}]',
      ],
      [
        'bigquery-rows-refused',
        'Caused by: com.google.cloud.bigquery.BigQueryException: Provided Schema does not match Table p:d.t. Field a has changed type from STRING to INTEGER',
      ],
      [
        'elasticsearch-document-refused',
        `Caused by: com.wepay.kafka.connect.bigquery.exception.BigQueryConnectException: table insertion failed for the following rows:
	[row index 0] (location a[0], reason: invalid): no such field: a.`,
      ],
    ],
    [],
  ),
  ...of(
    'source-position-lost',
    'useless',
    [
      [
        'kafka-offset-out-of-range',
        'org.apache.kafka.clients.consumer.OffsetOutOfRangeException: Fetch position FetchPosition{offset=5} is out of range for partition t-0, and there is no configured reset policy',
      ],
    ],
    [
      [
        'debezium-offset-gone',
        'org.apache.kafka.connect.errors.ConnectException: The connector is trying to read binlog starting at SourceInfo [currentGtid=null, currentBinlogFilename=mysql-bin.000003, currentBinlogPosition=154], but this is no longer available on the server. Reconfigure the connector to use a snapshot when needed.',
      ],
      [
        'mysql-binlog-purged',
        `org.apache.kafka.connect.errors.ConnectException: An exception occurred in the change event producer. This connector will be stopped.
Caused by: org.apache.kafka.connect.errors.ConnectException: Client requested master to start replication from position > file size Error code: 1236; SQLSTATE: HY000.
Caused by: com.github.shyiko.mysql.binlog.network.ServerException: Client requested master to start replication from position > file size`,
      ],
      [
        'mongodb-resume-point-gone',
        "Caused by: com.mongodb.MongoCommandException: Command failed with error 286 (ChangeStreamHistoryLost): 'PlanExecutor error during aggregation :: caused by :: Resume of change stream was not possible, as the resume point may no longer be in the oplog.' on server m:27017.",
      ],
      [
        'postgresql-slot-invalid',
        `Caused by: org.postgresql.util.PSQLException: ERROR: can no longer get changes from replication slot "debezium"
  Detail: This slot has been invalidated because it exceeded the maximum reserved size.`,
      ],
      [
        'debezium-oracle-redo-log-missing',
        'io.debezium.DebeziumException: Online REDO LOG files or archive log files do not contain the offset scn 1234.  Please perform a new snapshot.',
      ],
      [
        'sql-server-lsn-out-of-range',
        'Caused by: com.microsoft.sqlserver.jdbc.SQLServerException: An insufficient number of arguments were supplied for the procedure or function cdc.fn_cdc_get_all_changes_ ... .',
      ],
      [
        'debezium-schema-history-missing',
        'io.debezium.DebeziumException: The db history topic is missing. You may attempt to recover it by reconfiguring the connector to SCHEMA_ONLY_RECOVERY',
      ],
      [
        'debezium-offset-gone',
        'io.debezium.DebeziumException: The connector is trying to read change stream starting at Struct{sec=1}, but this is no longer available on the server. Reconfigure the connector to use a snapshot mode when needed.',
      ],
      [
        'debezium-postgresql-wal-removed',
        'org.apache.kafka.connect.errors.ConnectException: The offset to start reading from has been removed from the database write-ahead log. Create a new snapshot and consider setting of PostgreSQL parameter wal_keep_segments = 0.',
      ],
      [
        'postgresql-wal-removed',
        'Caused by: org.postgresql.util.PSQLException: ERROR: requested WAL segment 00000001000000000000001B has already been removed',
      ],
      [
        'mysql-binlog-purged',
        'Caused by: com.github.shyiko.mysql.binlog.network.ServerException: Could not find first log file name in binary log index file',
      ],
      [
        'mysql-binlog-purged',
        'Caused by: com.github.shyiko.mysql.binlog.network.ServerException: The slave is connecting using CHANGE MASTER TO MASTER_AUTO_POSITION = 1, but the master has purged binary logs containing GTIDs that the slave requires.',
      ],
      [
        'debezium-table-schema-unknown',
        "org.apache.kafka.connect.errors.ConnectException: Encountered change event for table db.t whose schema isn't known to this connector",
      ],
      [
        'oracle-log-missing',
        "Caused by: io.debezium.DebeziumException: Unable to find a suitable log: ORA-00308: cannot open archived log '/x'",
      ],
      [
        'mongodb-resume-point-gone',
        "Caused by: com.mongodb.MongoQueryException: Query failed with error code 136 and error message 'CollectionScan died due to failure to restore tailable cursor position. CappedPositionLost' on server m",
      ],
      [
        'mongodb-resume-point-gone',
        'Caused by: com.mongodb.MongoCommandException: Command failed with error 280 (ChangeStreamFatalError): \'cannot resume stream; the resume token was not found. {_data: "82"}\'',
      ],
      [
        'debezium-schema-history-missing',
        'org.apache.kafka.connect.errors.ConnectException: Could not find existing binlog information while attempting schema only recovery snapshot',
      ],
    ],
  ),
  ...of(
    'source-busy',
    'helps',
    [],
    [
      [
        'postgresql-slot-active',
        `io.debezium.DebeziumException: Failed to start replication stream at LSN{0/1}; when setting up multiple connectors for the same database host, please make sure to use a distinct replication slot name for each.
Caused by: org.postgresql.util.PSQLException: ERROR: replication slot "dbz" is active for PID 77`,
      ],
      [
        'mysql-server-id-taken',
        "Caused by: com.github.shyiko.mysql.binlog.network.ServerException: A slave with the same server_uuid/server_id as this slave has connected to the master; the first event '' at 4, the last event read from './mysql-bin.000004' at 1",
      ],
      [
        'jms-client-id-taken',
        'Caused by: javax.jms.InvalidClientIDException: Broker: b - Client: c already connected from tcp://1.2.3.4:5',
      ],
      [
        'event-hubs-receiver-taken',
        "com.microsoft.azure.eventhubs.ReceiverDisconnectedException: New receiver 'nil' with higher epoch of '4' is created hence current receiver 'nil' with epoch '3' is getting disconnected.",
      ],
      [
        'rabbitmq-queue-locked',
        "com.rabbitmq.client.ShutdownSignalException: channel error; protocol method: #method<channel.close>(reply-code=405, reply-text=RESOURCE_LOCKED - cannot obtain exclusive access to locked queue 'q')",
      ],
      [
        'postgresql-slot-active',
        `org.apache.kafka.connect.errors.ConnectException: Unable to start replication
Caused by: org.postgresql.util.PSQLException: ERROR: replication slot "a_b" is active for PID 1`,
      ],
    ],
  ),
  ...of(
    'plugin-missing',
    'useless',
    [
      [
        'java-class-not-found',
        `java.lang.NoClassDefFoundError: com/google/common/base/Preconditions
	at org.apache.hadoop.conf.Configuration.set(Configuration.java:1380)
Caused by: java.lang.ClassNotFoundException: com.google.common.base.Preconditions`,
      ],
      [
        'jdbc-driver-not-found',
        `org.apache.kafka.connect.errors.ConnectException: java.sql.SQLException: No suitable driver found for jdbc:mysql://h/db
Caused by: java.sql.SQLException: No suitable driver found for jdbc:mysql://h/db`,
      ],
      [
        'connect-plugin-not-found',
        'org.apache.kafka.common.config.ConfigException: Invalid value io.confluent.connect.avro.AvroConverter for configuration value.converter: Class io.confluent.connect.avro.AvroConverter could not be found.',
      ],
      [
        'java-class-incompatible',
        'java.lang.UnsupportedClassVersionError: com/example/MySink has been compiled by a more recent version of the Java Runtime (class file version 61.0), this version of the Java Runtime only recognizes class file versions up to 55.0',
      ],
      [
        'java-class-initialization-failed',
        'java.util.ServiceConfigurationError: org.apache.kafka.connect.storage.Converter: Provider com.x.Y not found',
      ],
      [
        'java-login-module-not-found',
        `org.apache.kafka.common.KafkaException: Failed to construct kafka consumer
Caused by: org.apache.kafka.common.KafkaException: javax.security.auth.login.LoginException: unable to find LoginModule class: software.amazon.msk.auth.iam.IAMLoginModule
Caused by: javax.security.auth.login.LoginException: unable to find LoginModule class: software.amazon.msk.auth.iam.IAMLoginModule`,
      ],
      [
        'kafka-class-of-two-loaders',
        'org.apache.kafka.common.KafkaException: class com.x.A is not an instance of org.apache.kafka.common.serialization.Deserializer',
      ],
      [
        'java-native-library-missing',
        'java.lang.UnsatisfiedLinkError: /tmp/snappy-1.1.8-libsnappyjava.so: Error loading shared library ld-linux-x86-64.so.2: No such file or directory',
      ],
      [
        'java-class-not-found',
        `org.apache.kafka.connect.errors.ConnectException: java.lang.ClassNotFoundException: com.x.Partitioner
Caused by: java.lang.ClassNotFoundException: com.x.Partitioner`,
      ],
      [
        'kafka-class-of-two-loaders',
        'java.lang.ClassCastException: class com.a.B cannot be cast to class com.a.B (com.a.B is in unnamed module of loader org.apache.kafka.connect.runtime.isolation.PluginClassLoader @1; com.a.B is in unnamed module of loader org.apache.kafka.connect.runtime.isolation.PluginClassLoader @2)',
      ],
    ],
    [
      [
        'java-class-incompatible',
        "java.lang.NoSuchMethodError: 'java.lang.String org.apache.avro.Schema.getFullName()'",
      ],
      [
        'connect-plugin-not-found',
        'org.apache.kafka.connect.errors.ConnectException: Failed to find any class that implements Transformation and which name matches com.x.Y',
      ],
    ],
  ),
  ...of(
    'config-invalid',
    'useless',
    [
      [
        'connect-config-exception',
        'org.apache.kafka.common.config.ConfigException: Missing required configuration "topics" which has no default value.',
      ],
      [
        's3-bucket-missing',
        `org.apache.kafka.connect.errors.ConnectException: Non-existent S3 bucket: my-bucket
	at io.confluent.connect.s3.S3SinkTask.start(S3SinkTask.java:118)`,
      ],
      [
        'tls-keystore-not-loaded',
        `org.apache.kafka.common.KafkaException: Failed to construct kafka producer
Caused by: org.apache.kafka.common.KafkaException: Failed to load SSL keystore /etc/x.jks of type JKS
Caused by: java.io.IOException: keystore password was incorrect`,
      ],
      [
        'kafka-request-refused',
        'Caused by: org.apache.kafka.common.errors.InvalidConfigurationException: Unknown topic config name: x',
      ],
      [
        's3-bucket-missing',
        'Caused by: com.amazonaws.services.s3.model.AmazonS3Exception: The specified bucket does not exist (Service: Amazon S3; Status Code: 404; Error Code: NoSuchBucket; Request ID: X)',
      ],
      [
        's3-region-wrong',
        'Caused by: com.amazonaws.services.s3.model.AmazonS3Exception: The bucket is in this region: eu-west-1. Please use this region to retry the request (Service: Amazon S3; Status Code: 301; Error Code: PermanentRedirect; Request ID: X)',
      ],
      [
        'bigquery-dataset-missing',
        'Caused by: com.google.cloud.bigquery.BigQueryException: Not found: Dataset p:d',
      ],
    ],
    [
      [
        'kafka-request-refused',
        `org.apache.kafka.connect.errors.ConnectException: Task failed to create new topic (name=a, numPartitions=1). Ensure that the task is authorized to create topics or that the topic exists and restart the task
Caused by: org.apache.kafka.common.errors.InvalidReplicationFactorException: Replication factor: 3 larger than available brokers: 1.`,
      ],
      [
        'debezium-capture-not-enabled',
        "io.debezium.DebeziumException: Postgres server wal_level property must be 'logical' but is: 'replica'",
      ],
      [
        'sql-server-object-missing',
        "Caused by: com.microsoft.sqlserver.jdbc.SQLServerException: Invalid column name 'updated'.",
      ],
      [
        'debezium-single-task',
        'java.lang.IllegalArgumentException: Only a single connector task may be started',
      ],
    ],
  ),
  ...of(
    'topic-missing',
    'once',
    [],
    [
      [
        'kafka-topic-unknown',
        'org.apache.kafka.common.errors.UnknownTopicOrPartitionException: This server does not host this topic-partition.',
      ],
      [
        'kafka-topic-not-in-metadata',
        `org.apache.kafka.connect.errors.ConnectException: Unrecoverable exception from producer send callback
Caused by: org.apache.kafka.common.errors.TimeoutException: Topic a.b-c not present in metadata after 60000 ms.`,
      ],
      ['kafka-topic-unknown', 'org.apache.kafka.common.errors.InvalidTopicException: Invalid topics: [a b]'],
      [
        'kafka-topic-not-in-metadata',
        'org.apache.kafka.common.errors.TimeoutException: Topic orders not present in metadata after 60000 ms.',
      ],
    ],
  ),
  ...of(
    'producer-fenced',
    'once',
    [],
    [
      [
        'kafka-producer-fenced',
        'org.apache.kafka.common.errors.ProducerFencedException: There is a newer producer with the same transactionalId which fences the current one.',
      ],
      [
        'kafka-producer-fenced',
        `org.apache.kafka.connect.errors.ConnectException: Unrecoverable exception from producer send callback
Caused by: org.apache.kafka.common.errors.InvalidProducerEpochException: Producer attempted to produce with an old epoch.`,
      ],
      [
        'kafka-producer-fenced',
        'Caused by: org.apache.kafka.common.errors.OutOfOrderSequenceException: The broker received an out of order sequence number.',
      ],
      [
        'kafka-producer-fenced',
        `org.apache.kafka.connect.errors.ConnectException: Unrecoverable exception from producer send callback
Caused by: org.apache.kafka.common.errors.ProducerFencedException: Producer attempted an operation with an old epoch. Either there is a newer producer with the same transactionalId, or the producer's transaction has been expired by the broker.`,
      ],
    ],
  ),
  ...of(
    'dlq-unavailable',
    'once',
    [
      [
        'connect-dead-letter-queue',
        `org.apache.kafka.connect.errors.ConnectException: Could not initialize dead letter queue with topic=dlq
Caused by: java.util.concurrent.ExecutionException: org.apache.kafka.common.errors.TimeoutException: Call(callName=listTopics, deadlineMs=1) timed out at 2 after 1 attempt(s)
Caused by: org.apache.kafka.common.errors.TimeoutException: Timed out waiting to send the call. Call: listTopics`,
      ],
    ],
    [],
  ),
  ...of(
    'dlq-unavailable',
    'useless',
    [
      [
        'connect-dead-letter-queue',
        `org.apache.kafka.connect.errors.ConnectException: Could not initialize dead letter queue with topic=dlq
Caused by: java.util.concurrent.ExecutionException: org.apache.kafka.common.errors.TopicAuthorizationException: Authorization failed.
Caused by: org.apache.kafka.common.errors.TopicAuthorizationException: Authorization failed.`,
      ],
      [
        'connect-dead-letter-queue',
        `org.apache.kafka.connect.errors.ConnectException: Could not initialize dead letter queue with topic=dlq
Caused by: java.util.concurrent.ExecutionException: org.apache.kafka.common.errors.PolicyViolationException: Topic replication factor must be 3
Caused by: org.apache.kafka.common.errors.PolicyViolationException: Topic replication factor must be 3`,
      ],
    ],
    [],
  ),
  ...of(
    'task-limit',
    'useless',
    [],
    [
      [
        'connect-too-many-tasks',
        'org.apache.kafka.connect.errors.TooManyTasksException: The connector x has generated 4 tasks, which is greater than 3, the maximum number of tasks it is configured to create.',
      ],
      [
        'connect-too-many-tasks',
        'org.apache.kafka.connect.runtime.TooManyTasksException: The connector x has generated 12 tasks, which is greater than 8, the maximum number of tasks it is configured to create. This behaviour should be considered a bug and is disallowed.',
      ],
      [
        'connect-too-many-tasks',
        'Caused by: org.apache.kafka.connect.runtime.TooManyTasksException: The connector y has generated 2 tasks, which is greater than 1',
      ],
    ],
  ),
  ...of(
    'license',
    'useless',
    [
      [
        'license-not-valid',
        `org.apache.kafka.connect.errors.ConnectException: Unexpected exception while validating license
Caused by: io.confluent.license.InvalidLicenseException: License failed verification`,
      ],
      [
        'license-not-valid',
        'org.apache.kafka.connect.errors.ConnectException: io.confluent.license.ExpiredLicenseException: Your license expired 3 days ago',
      ],
      [
        'license-not-valid',
        'Caused by: ElasticsearchStatusException[Elasticsearch exception [type=security_exception, reason=current license is non-compliant for [security]]]',
      ],
    ],
    [
      [
        'license-not-valid',
        'org.apache.kafka.common.config.ConfigException: Your trial license has expired. Please add a valid license to continue using the product',
      ],
    ],
  ),
  ...of(
    'connector-bug',
    'once',
    [
      [
        'java-programming-error',
        `org.apache.kafka.connect.errors.ConnectException: Exiting WorkerSinkTask due to unrecoverable exception.
Caused by: java.lang.ClassCastException: class java.lang.String cannot be cast to class org.apache.kafka.connect.data.Struct (java.lang.String is in module java.base of loader 'bootstrap'; org.apache.kafka.connect.data.Struct is in unnamed module of loader 'app')
	at com.example.MySinkTask.put(MySinkTask.java:80)`,
      ],
      [
        'java-programming-error',
        `org.apache.kafka.connect.errors.ConnectException: Exiting WorkerSinkTask due to unrecoverable exception.
Caused by: java.util.ConcurrentModificationException: KafkaConsumer is not safe for multi-threaded access`,
      ],
      [
        'java-programming-error',
        `org.apache.kafka.connect.errors.ConnectException: Exiting WorkerSinkTask due to unrecoverable exception.
Caused by: java.lang.IllegalStateException: Recovery failed
	at com.example.Sink.put(Sink.java:1)`,
      ],
      [
        'java-programming-error',
        `scala.MatchError: foo (of class java.lang.String)
	at com.example.Sink.put(Sink.scala:1)`,
      ],
      [
        'java-programming-error',
        `java.lang.RuntimeException
	at com.x.Y.put(Y.java:1)`,
      ],
    ],
    [
      [
        'java-programming-error',
        `java.lang.IndexOutOfBoundsException: Index 0 out of bounds for length 0
	at java.base/jdk.internal.util.Preconditions.outOfBounds(Preconditions.java:64)
	at com.example.Source.poll(Source.java:5)`,
      ],
      [
        'java-programming-error',
        `java.lang.NullPointerException: Cannot invoke "String.length()" because "x" is null
	at io.debezium.connector.oracle.Foo.bar(Foo.java:1)`,
      ],
    ],
  ),
  ...of(
    'unknown',
    'once',
    [
      [
        null,
        `org.apache.kafka.connect.errors.ConnectException: Exiting WorkerSinkTask due to unrecoverable exception.
Caused by: com.example.StrangeException: it did not work`,
      ],
      [null, 'org.apache.iceberg.connect.channel.NotRunningException: Coordinator unexpectedly terminated'],
    ],
    [
      [null, 'java.io.IOException: No space left on device'],
      [
        null,
        'org.apache.kafka.connect.errors.ConnectException: An exception occurred in the change event producer. This connector will be stopped.',
      ],
      [null, 'io.debezium.DebeziumException: Something odd'],
    ],
  ),
]
