import { anyOf, classNames, type Rule } from './rule.ts'

const EXCEPTIONS =
  'https://github.com/apache/iceberg/tree/main/api/src/main/java/org/apache/iceberg/exceptions'

export const ICEBERG: readonly Rule[] = [
  {
    // The session of a catalogue is opened at the start: a restart fetches a new token.
    id: 'iceberg-token-refused',
    kind: 'credentials-expired',
    source: EXCEPTIONS,
    thrown: classNames('ForbiddenException NotAuthorizedException'),
    message: /\btoken\b/i,
    example: 'org.apache.iceberg.exceptions.NotAuthorizedException: Not authorized: Invalid token',
  },
  {
    id: 'iceberg-access-denied',
    kind: 'authorization',
    source: EXCEPTIONS,
    message: /org\.apache\.iceberg\.exceptions\.(?:Forbidden|NotAuthorized)Exception/i,
    example: 'org.apache.iceberg.exceptions.ForbiddenException: Forbidden: the role may not create tables',
  },
  {
    id: 'iceberg-table-refused',
    kind: 'sink-rejected',
    source: EXCEPTIONS,
    message: anyOf(
      /org\.apache\.iceberg\.exceptions\.(?:Validation|NoSuchTable|NoSuchNamespace|BadRequest|UnprocessableEntity)\w*/i,
      /Cannot (?:write|convert) (?:incompatible|value)/i,
    ),
    example: 'org.apache.iceberg.exceptions.NoSuchTableException: Table does not exist: shop.orders',
  },
  {
    id: 'iceberg-catalog-unavailable',
    kind: 'network',
    source: EXCEPTIONS,
    thrown: classNames('ServiceFailureException CommitStateUnknownException RESTException'),
    message: /^(?!org\.apache\.kafka\.connect\.errors\.)/,
    example: 'org.apache.iceberg.exceptions.ServiceFailureException: Server error: NullPointerException',
  },
]
