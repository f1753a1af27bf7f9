import { anyOf, names, type Rule } from './rule.ts'

/** Kafka's clients and Connect's own runtime: org.apache.kafka.common.errors, connect.runtime. */
export const KAFKA: readonly Rule[] = [
  {
    kind: 'task-limit',
    says: anyOf(/TooManyTasksException/, /generated \d+ tasks, which is greater than/),
  },
  {
    kind: 'source-position-lost',
    thrown: names('OffsetOutOfRangeException NoOffsetForPartitionException LogTruncationException'),
  },
  { kind: 'source-position-lost', says: /out of range[^\n]{0,80}no (?:configured )?reset policy/ },
  {
    kind: 'record-too-large',
    thrown: names('RecordTooLargeException RecordBatchTooLargeException MessageSizeTooLargeException'),
  },
  {
    kind: 'throttled',
    thrown: names('ThrottlingQuotaExceededException'),
  },
  {
    kind: 'credentials-expired',
    thrown: names('SaslAuthenticationException AuthenticationException SslAuthenticationException'),
    says: anyOf(/\bexpired?\b/, /session too (?:short|long)/),
  },
  {
    kind: 'network',
    thrown: names(
      'SaslAuthenticationException SslAuthenticationException SSLHandshakeException SSLException',
    ),
    says: anyOf(
      /connection (?:reset|closed)/,
      /closed (?:connection )?during/,
      /terminated the handshake/,
      /broken pipe/,
    ),
  },
  {
    kind: 'authorization',
    thrown: names(`SslAuthenticationException SSLHandshakeException SSLPeerUnverifiedException
      SunCertPathBuilderException CertPathValidatorException ValidatorException`),
    remedies: ['fix-tls'],
  },
  {
    kind: 'authorization',
    thrown: names(`TopicAuthorizationException GroupAuthorizationException ClusterAuthorizationException
      TransactionalIdAuthorizationException DelegationTokenAuthorizationException AuthorizationException`),
    says: /^org\.apache\.kafka\./,
    remedies: ['fix-acl'],
  },
  {
    kind: 'authorization',
    thrown: names(`SaslAuthenticationException AuthenticationException AuthorizationException
      UnsupportedSaslMechanismException IllegalSaslStateException`),
  },
  {
    kind: 'producer-fenced',
    thrown: names(`ProducerFencedException InvalidProducerEpochException OutOfOrderSequenceException
      UnknownProducerIdException InvalidPidMappingException InvalidTxnStateException TransactionAbortedException
      TransactionalIdNotFoundException ConcurrentTransactionsException`),
  },
  {
    kind: 'producer-fenced',
    says: anyOf(/operation with an old epoch/, /newer producer with the same transactionalId/),
  },
  {
    kind: 'rebalance',
    thrown: names(`CommitFailedException RetriableCommitFailedException RebalanceInProgressException
      WakeupException InterruptException InterruptedException ClosedByInterruptException InterruptedIOException
      IllegalGenerationException UnknownMemberIdException FencedInstanceIdException FencedMemberEpochException
      StaleMemberEpochException UnreleasedInstanceIdException MemberIdRequiredException
      RebalanceNeededException IllegalWorkerStateException`),
    says: /^(?!.*(?:timed out|timeout)).*/i,
  },
  {
    kind: 'rebalance',
    says: anyOf(
      /Task already exists in this worker/,
      /No current assignment for partition/,
      /No writer found for/,
      /group has already rebalanced/,
      /executor has been shut ?down/,
      /rejected from java\.util\.concurrent\.ThreadPoolExecutor/,
    ),
  },
  {
    kind: 'topic-missing',
    thrown: names(`UnknownTopicOrPartitionException UnknownTopicIdException InvalidTopicException
      InconsistentTopicIdException`),
  },
  {
    kind: 'topic-missing',
    says: anyOf(
      /Topic \S{1,249} not present in metadata/,
      /does not host this topic-partition/,
      /Task failed to create new topic/,
      /topics? \S{1,249} (?:does not|doesn't|do not) exist/,
    ),
  },
  {
    kind: 'config-invalid',
    thrown: names(`InvalidReplicationFactorException PolicyViolationException InvalidPartitionsException
      InvalidConfigurationException UnsupportedVersionException InvalidReplicaAssignmentException
      InvalidRequiredAcksException UnsupportedCompressionTypeException UnsupportedForMessageFormatException
      InvalidGroupIdException`),
    says: /^org\.apache\.kafka\./,
  },
  {
    kind: 'network',
    says: /No resolvable bootstrap urls/,
  },
  {
    kind: 'bad-record',
    thrown: names(`CorruptRecordException InvalidRecordException InvalidTimestampException`),
    says: /^org\.apache\.kafka\./,
  },
  {
    kind: 'bad-record',
    says: /^org\.apache\.kafka\.common\.KafkaException: Received exception when fetching the next record/,
  },
  {
    kind: 'network',
    says: /^org\.apache\.kafka\.common\.errors\.(?:TimeoutException|DisconnectException|NetworkException|NotLeaderOrFollowerException|NotLeaderForPartitionException|NotEnoughReplicas\w*|Coordinator(?:Not|Load)\w*|NotCoordinatorException|LeaderNotAvailableException|BrokerNotAvailableException|KafkaStorageException|NotControllerException|ReplicaNotAvailableException|FetchSession\w*|OffsetNotAvailableException|UnknownServerException|UnknownLeaderEpochException|FencedLeaderEpochException|UnstableOffsetCommitException|BufferExhaustedException)/,
  },
]
