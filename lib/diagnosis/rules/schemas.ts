import { anyOf, type Rule } from './rule.ts'

/** Schema registries. Confluent's codes: 404xx missing, 422xx invalid, 409 incompatible, 500xx its own trouble. */
export const SCHEMAS: readonly Rule[] = [
  {
    kind: 'schema-missing',
    message: anyOf(
      /error code: ?4040[1-3]\b/,
      /RestClientException: (?:Schema|Subject|Version)\b[^\n]{0,300}not found/,
      /(?:Artifact|Version|Content|Group)NotFoundException: No (?:artifact|version|content)/,
      /No (?:artifact|content) with (?:ID|id|global|content)/,
      /\bschema(?: version)?\b[^\n]{0,80}\b(?:is )?not found\b[^\n]{0,200}(?:AWSSchemaRegistry|Glue)/,
      /Failed to get schemaVersionId/,
      /Schema version is not found/,
      /Schema is not found/,
    ),
  },
  {
    kind: 'bad-record',
    message: anyOf(
      /error code: ?(?:409|422\d\d)\b/,
      /incompatible with an earlier schema/,
      /being registered is incompatible/,
    ),
    remedies: ['fix-schema'],
  },
]
