import { anyOf, classNames, type Rule } from './rule.ts'

const CLIENTS = 'https://github.com/apache/kafka/blob/trunk/clients/src/main/java/org/apache/kafka'
/** Every code of the protocol with its text. */
const ERRORS = `${CLIENTS}/common/protocol/Errors.java` as const

/** Kafka's clients: org.apache.kafka.clients, org.apache.kafka.common.errors. */
export const KAFKA_CLIENTS: readonly Rule[] = [
  {
    id: 'kafka-offset-out-of-range',
    kind: 'source-position-lost',
    source: `${CLIENTS}/clients/consumer/OffsetOutOfRangeException.java`,
    thrown: classNames('OffsetOutOfRangeException NoOffsetForPartitionException LogTruncationException'),
    example:
      'org.apache.kafka.clients.consumer.NoOffsetForPartitionException: Undefined offset with no reset policy for partitions: [orders-0]',
  },
  {
    id: 'kafka-offset-without-reset-policy',
    kind: 'source-position-lost',
    source: `${CLIENTS}/clients/consumer/OffsetOutOfRangeException.java`,
    message: /out of range[^\n]{0,80}no (?:configured )?reset policy/,
    example:
      'org.apache.kafka.connect.errors.ConnectException: Offsets out of range with no configured reset policy for partitions: {orders-0=5}',
  },
  {
    id: 'kafka-record-too-large',
    kind: 'record-too-large',
    source: ERRORS,
    thrown: classNames('RecordTooLargeException RecordBatchTooLargeException MessageSizeTooLargeException'),
    example:
      'org.apache.kafka.common.errors.RecordTooLargeException: The message is 1048656 bytes when serialized which is larger than 1048576, which is the value of the max.request.size configuration.',
  },
  {
    id: 'kafka-quota-exceeded',
    kind: 'throttled',
    source: ERRORS,
    thrown: classNames('ThrottlingQuotaExceededException'),
    example:
      'org.apache.kafka.common.errors.ThrottlingQuotaExceededException: The throttling quota has been exceeded.',
  },
  {
    id: 'kafka-credentials-expired',
    kind: 'credentials-expired',
    source: `${CLIENTS}/common/errors/SaslAuthenticationException.java`,
    thrown: classNames('SaslAuthenticationException AuthenticationException'),
    message: anyOf(/\bexpired?\b/i, /session too (?:short|long)/i),
    example:
      'org.apache.kafka.common.errors.SaslAuthenticationException: Authentication failed due to expired token',
  },
  {
    id: 'kafka-connection-lost-at-login',
    kind: 'network',
    source: `${CLIENTS}/common/errors/SaslAuthenticationException.java`,
    thrown: classNames('SaslAuthenticationException'),
    message: anyOf(
      /connection (?:reset|closed)/i,
      /closed (?:connection )?during/i,
      /terminated the handshake/i,
      /broken pipe/i,
    ),
    example:
      'org.apache.kafka.common.errors.SaslAuthenticationException: Connection closed during SASL handshake',
  },
  {
    id: 'kafka-acl-denied',
    kind: 'authorization',
    source: ERRORS,
    thrown: classNames(`TopicAuthorizationException GroupAuthorizationException ClusterAuthorizationException
      TransactionalIdAuthorizationException DelegationTokenAuthorizationException AuthorizationException`),
    message: /^org\.apache\.kafka\./,
    remedies: ['fix-acl'],
    example:
      'org.apache.kafka.common.errors.TopicAuthorizationException: Not authorized to access topics: [orders]',
  },
  {
    id: 'kafka-authentication-failed',
    kind: 'authorization',
    source: ERRORS,
    thrown: classNames(
      'SaslAuthenticationException UnsupportedSaslMechanismException IllegalSaslStateException',
    ),
    example:
      'org.apache.kafka.common.errors.SaslAuthenticationException: Authentication failed during authentication due to invalid credentials with SASL mechanism SCRAM-SHA-512',
  },
  {
    id: 'kafka-producer-fenced',
    kind: 'producer-fenced',
    source: ERRORS,
    thrown: classNames(`ProducerFencedException InvalidProducerEpochException OutOfOrderSequenceException
      UnknownProducerIdException InvalidPidMappingException InvalidTxnStateException TransactionAbortedException
      TransactionalIdNotFoundException ConcurrentTransactionsException`),
    example:
      'org.apache.kafka.common.errors.ProducerFencedException: There is a newer producer with the same transactionalId which fences the current one.',
  },
  {
    id: 'kafka-producer-epoch-old',
    kind: 'producer-fenced',
    source: ERRORS,
    message: anyOf(/operation with an old epoch/i, /newer producer with the same transactionalId/i),
    example:
      'org.apache.kafka.common.KafkaException: Producer attempted an operation with an old epoch. Either there is a newer producer with the same transactionalId, or the transaction has been expired by the broker.',
  },
  {
    id: 'kafka-group-rebalanced',
    kind: 'rebalance',
    source: ERRORS,
    thrown: classNames(`CommitFailedException RetriableCommitFailedException RebalanceInProgressException
      WakeupException InterruptException IllegalGenerationException UnknownMemberIdException
      FencedInstanceIdException FencedMemberEpochException StaleMemberEpochException UnreleasedInstanceIdException
      MemberIdRequiredException`),
    message: /^(?!.*(?:timed out|timeout)).*/i,
    example:
      'org.apache.kafka.clients.consumer.CommitFailedException: Offset commit cannot be completed since the consumer is not part of an active group for auto partition assignment; it is likely that the consumer was kicked out of the group.',
  },
  {
    id: 'kafka-partition-revoked',
    kind: 'rebalance',
    source: `${CLIENTS}/clients/consumer/internals/SubscriptionState.java`,
    message: anyOf(/No current assignment for partition/i, /group has already rebalanced/i),
    example: 'java.lang.IllegalStateException: No current assignment for partition orders-3',
  },
  {
    id: 'kafka-topic-unknown',
    kind: 'topic-missing',
    source: ERRORS,
    thrown: classNames(`UnknownTopicOrPartitionException UnknownTopicIdException InvalidTopicException
      InconsistentTopicIdException`),
    example: 'org.apache.kafka.common.errors.InvalidTopicException: Invalid topics: [orders eu]',
  },
  {
    id: 'kafka-topic-not-in-metadata',
    kind: 'topic-missing',
    source: `${CLIENTS}/clients/producer/KafkaProducer.java`,
    message: anyOf(
      /Topic \S{1,249} not present in metadata/i,
      /does not host this topic-partition/i,
      /topics? \S{1,249} (?:does not|doesn't|do not) exist/i,
    ),
    example:
      'org.apache.kafka.common.errors.TimeoutException: Topic orders not present in metadata after 60000 ms.',
  },
  {
    id: 'kafka-request-refused',
    kind: 'config-invalid',
    source: ERRORS,
    thrown: classNames(`InvalidReplicationFactorException PolicyViolationException InvalidPartitionsException
      InvalidConfigurationException UnsupportedVersionException InvalidReplicaAssignmentException
      InvalidRequiredAcksException UnsupportedCompressionTypeException UnsupportedForMessageFormatException
      InvalidGroupIdException`),
    message: /^org\.apache\.kafka\./,
    example:
      'org.apache.kafka.common.errors.InvalidReplicationFactorException: Replication factor: 3 larger than available brokers: 1.',
  },
  {
    id: 'kafka-record-corrupt',
    kind: 'bad-record',
    source: ERRORS,
    thrown: classNames('CorruptRecordException InvalidRecordException InvalidTimestampException'),
    message: /^org\.apache\.kafka\./,
    example:
      'org.apache.kafka.common.errors.CorruptRecordException: Record size 1 is less than the minimum record overhead (14)',
  },
  {
    id: 'kafka-record-not-fetched',
    kind: 'bad-record',
    source: `${CLIENTS}/clients/consumer/internals/CompletedFetch.java`,
    message: /^org\.apache\.kafka\.common\.KafkaException: Received exception when fetching the next record/,
    example:
      'org.apache.kafka.common.KafkaException: Received exception when fetching the next record from orders-0. If needed, please seek past the record to continue consumption.',
  },
  {
    id: 'kafka-broker-unavailable',
    kind: 'network',
    source: ERRORS,
    message:
      /^org\.apache\.kafka\.common\.errors\.(?:TimeoutException|DisconnectException|NetworkException|NotLeaderOrFollowerException|NotLeaderForPartitionException|NotEnoughReplicas\w*|Coordinator(?:Not|Load)\w*|NotCoordinatorException|LeaderNotAvailableException|BrokerNotAvailableException|KafkaStorageException|NotControllerException|ReplicaNotAvailableException|FetchSession\w*|OffsetNotAvailableException|UnknownServerException|UnknownLeaderEpochException|FencedLeaderEpochException|UnstableOffsetCommitException|BufferExhaustedException)/,
    example:
      'org.apache.kafka.common.errors.TimeoutException: Timeout of 60000ms expired before the position for partition orders-0 could be determined',
  },
]
