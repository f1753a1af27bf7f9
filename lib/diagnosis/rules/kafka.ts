import { anyOf, classNames, type Rule } from './rule.ts'

/** Kafka's clients and Connect's own runtime: org.apache.kafka.common.errors, connect.runtime. */
export const KAFKA: readonly Rule[] = [
  {
    kind: 'task-limit',
    message: anyOf(/TooManyTasksException/, /generated \d+ tasks, which is greater than/),
  },
  {
    kind: 'source-position-lost',
    thrown: classNames('OffsetOutOfRangeException NoOffsetForPartitionException LogTruncationException'),
  },
  { kind: 'source-position-lost', message: /out of range[^\n]{0,80}no (?:configured )?reset policy/ },
  {
    kind: 'record-too-large',
    thrown: classNames('RecordTooLargeException RecordBatchTooLargeException MessageSizeTooLargeException'),
  },
  {
    kind: 'throttled',
    thrown: classNames('ThrottlingQuotaExceededException'),
  },
  {
    kind: 'credentials-expired',
    thrown: classNames('SaslAuthenticationException AuthenticationException SslAuthenticationException'),
    message: anyOf(/\bexpired?\b/, /session too (?:short|long)/),
  },
  {
    kind: 'network',
    thrown: classNames(
      'SaslAuthenticationException SslAuthenticationException SSLHandshakeException SSLException',
    ),
    message: anyOf(
      /connection (?:reset|closed)/,
      /closed (?:connection )?during/,
      /terminated the handshake/,
      /broken pipe/,
    ),
  },
  {
    kind: 'authorization',
    thrown: classNames(`SslAuthenticationException SSLHandshakeException SSLPeerUnverifiedException
      SunCertPathBuilderException CertPathValidatorException ValidatorException`),
    remedies: ['fix-tls'],
  },
  {
    kind: 'authorization',
    thrown: classNames(`TopicAuthorizationException GroupAuthorizationException ClusterAuthorizationException
      TransactionalIdAuthorizationException DelegationTokenAuthorizationException AuthorizationException`),
    message: /^org\.apache\.kafka\./,
    remedies: ['fix-acl'],
  },
  {
    kind: 'authorization',
    thrown: classNames(`SaslAuthenticationException AuthenticationException AuthorizationException
      UnsupportedSaslMechanismException IllegalSaslStateException`),
  },
  {
    kind: 'producer-fenced',
    thrown: classNames(`ProducerFencedException InvalidProducerEpochException OutOfOrderSequenceException
      UnknownProducerIdException InvalidPidMappingException InvalidTxnStateException TransactionAbortedException
      TransactionalIdNotFoundException ConcurrentTransactionsException`),
  },
  {
    kind: 'producer-fenced',
    message: anyOf(/operation with an old epoch/, /newer producer with the same transactionalId/),
  },
  {
    kind: 'rebalance',
    thrown: classNames(`CommitFailedException RetriableCommitFailedException RebalanceInProgressException
      WakeupException InterruptException InterruptedException ClosedByInterruptException InterruptedIOException
      IllegalGenerationException UnknownMemberIdException FencedInstanceIdException FencedMemberEpochException
      StaleMemberEpochException UnreleasedInstanceIdException MemberIdRequiredException
      RebalanceNeededException IllegalWorkerStateException`),
    message: /^(?!.*(?:timed out|timeout)).*/i,
  },
  {
    kind: 'rebalance',
    message: anyOf(
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
    thrown: classNames(`UnknownTopicOrPartitionException UnknownTopicIdException InvalidTopicException
      InconsistentTopicIdException`),
  },
  {
    kind: 'topic-missing',
    message: anyOf(
      /Topic \S{1,249} not present in metadata/,
      /does not host this topic-partition/,
      /Task failed to create new topic/,
      /topics? \S{1,249} (?:does not|doesn't|do not) exist/,
    ),
  },
  {
    kind: 'config-invalid',
    thrown: classNames(`InvalidReplicationFactorException PolicyViolationException InvalidPartitionsException
      InvalidConfigurationException UnsupportedVersionException InvalidReplicaAssignmentException
      InvalidRequiredAcksException UnsupportedCompressionTypeException UnsupportedForMessageFormatException
      InvalidGroupIdException`),
    message: /^org\.apache\.kafka\./,
  },
  {
    kind: 'network',
    message: /No resolvable bootstrap urls/,
  },
  {
    kind: 'bad-record',
    thrown: classNames(`CorruptRecordException InvalidRecordException InvalidTimestampException`),
    message: /^org\.apache\.kafka\./,
  },
  {
    kind: 'bad-record',
    message: /^org\.apache\.kafka\.common\.KafkaException: Received exception when fetching the next record/,
  },
  {
    kind: 'network',
    message:
      /^org\.apache\.kafka\.common\.errors\.(?:TimeoutException|DisconnectException|NetworkException|NotLeaderOrFollowerException|NotLeaderForPartitionException|NotEnoughReplicas\w*|Coordinator(?:Not|Load)\w*|NotCoordinatorException|LeaderNotAvailableException|BrokerNotAvailableException|KafkaStorageException|NotControllerException|ReplicaNotAvailableException|FetchSession\w*|OffsetNotAvailableException|UnknownServerException|UnknownLeaderEpochException|FencedLeaderEpochException|UnstableOffsetCommitException|BufferExhaustedException)/,
  },
]
