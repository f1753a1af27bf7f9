import { names, type Rule } from './rule.ts'

/** Object stores, search engines, registries and clouds: what speaks HTTP or gRPC. */
export const SERVICES: readonly Rule[] = [
  // Schema registries. Confluent's codes: 404xx missing, 422xx invalid, 409 incompatible, 500xx its own trouble.
  {
    kind: 'schema-missing',
    says: /error code: ?4040[1-3]\b|RestClientException: (?:Schema|Subject|Version)\b[^\n]{0,300}not found|(?:Artifact|Version|Content|Group)NotFoundException: No (?:artifact|version|content)|No (?:artifact|content) with (?:ID|id|global|content)|\bschema(?: version)?\b[^\n]{0,80}\b(?:is )?not found\b[^\n]{0,200}(?:AWSSchemaRegistry|Glue)|(?:Failed to get schemaVersionId|Schema version is not found|Schema is not found)/i,
  },
  {
    kind: 'bad-record',
    says: /RestClientException: [^\n]{0,2000}(?:error code: ?(?:409|422\d\d)\b|incompatible with an earlier schema)|being registered is incompatible/i,
    remedies: ['fix-schema'],
  },
  {
    kind: 'record-too-large',
    says: /ContentTooLongException|entity content is too long|413 Request Entity Too Large|Payload Too Large|EntityTooLarge|RequestEntityTooLarge|message (?:exceeds|is larger than) (?:the )?maximum|exceeds maximum (?:message |allowed )?size|must be (?:shorter|smaller) than \d+ bytes|(?:Request|Record|Item|Message) size (?:has )?exceed(?:ed|s)|Payload document size is larger than maximum|BSONObj(?:ect)?(?: size|TooLarge)|BsonMaximumSizeExceeded/i,
  },
  {
    kind: 'throttled',
    says: /\bSlow ?Down\b|reduce your request rate|\bThrottl(?:ing|ed)\w*|ProvisionedThroughputExceeded|RequestLimitExceeded|REQUEST_LIMIT_EXCEEDED|TooManyRequests|too[ _]many[ _]requests|rate ?limit ?exceeded|exceeded rate limit|Rate exceeded|quota ?exceeded|RESOURCE_EXHAUSTED|exceeded (?:its |your )?(?:the )?quota|ServerBusy|server is (?:currently )?busy|rejected_execution_exception|EsRejectedExecutionException|circuit_breaking_exception|CircuitBreakingException|request rate is (?:too )?large|Too many parts|LimitExceededException|(?:status|code|http|response)\b[^\n\w]{0,4}(?:code)?[^\n\w]{0,4}429\b|\b429 Too Many/i,
  },
  {
    kind: 'credentials-expired',
    says: /ExpiredToken|TokenExpired|token (?:included in the request )?(?:is|has|was|had)(?: been)? expired|token expir(?:ed|ation)|expired (?:access |security |session |oauth )?token|RequestExpired|TokenRefreshRequired|(?:session|ticket|credentials?|certificate|signature|password)\b[^\n]{0,40}\bexpired|INVALID_SESSION_ID|HDFS_DELEGATION_TOKEN[^\n]{0,300}(?:expired|can't be found)|CertificateExpiredException|has been expired or revoked|ExpiredIteratorException|\b39011[24]\b|\b390318\b/i,
  },
  {
    // The session of a catalogue is opened at the start: a restart fetches a new token.
    kind: 'credentials-expired',
    thrown: names('ForbiddenException NotAuthorizedException'),
    says: /\btoken\b/i,
  },
  {
    kind: 'config-invalid',
    says: /NoSuchBucket|bucket (?:does not|doesn't) exist|PermanentRedirect|AuthorizationHeaderMalformed|IllegalLocationConstraint|Unable to find a region|container does not exist|ContainerNotFound|NoSuchContainer/i,
  },
  {
    kind: 'authorization',
    says: /\bAccess ?Denied\b|AccessDenied(?:Exception)?\b|InvalidAccessKeyId|SignatureDoesNotMatch|InvalidClientTokenId|UnrecognizedClientException|\bInvalidToken\b|RequestTimeTooSkewed|AllAccessDisabled|is not authorized to perform|not authorized to perform|Unable to load (?:AWS )?credentials|Failed to find AWS IAM Credentials|does not have \S+ access|Permission \S* ?denied on|\bPERMISSION_DENIED\b|\bUNAUTHENTICATED\b|invalid_grant|invalid_client|unauthorized_client|AuthenticationFailed|AuthorizationFailure|AuthorizationPermissionMismatch|KeyBasedAuthenticationNotPermitted|failed to authenticate the request|security_exception|unable to authenticate|missing authentication|is unauthorized for|Unauthorized; error code|denied operation|error code: ?40[13]\d{0,2}\b|\b401 Unauthorized|\b403 Forbidden|(?:Status|Response)[ _]?Code:? ?40[13]\b|HTTP(?:\/1\.1)?[ _](?:Status|Response|error)?[^\n\d]{0,12}40[13]\b|GSSException|No valid credentials provided|LoginException|AccessControlException|Permission denied|NOAUTH |WRONGPASS|NOPERM |INVALID_LOGIN|SaslException|insufficient (?:privileges|permissions?|scopes?)|JWT token is invalid|invalid (?:api|access) ?key|org\.apache\.iceberg\.exceptions\.(?:Forbidden|NotAuthorized)Exception/i,
  },
  {
    kind: 'authorization',
    thrown: names(`AccessDeniedException ForbiddenException NotAuthorizedException UnauthorizedException
      AuthenticationException MongoSecurityException AccountLockedException FailedLoginException
      CredentialUnavailableException CredentialsException`),
  },
  {
    kind: 'sink-rejected',
    says: /mapper_parsing_exception|document_parsing_exception|MapperParsingException|strict_dynamic_mapping_exception|illegal_argument_exception|version_conflict_engine_exception|invalid_index_name_exception|index_not_found_exception|Limit of total fields|cluster_block_exception|index_closed_exception|Bulk request failed|Indexing record failed|Cannot create mapping|no such field|destination table has no schema|Failed to unionize schemas|schema does not match|Provided Schema|Failed to write rows after BQ table|Cannot (?:write|convert) (?:incompatible|value)|InsertErrors|invalidQuery|Failed to (?:update|create) table|partial write|field type conflict|WRONGTYPE|OOM command not allowed|unconfigured table|(?:Status|Response)[ _]?Code:? ?4(?:00|04|09|10|15|22)\b|\b400 Bad Request|\b404 Not Found|\b422 Unprocessable|org\.apache\.iceberg\.exceptions\.(?:Validation|NoSuchTable|NoSuchNamespace|BadRequest|UnprocessableEntity)\w*|InvalidQueryException|InvalidInputException/,
  },
  {
    kind: 'network',
    says: /We encountered an internal error|internal ?server ?error|InternalError\b|Service ?Unavailable|Bad Gateway|Gateway Time-?out|(?:Status|Response)[ _]?Code:? ?5\d\d\b|\b50[0234] (?:Internal|Bad|Service|Gateway|Server)|error code: ?50\d{1,3}\b|HTTP[^\n\d]{0,20}50[0234]\b|\bUNAVAILABLE\b|DEADLINE_EXCEEDED|Unable to execute HTTP request|backendError|Please (?:try again|retry)|try again later|OperationTimedOut|RequestTimeout\b|Timeout waiting for connection from pool|Failed to execute batch|after total of \d+ attempt|Multipart upload failed/i,
  },
]
