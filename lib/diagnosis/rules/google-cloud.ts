import { anyOf, type Rule } from './rule.ts'

const BIGQUERY = 'https://cloud.google.com/bigquery/docs/error-messages'
const IAM = 'https://cloud.google.com/iam/docs/troubleshoot-access'
const SINK =
  'https://github.com/confluentinc/kafka-connect-bigquery/tree/master/kcbq-connector/src/main/java/com/wepay/kafka/connect/bigquery'

/** Google's clouds: BigQuery, Cloud Storage, Pub/Sub. */
export const GOOGLE_CLOUD: readonly Rule[] = [
  {
    id: 'google-quota-exceeded',
    kind: 'throttled',
    source: BIGQUERY,
    message: anyOf(
      /rate ?limit ?exceeded/i,
      /exceeded rate limit/i,
      /quota ?exceeded/i,
      /exceeded (?:its |your )?(?:the )?quota/i,
    ),
    example:
      'com.google.cloud.bigquery.BigQueryException: Exceeded rate limits: too many table update operations for this table: rateLimitExceeded',
  },
  {
    id: 'google-token-revoked',
    kind: 'credentials-expired',
    source: 'https://developers.google.com/identity/protocols/oauth2#expiration',
    message: /has been expired or revoked/i,
    example:
      'com.google.api.client.auth.oauth2.TokenResponseException: 400 Token has been expired or revoked.',
  },
  {
    id: 'bigquery-dataset-missing',
    kind: 'config-invalid',
    source: BIGQUERY,
    message: /Not found: (?:Dataset|Project)/i,
    example: 'com.google.cloud.bigquery.BigQueryException: Not found: Dataset shop:orders',
  },
  {
    id: 'google-access-denied',
    kind: 'authorization',
    source: IAM,
    message: anyOf(/does not have \S+ access/i, /Permission \S* ?denied on/i),
    example:
      'com.google.cloud.storage.StorageException: connect@shop.iam.gserviceaccount.com does not have storage.objects.create access to the Google Cloud Storage object.',
  },
  {
    id: 'bigquery-rows-refused',
    kind: 'sink-rejected',
    source: SINK,
    message: anyOf(
      /destination table has no schema/i,
      /Failed to unionize schemas/i,
      /schema does not match/i,
      /Provided Schema/i,
      /Failed to write rows after BQ table/i,
      /InsertErrors/i,
      /invalidQuery/i,
      /Failed to (?:update|create) table/i,
    ),
    example:
      'com.wepay.kafka.connect.bigquery.exception.BigQueryConnectException: Failed to unionize schemas of records for the table shop.orders',
  },
  {
    id: 'bigquery-backend-error',
    kind: 'network',
    source: BIGQUERY,
    message: anyOf(/backendError/i, /Retrying may solve/i),
    example:
      'com.google.cloud.bigquery.BigQueryException: Error encountered during execution. Retrying may solve the problem.',
  },
]
