import { anyOf, type Rule } from './rule.ts'

const REJECTED = 'https://www.elastic.co/docs/troubleshoot/elasticsearch/rejected-requests'
const CIRCUIT_BREAKERS = 'https://www.elastic.co/docs/troubleshoot/elasticsearch/circuit-breaker-errors'
const MAPPING = 'https://www.elastic.co/docs/manage-data/data-store/mapping'
const INDICES = 'https://www.elastic.co/docs/api/doc/elasticsearch/operation/operation-bulk'
const SECURITY = 'https://www.elastic.co/docs/troubleshoot/elasticsearch/security'
const SINK =
  'https://github.com/confluentinc/kafka-connect-elasticsearch/tree/master/src/main/java/io/confluent/connect/elasticsearch'

/** Elasticsearch and OpenSearch, with their connectors. */
export const ELASTICSEARCH: readonly Rule[] = [
  {
    id: 'elasticsearch-content-too-long',
    kind: 'record-too-large',
    source:
      'https://github.com/elastic/elasticsearch/blob/main/client/rest/src/main/java/org/elasticsearch/client/HeapBufferedAsyncResponseConsumer.java',
    message: anyOf(/ContentTooLongException/i, /entity content is too long/i),
    example:
      'org.apache.http.ContentTooLongException: entity content is too long [105539255] for the configured buffer limit [104857600]',
  },
  {
    id: 'elasticsearch-queue-full',
    kind: 'throttled',
    source: REJECTED,
    message: anyOf(/rejected_execution_exception/i, /EsRejectedExecutionException/i),
    example:
      'ElasticsearchStatusException[Elasticsearch exception [type=es_rejected_execution_exception, reason=rejected execution of coordinating operation]]',
  },
  {
    id: 'elasticsearch-circuit-breaker',
    kind: 'throttled',
    source: CIRCUIT_BREAKERS,
    message: anyOf(/circuit_breaking_exception/i, /CircuitBreakingException/i),
    example:
      'ElasticsearchStatusException[Elasticsearch exception [type=circuit_breaking_exception, reason=[parent] Data too large]]',
  },
  {
    id: 'elasticsearch-access-denied',
    kind: 'authorization',
    source: SECURITY,
    message: anyOf(
      /security_exception/i,
      /unable to authenticate/i,
      /missing authentication/i,
      /is unauthorized for/i,
    ),
    example:
      'ElasticsearchStatusException[Elasticsearch exception [type=security_exception, reason=action [indices:admin/create] is unauthorized for user [connect]]]',
  },
  {
    id: 'elasticsearch-document-refused',
    kind: 'sink-rejected',
    source: MAPPING,
    message: anyOf(
      /mapper_parsing_exception/i,
      /document_parsing_exception/i,
      /MapperParsingException/i,
      /strict_dynamic_mapping_exception/i,
      /illegal_argument_exception/i,
      /Limit of total fields/i,
      /Cannot create mapping/i,
      /no such field/i,
    ),
    example:
      'org.apache.kafka.connect.errors.ConnectException: Indexing failed: type=mapper_parsing_exception, reason=failed to parse field [price] of type [long]',
  },
  {
    id: 'elasticsearch-index-refused',
    kind: 'sink-rejected',
    source: INDICES,
    message: anyOf(
      /version_conflict_engine_exception/i,
      /invalid_index_name_exception/i,
      /index_not_found_exception/i,
      /cluster_block_exception/i,
      /index_closed_exception/i,
    ),
    example:
      'ElasticsearchStatusException[Elasticsearch exception [type=cluster_block_exception, reason=index [orders] blocked by: [FORBIDDEN/12/index read-only / allow delete (api)]]]',
  },
  {
    id: 'elasticsearch-sink-gave-up',
    kind: 'sink-rejected',
    source: `${SINK}/ElasticsearchClient.java`,
    message: anyOf(/Bulk request failed/i, /Indexing record failed/i),
    example: 'org.apache.kafka.connect.errors.ConnectException: Bulk request failed',
  },
  {
    id: 'elasticsearch-retries-used-up',
    kind: 'network',
    source: `${SINK}/RetryUtil.java`,
    message: anyOf(/Failed to execute batch/i, /after total of \d+ attempt/i),
    example:
      'org.apache.kafka.connect.errors.ConnectException: Failed to execute bulk request after total of 6 attempt(s)',
  },
]
