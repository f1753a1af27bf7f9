import { anyOf, classNames, type Rule } from './rule.ts'

/** The network below all of them. Sockets say the same under every driver. */
export const NETWORK: readonly Rule[] = [
  {
    kind: 'network',
    thrown:
      classNames(`UnknownHostException NoRouteToHostException PortUnreachableException ConnectTimeoutException
      HttpHostConnectException HttpConnectTimeoutException HttpTimeoutException SocketTimeoutException SocketException
      NoHttpResponseException ConnectionClosedException ClosedChannelException AsynchronousCloseException
      AnnotatedConnectException ConnectionPoolTimeoutException ConnectionRequestTimeoutException TimeoutException
      UnresolvedAddressException AnnotatedNoRouteToHostException
      MongoSocketException MongoSocketOpenException MongoSocketReadException MongoSocketWriteException
      MongoSocketReadTimeoutException MongoTimeoutException MongoNotPrimaryException MongoNodeIsRecoveringException
      MongoInterruptedException MongoConnectionPoolClearedException MongoServerUnavailableException
      CommunicationsException SQLRecoverableException SQLTransientConnectionException SQLTimeoutException
      SQLNonTransientConnectionException JedisConnectionException RedisConnectionException
      RedisCommandTimeoutException OperationTimedOutException NoHostAvailableException AllNodesFailedException
      DriverTimeoutException WriteTimeoutException UnavailableException ApiCallTimeoutException
      ApiCallAttemptTimeoutException AbortedException ResponseTimeoutException ServiceFailureException
      ServiceUnavailableException InternalServerErrorException HttpServerErrorException CommitStateUnknownException
      StreamClosedException HttpRetryException RESTException RemoteException RetriesExhaustedException
      StandbyException RetriableException ConnectionLossException AlreadyClosedException`),
    message: /^(?!org\.apache\.kafka\.connect\.errors\.)/,
  },
  {
    kind: 'network',
    message: anyOf(
      /^java\.net\.ConnectException/,
      /Connection (?:refused|reset|timed out|closed|aborted|was closed)/,
      /Broken pipe/,
      /Network is unreachable/,
      /No route to host/,
      /Name or service not known/,
      /nodename nor servname/,
      /Temporary failure in name resolution/,
      /Failed to connect to/,
      /Could not connect to/,
      /[Cc]onnect(?:ion)? timed? ?out/,
      /[Cc]onnection lost/,
      /Premature EOF/,
      /Unexpected end of (?:file from server|stream)/,
      /Unexpected EOF/,
      /Timed out after \d+/,
      /request timed out/,
      /Remote host (?:closed|terminated)/,
      /Can not read response from server/,
      /failed to respond/,
      /Stream (?:is )?closed/,
      /unexpected end of stream/,
      /GOAWAY/,
    ),
  },
]

/** Tried only where nothing in the chain matched a rule of its own. */
export const LAST_RESORT: readonly Rule[] = [
  {
    kind: 'plugin-missing',
    message: /ClassCastException: [^\n]{0,1000}PluginClassLoader[^\n]{0,1000}PluginClassLoader/,
  },
  {
    kind: 'network',
    thrown: classNames('EOFException RetriableException IOException SSLException UncheckedIOException'),
    message: /^(?!.*No space left)/,
  },
  {
    // A constructor or a validation that complains at the start has been given something wrong.
    kind: 'config-invalid',
    thrown: classNames('IllegalArgumentException UnsupportedOperationException NumberFormatException'),
    frame:
      /\.(?:start|configure|validate|taskConfigs|initialize|parseConfig)$|Config\.(?:<init>|<clinit>|parse)/,
  },
  {
    kind: 'connector-bug',
    thrown:
      classNames(`NullPointerException ClassCastException IndexOutOfBoundsException ArrayIndexOutOfBoundsException
      StringIndexOutOfBoundsException IllegalStateException IllegalArgumentException ArithmeticException
      UnsupportedOperationException ConcurrentModificationException NoSuchElementException
      NegativeArraySizeException StackOverflowError AssertionError ArrayStoreException MatchError
      IllegalMonitorStateException EmptyStackException BufferUnderflowException BufferOverflowException
      InputMismatchException KotlinNullPointerException UninitializedPropertyAccessException
      NoWhenBranchMatchedException NotImplementedError CancellationException CompletionException
      UndeclaredThrowableException InternalError RuntimeException`),
    message: /^(?!java\.lang\.RuntimeException: \S)/,
  },
]
