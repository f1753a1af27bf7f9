import { anyOf, type Rule } from './rule.ts'

// Confluent's codes: 404xx missing, 422xx invalid, 409 incompatible, 401xx and 403xx refused, 500xx its own trouble.
const CONFLUENT = 'https://docs.confluent.io/platform/current/schema-registry/develop/api.html'

export const SCHEMA_REGISTRY: readonly Rule[] = [
  {
    id: 'confluent-schema-not-found',
    kind: 'schema-missing',
    source: CONFLUENT,
    message: anyOf(
      /error code: ?4040[1-3]\b/i,
      /RestClientException: (?:Schema|Subject|Version)\b[^\n]{0,300}not found/i,
    ),
    example:
      "io.confluent.kafka.schemaregistry.client.rest.exceptions.RestClientException: Subject 'orders-value' not found.; error code: 40401",
  },
  {
    id: 'apicurio-artifact-not-found',
    kind: 'schema-missing',
    source:
      'https://github.com/Apicurio/apicurio-registry/tree/main/app/src/main/java/io/apicurio/registry/storage/error',
    message: anyOf(
      /(?:Artifact|Version|Content|Group)NotFoundException: No (?:artifact|version|content)/i,
      /No (?:artifact|content) with (?:ID|id|global|content)/i,
    ),
    example:
      "io.apicurio.registry.rest.client.exception.ArtifactNotFoundException: No artifact with ID 'orders-value' in group 'default' was found.",
  },
  {
    id: 'glue-schema-not-found',
    kind: 'schema-missing',
    source:
      'https://github.com/awslabs/aws-glue-schema-registry/blob/master/common/src/main/java/com/amazonaws/services/schemaregistry/utils/AWSSchemaRegistryConstants.java',
    message: anyOf(
      /\bschema(?: version)?\b[^\n]{0,80}\b(?:is )?not found\b[^\n]{0,200}(?:AWSSchemaRegistry|Glue)/i,
      /Failed to get schemaVersionId/i,
      /Schema version is not found/i,
      /Schema is not found/i,
    ),
    example:
      'com.amazonaws.services.schemaregistry.exception.AWSSchemaRegistryException: Failed to get schemaVersionId by schema definition for schema name = orders ',
  },
  {
    id: 'confluent-schema-refused',
    kind: 'bad-record',
    source: CONFLUENT,
    message: anyOf(
      /error code: ?(?:409|422\d\d)\b/i,
      /incompatible with an earlier schema/i,
      /being registered is incompatible/i,
    ),
    remedies: ['fix-schema'],
    example:
      'org.apache.kafka.common.errors.InvalidConfigurationException: Schema being registered is incompatible with an earlier schema for subject "orders-value"; error code: 409',
  },
  {
    id: 'confluent-registry-access-denied',
    kind: 'authorization',
    source: CONFLUENT,
    message: anyOf(/Unauthorized; error code/i, /denied operation/i, /error code: ?40[13]\d{0,2}\b/i),
    example:
      'io.confluent.kafka.schemaregistry.client.rest.exceptions.RestClientException: User is denied operation Read on Subject: orders-value; error code: 40301',
  },
  {
    // Its converters throw a ConfigException for any answer of 4xx.
    id: 'confluent-converter-access-failed',
    kind: 'authorization',
    source:
      'https://github.com/confluentinc/schema-registry/blob/master/avro-converter/src/main/java/io/confluent/connect/avro/AvroConverter.java',
    message: /^org\.apache\.kafka\.common\.config\.ConfigException: Failed to access \S+ data from topic/,
    example:
      'org.apache.kafka.common.config.ConfigException: Failed to access Avro data from topic orders : Forbidden',
  },
  {
    id: 'confluent-registry-unavailable',
    kind: 'network',
    source: CONFLUENT,
    message: /error code: ?50\d{1,3}\b/i,
    example:
      'io.confluent.kafka.schemaregistry.client.rest.exceptions.RestClientException: Error while forwarding the request to the primary; error code: 50003',
  },
]
