import { anyOf, classNames, type Rule } from './rule.ts'

const DRIVER =
  'https://github.com/apache/cassandra-java-driver/tree/4.x/core/src/main/java/com/datastax/oss/driver/api/core'

export const CASSANDRA: readonly Rule[] = [
  {
    id: 'cassandra-authentication-failed',
    kind: 'authorization',
    source: `${DRIVER}/auth/AuthenticationException.java`,
    message: /Authentication error on host/i,
    example:
      'com.datastax.driver.core.exceptions.AuthenticationException: Authentication error on host db.example/10.0.0.1:9042: Provided username connect and/or password are incorrect',
  },
  {
    id: 'cassandra-query-refused',
    kind: 'sink-rejected',
    source: `${DRIVER}/servererrors/InvalidQueryException.java`,
    message: anyOf(/unconfigured table/i, /InvalidQueryException/i),
    example: 'com.datastax.driver.core.exceptions.InvalidQueryException: unconfigured table orders',
  },
  {
    id: 'cassandra-node-unavailable',
    kind: 'network',
    source: `${DRIVER}/AllNodesFailedException.java`,
    thrown: classNames(`OperationTimedOutException NoHostAvailableException AllNodesFailedException
      DriverTimeoutException WriteTimeoutException`),
    example:
      'com.datastax.oss.driver.api.core.AllNodesFailedException: Could not reach any contact point, make sure you’ve provided valid addresses',
  },
]
