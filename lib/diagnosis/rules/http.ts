import { anyOf, classNames, type Rule } from './rule.ts'

const STATUS = 'https://www.rfc-editor.org/rfc/rfc9110.html#name-status-codes'
const GRPC = 'https://grpc.io/docs/guides/status-codes/'
const OAUTH = 'https://www.rfc-editor.org/rfc/rfc6749#section-5.2'

/** HTTP and gRPC, whatever service speaks it. */
export const HTTP: readonly Rule[] = [
  {
    id: 'http-content-too-large',
    kind: 'record-too-large',
    source: STATUS,
    message: anyOf(/413 Request Entity Too Large/i, /Payload Too Large/i, /RequestEntityTooLarge/i),
    example:
      'org.apache.http.client.HttpResponseException: status code: 413, reason phrase: Payload Too Large',
  },
  {
    id: 'grpc-message-too-large',
    kind: 'record-too-large',
    source:
      'https://github.com/grpc/grpc/blob/master/src/core/ext/filters/message_size/message_size_filter.cc',
    message: /sent message larger than max/i,
    example:
      'io.grpc.StatusRuntimeException: RESOURCE_EXHAUSTED: trying to send message: sent message larger than max (4194305 vs. 4194304)',
  },
  {
    id: 'service-message-too-large',
    kind: 'record-too-large',
    source: STATUS,
    message: anyOf(
      /message (?:exceeds|is larger than) (?:the )?maximum/i,
      /exceeds maximum (?:message |allowed )?size/i,
      /must be (?:shorter|smaller) than \d+ bytes/i,
      /(?:Request|Record|Item|Message) size (?:has )?exceed(?:ed|s)/i,
    ),
    example:
      'com.amazonaws.services.sqs.model.AmazonSQSException: One or more parameters are invalid: message must be shorter than 262144 bytes.',
  },
  {
    id: 'http-too-many-requests',
    kind: 'throttled',
    source: 'https://www.rfc-editor.org/rfc/rfc6585#section-4',
    message: anyOf(
      /too[ _]many[ _]requests/i,
      /(?:status|code|http|response)\b[^\n\w]{0,4}(?:code)?[^\n\w]{0,4}429\b/i,
      /\b429 Too Many/i,
    ),
    example: 'com.example.ApiException: Response code: 429, reason phrase: Too Many Requests',
  },
  {
    id: 'grpc-resource-exhausted',
    kind: 'throttled',
    source: GRPC,
    message: /RESOURCE_EXHAUSTED/i,
    example: 'io.grpc.StatusRuntimeException: RESOURCE_EXHAUSTED: the budget of this minute is used up',
  },
  {
    id: 'token-expired',
    kind: 'credentials-expired',
    source: 'https://www.rfc-editor.org/rfc/rfc6750#section-3.1',
    message: anyOf(
      /token (?:included in the request )?(?:is|has|was|had)(?: been)? expired/i,
      /token expir(?:ed|ation)/i,
      /expired (?:access |security |session |oauth )?token/i,
      /(?:session|ticket|credentials?|certificate|signature|password)\b[^\n]{0,40}\bexpired/i,
    ),
    example: 'com.example.ApiException: The access token has expired',
  },
  {
    id: 'grpc-access-denied',
    kind: 'authorization',
    source: GRPC,
    message: anyOf(/\bPERMISSION_DENIED\b/i, /\bUNAUTHENTICATED\b/i),
    example: 'io.grpc.StatusRuntimeException: PERMISSION_DENIED: User not allowed here',
  },
  {
    id: 'oauth-client-refused',
    kind: 'authorization',
    source: OAUTH,
    message: anyOf(/invalid_grant/i, /invalid_client/i, /unauthorized_client/i),
    example: 'com.google.api.client.auth.oauth2.TokenResponseException: 400 Bad Request invalid_grant',
  },
  {
    id: 'http-access-denied',
    kind: 'authorization',
    source: STATUS,
    message: anyOf(
      /\b401 Unauthorized/i,
      /\b403 Forbidden/i,
      /(?:Status|Response)[ _]?Code ?:? ?40[13]\b/i,
      /HTTP(?:\/1\.1)?[ _](?:Status|Response|error)?[^\n\d]{0,12}40[13]\b/i,
      /insufficient (?:privileges|permissions?|scopes?)/i,
      /invalid (?:api|access) ?key/i,
    ),
    example: 'org.apache.http.client.HttpResponseException: 403 Forbidden',
  },
  {
    id: 'access-denied-exception',
    kind: 'authorization',
    source:
      'https://docs.oracle.com/en/java/javase/21/docs/api/java.base/javax/security/auth/login/package-summary.html',
    thrown: classNames(`AccessDeniedException ForbiddenException NotAuthorizedException UnauthorizedException
      AuthenticationException AuthorizationException AccountLockedException FailedLoginException
      CredentialUnavailableException CredentialsException`),
    example:
      'com.azure.identity.CredentialUnavailableException: EnvironmentCredential: no environment variables are set',
  },
  {
    id: 'http-request-refused',
    kind: 'sink-rejected',
    source: STATUS,
    message: anyOf(
      /(?:Status|Response)[ _]?Code ?:? ?4(?:00|04|09|10|15|22)\b/i,
      /\b400 Bad Request/i,
      /\b404 Not Found/i,
      /\b422 Unprocessable/i,
      /InvalidInputException/i,
    ),
    example: 'com.example.ApiException: Response code: 422, the body has no field id',
  },
  {
    id: 'http-server-error',
    kind: 'network',
    source: STATUS,
    message: anyOf(
      /internal ?server ?error/i,
      /Service ?Unavailable/i,
      /Bad Gateway/i,
      /Gateway Time-?out/i,
      /(?:Status|Response)[ _]?Code ?:? ?5\d\d\b/i,
      /\b50[0234] (?:Internal|Bad|Service|Gateway|Server)/i,
      /HTTP[^\n\d]{0,20}50[0234]\b/i,
    ),
    example: 'org.apache.http.client.HttpResponseException: 503 Service Unavailable',
  },
  {
    id: 'grpc-unavailable',
    kind: 'network',
    source: GRPC,
    message: anyOf(/\bUNAVAILABLE\b/i, /DEADLINE_EXCEEDED/i),
    example: 'io.grpc.StatusRuntimeException: UNAVAILABLE: io exception',
  },
  {
    id: 'service-asks-to-retry',
    kind: 'network',
    source: STATUS,
    message: anyOf(/Please (?:try again|retry)/i, /try again later/i),
    example: 'com.example.ApiException: The job could not be started; please try again',
  },
]
