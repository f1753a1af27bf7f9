/** Ids of the public interface: JSON output, message attributes, metric dimensions. Never rename one. */
export const KINDS = [
  'out-of-memory',
  'bogus-allocation',
  'bad-record',
  'schema-missing',
  'authorization',
  'credentials-expired',
  'throttled',
  'network',
  'record-too-large',
  'rebalance',
  'sink-rejected',
  'source-position-lost',
  'source-busy',
  'plugin-missing',
  'config-invalid',
  'topic-missing',
  'producer-fenced',
  'dlq-unavailable',
  'task-limit',
  'license',
  'connector-bug',
  'not-placed',
  'stalled',
  'unknown',
] as const
export type Kind = (typeof KINDS)[number]

/** helps: may be repeated, with back-off. once: one try, then a person. useless: the same fault will come back. */
export type RestartAdvice = 'helps' | 'once' | 'useless'

/** What the restart of what has FAILED would reach; of the rest Kafka Connect says RUNNING, or there is no task at all. */
export type RestartReach = 'failed-tasks' | 'running-tasks' | 'nothing'

export const OOM_VARIANTS = [
  'heap',
  'gc-overhead',
  'direct',
  'metaspace',
  'native-thread',
  'array-limit',
  'map-failed',
  'container',
] as const
export type OomVariant = (typeof OOM_VARIANTS)[number]

export const OOM_CAUSES = [
  'open-writers',
  'time-bucket-fanout',
  'partition-fanout',
  'unbounded-buffer',
  'record-batch',
  'fetch-buffers',
  'driver-full-fetch',
  'source-queue',
  'source-in-flight',
  'worker-exhausted',
  'victim',
  'leak',
  'huge-input',
  'off-heap',
  'container-limit',
  'tls-mismatch',
  'config-typo',
  'unknown',
] as const
export type OomCause = (typeof OOM_CAUSES)[number]

export const REMEDIES = [
  'restart',
  'split-connector',
  'raise-tasks-max',
  'change-assignor',
  'lower-part-size',
  'elastic-buffer',
  'rotate-interval',
  'rotate-schedule-interval',
  'lower-flush-size',
  'lower-poll-size',
  'lower-queue-size',
  'cursor-fetch',
  'lower-flush-interval',
  'raise-heap',
  'lower-heap-fraction',
  'raise-direct-memory',
  'raise-ulimit',
  'fix-tls',
  'fix-credentials',
  'fix-acl',
  'fix-config',
  'fix-schema',
  'dead-letter-queue',
  'raise-message-size',
  'install-plugin',
  'upgrade-connector',
  'resnapshot',
  'wait',
  'create-topic',
  'human',
] as const
export type RemedyId = (typeof REMEDIES)[number]
