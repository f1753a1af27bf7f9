import { anyOf, type Rule } from './rule.ts'

const S3 = 'https://docs.aws.amazon.com/AmazonS3/latest/API/ErrorResponses.html'
const COMMON = 'https://docs.aws.amazon.com/IAM/latest/APIReference/CommonErrors.html'
const DYNAMODB = 'https://docs.aws.amazon.com/amazondynamodb/latest/developerguide/Programming.Errors.html'
const SDK = 'https://docs.aws.amazon.com/sdk-for-java/latest/developer-guide/troubleshooting.html'

/** Amazon's services, and what speaks like S3. */
export const AWS: readonly Rule[] = [
  {
    id: 's3-entity-too-large',
    kind: 'record-too-large',
    source: S3,
    message: /EntityTooLarge/i,
    example:
      'com.amazonaws.services.s3.model.AmazonS3Exception: Your proposed upload exceeds the maximum allowed size (Service: Amazon S3; Status Code: 400; Error Code: EntityTooLarge)',
  },
  {
    id: 's3-slow-down',
    kind: 'throttled',
    source: S3,
    message: anyOf(/\bSlow ?Down\b/i, /reduce your request rate/i),
    example:
      'com.amazonaws.services.s3.model.AmazonS3Exception: Please reduce your request rate. (Service: Amazon S3; Status Code: 503; Error Code: SlowDown)',
  },
  {
    id: 'aws-throttled',
    kind: 'throttled',
    source: COMMON,
    message: anyOf(
      /\bThrottl(?:ing|ed)\w*/i,
      /RequestLimitExceeded/i,
      /TooManyRequests/i,
      /Rate exceeded/i,
      /LimitExceededException/i,
    ),
    example:
      'software.amazon.awssdk.services.kinesis.model.KinesisException: Rate exceeded for shard (Service: Kinesis, Status Code: 400)',
  },
  {
    id: 'dynamodb-throughput-exceeded',
    kind: 'throttled',
    source: DYNAMODB,
    message: /ProvisionedThroughputExceeded/i,
    example:
      'com.amazonaws.services.dynamodbv2.model.ProvisionedThroughputExceededException: The level of configured provisioned throughput for the table was exceeded.',
  },
  {
    id: 'aws-token-expired',
    kind: 'credentials-expired',
    source: COMMON,
    message: anyOf(/ExpiredToken/i, /TokenExpired/i, /RequestExpired/i, /TokenRefreshRequired/i),
    example:
      'com.amazonaws.services.s3.model.AmazonS3Exception: The provided token has run out (Service: Amazon S3; Status Code: 400; Error Code: ExpiredToken)',
  },
  {
    id: 'kinesis-iterator-expired',
    kind: 'credentials-expired',
    source: 'https://docs.aws.amazon.com/kinesis/latest/APIReference/API_GetRecords.html',
    message: /ExpiredIteratorException/i,
    example:
      'com.amazonaws.services.kinesis.model.ExpiredIteratorException: Iterator expired. The iterator was created at time Mon Nov 30 08:00:00 UTC 2026',
  },
  {
    id: 's3-bucket-missing',
    kind: 'config-invalid',
    source: S3,
    message: anyOf(/NoSuchBucket/i, /bucket (?:does not|doesn't) exist/i, /Non-existent S3 bucket/i),
    example:
      'com.amazonaws.services.s3.model.AmazonS3Exception: The specified bucket does not exist (Service: Amazon S3; Status Code: 404; Error Code: NoSuchBucket)',
  },
  {
    id: 's3-region-wrong',
    kind: 'config-invalid',
    source: S3,
    message: anyOf(
      /PermanentRedirect/i,
      /AuthorizationHeaderMalformed/i,
      /IllegalLocationConstraint/i,
      /Unable to find a region/i,
    ),
    example:
      "com.amazonaws.services.s3.model.AmazonS3Exception: The authorization header is malformed; the region 'us-east-1' is wrong; expecting 'eu-west-1' (Error Code: AuthorizationHeaderMalformed)",
  },
  {
    id: 'aws-access-denied',
    kind: 'authorization',
    source: COMMON,
    message: anyOf(
      /\bAccess ?Denied\b/i,
      /AccessDenied(?:Exception)?\b/i,
      /AllAccessDisabled/i,
      /not authorized to perform/i,
    ),
    example:
      'com.amazonaws.services.s3.model.AmazonS3Exception: Access Denied (Service: Amazon S3; Status Code: 403; Error Code: AccessDenied)',
  },
  {
    id: 'aws-credentials-refused',
    kind: 'authorization',
    source: COMMON,
    message: anyOf(
      /InvalidAccessKeyId/i,
      /SignatureDoesNotMatch/i,
      /InvalidClientTokenId/i,
      /UnrecognizedClientException/i,
      /\bInvalidToken\b/i,
      /RequestTimeTooSkewed/i,
    ),
    example:
      'com.amazonaws.services.s3.model.AmazonS3Exception: The AWS Access Key Id you provided does not exist in our records. (Error Code: InvalidAccessKeyId)',
  },
  {
    id: 'aws-credentials-missing',
    kind: 'authorization',
    source: 'https://docs.aws.amazon.com/sdk-for-java/latest/developer-guide/credentials-chain.html',
    message: anyOf(/Unable to load (?:AWS )?credentials/i, /Failed to find AWS IAM Credentials/i),
    example:
      'com.amazonaws.SdkClientException: Unable to load AWS credentials from any provider in the chain',
  },
  {
    // S3 may answer 200 and then an error (docs of CompleteMultipartUpload).
    id: 's3-internal-error',
    kind: 'network',
    source: S3,
    message: anyOf(/We encountered an internal error/i, /InternalError\b/i, /Multipart upload failed/i),
    example:
      'com.amazonaws.services.s3.model.AmazonS3Exception: We encountered an internal error. Please try again. (Service: Amazon S3; Status Code: 200; Error Code: InternalError)',
  },
  {
    id: 'aws-request-not-sent',
    kind: 'network',
    source: SDK,
    message: anyOf(
      /Unable to execute HTTP request/i,
      /Timeout waiting for connection from pool/i,
      /RequestTimeout\b/i,
    ),
    example:
      'com.amazonaws.SdkClientException: Unable to execute HTTP request: Timeout waiting for connection from pool',
  },
]
