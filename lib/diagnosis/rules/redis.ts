import { anyOf, classNames, type Rule } from './rule.ts'

export const REDIS: readonly Rule[] = [
  {
    id: 'redis-access-denied',
    kind: 'authorization',
    source: 'https://redis.io/docs/latest/operate/oss_and_stack/management/security/acl/',
    message: anyOf(/NOAUTH /i, /WRONGPASS/i, /NOPERM /i),
    example: 'io.lettuce.core.RedisCommandExecutionException: NOAUTH Authentication required.',
  },
  {
    id: 'redis-write-refused',
    kind: 'sink-rejected',
    source: 'https://github.com/redis/redis/blob/unstable/src/server.c',
    message: anyOf(/WRONGTYPE/i, /OOM command not allowed/i),
    example:
      'io.lettuce.core.RedisCommandExecutionException: WRONGTYPE Operation against a key holding the wrong kind of value',
  },
  {
    id: 'redis-connection-failed',
    kind: 'network',
    source: 'https://github.com/redis/lettuce/tree/main/src/main/java/io/lettuce/core',
    thrown: classNames('JedisConnectionException RedisConnectionException RedisCommandTimeoutException'),
    example: 'io.lettuce.core.RedisCommandTimeoutException: Command timed out after 1 minute(s)',
  },
]
