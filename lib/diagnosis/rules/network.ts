import { anyOf, classNames, type Rule } from './rule.ts'

const SOCKETS = 'https://docs.oracle.com/en/java/javase/21/docs/api/java.base/java/net/package-summary.html'
const HTTP_CLIENT =
  'https://hc.apache.org/httpcomponents-client-5.5.x/current/httpclient5/apidocs/org/apache/hc/client5/http/package-summary.html'
const JDK_SOCKET =
  'https://github.com/openjdk/jdk/blob/master/src/java.base/share/classes/sun/nio/ch/NioSocketImpl.java'

/** Not what Kafka Connect wraps another fault in, as RetriableException. */
const NO_WRAPPER = /^(?!org\.apache\.kafka\.connect\.errors\.)/

/** The network below all of them. Sockets say the same under every driver. */
export const NETWORK: readonly Rule[] = [
  {
    id: 'java-socket-exception',
    kind: 'network',
    source: SOCKETS,
    thrown:
      classNames(`UnknownHostException NoRouteToHostException PortUnreachableException SocketTimeoutException
      SocketException ClosedChannelException AsynchronousCloseException UnresolvedAddressException
      HttpTimeoutException HttpConnectTimeoutException HttpRetryException TimeoutException`),
    message: NO_WRAPPER,
    example: 'java.net.UnknownHostException: db.example',
  },
  {
    id: 'http-client-exception',
    kind: 'network',
    source: HTTP_CLIENT,
    thrown: classNames(`ConnectTimeoutException HttpHostConnectException NoHttpResponseException
      ConnectionClosedException ConnectionPoolTimeoutException ConnectionRequestTimeoutException
      AnnotatedConnectException AnnotatedNoRouteToHostException StreamClosedException ResponseTimeoutException`),
    message: NO_WRAPPER,
    example: 'org.apache.http.NoHttpResponseException: search.example:9200 failed to respond',
  },
  {
    id: 'service-unavailable-exception',
    kind: 'network',
    source: 'https://docs.aws.amazon.com/sdk-for-java/latest/developer-guide/handling-exceptions.html',
    thrown:
      classNames(`UnavailableException ApiCallTimeoutException ApiCallAttemptTimeoutException AbortedException
      ServiceUnavailableException InternalServerErrorException HttpServerErrorException RetriableException
      ConnectionLossException AlreadyClosedException`),
    message: NO_WRAPPER,
    example:
      'software.amazon.awssdk.core.exception.ApiCallTimeoutException: Client execution did not complete before the specified timeout configuration: 1000 millis',
  },
  {
    id: 'connection-refused-or-reset',
    kind: 'network',
    source: JDK_SOCKET,
    message: anyOf(
      /^java\.net\.ConnectException/i,
      /Connection (?:refused|reset|timed out|closed|aborted|was closed)/i,
      /Broken pipe/i,
      /Network is unreachable/i,
      /No route to host/i,
    ),
    example: 'java.net.ConnectException: Connection refused',
  },
  {
    id: 'host-not-resolved',
    kind: 'network',
    source: 'https://man7.org/linux/man-pages/man3/getaddrinfo.3.html',
    message: anyOf(
      /Name or service not known/i,
      /nodename nor servname/i,
      /Temporary failure in name resolution/i,
    ),
    example: 'com.example.ClientException: db.example: Temporary failure in name resolution',
  },
  {
    id: 'connection-failed',
    kind: 'network',
    source: SOCKETS,
    message: anyOf(
      /Failed to connect to/i,
      /Could not connect to/i,
      /connect(?:ion)? timed? ?out/i,
      /connection lost/i,
      /Remote host (?:closed|terminated)/i,
      /Can not read response from server/i,
      /failed to respond/i,
      /Timed out after \d+/i,
      /request timed out/i,
    ),
    example: 'com.example.ClientException: Failed to connect to search.example:9200',
  },
  {
    id: 'stream-cut',
    kind: 'network',
    source: 'https://www.rfc-editor.org/rfc/rfc9113.html#name-goaway',
    message: anyOf(
      /Premature EOF/i,
      /Unexpected end of (?:file from server|stream)/i,
      /Unexpected EOF/i,
      /Stream (?:is )?closed/i,
      /GOAWAY/i,
    ),
    example: 'java.io.IOException: Premature EOF',
  },
]
