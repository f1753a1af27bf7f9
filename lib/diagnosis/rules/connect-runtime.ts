import { anyOf, classNames, type Rule } from './rule.ts'

const RUNTIME =
  'https://github.com/apache/kafka/tree/trunk/connect/runtime/src/main/java/org/apache/kafka/connect/runtime'

/** Kafka Connect's own runtime. */
export const CONNECT_RUNTIME: readonly Rule[] = [
  {
    id: 'connect-too-many-tasks',
    kind: 'task-limit',
    source: `${RUNTIME}/TooManyTasksException.java`,
    message: anyOf(/TooManyTasksException/i, /generated \d+ tasks, which is greater than/i),
    example:
      'org.apache.kafka.connect.runtime.TooManyTasksException: The connector orders has generated 12 tasks, which is greater than 8, the maximum number of tasks it is configured to create.',
  },
  {
    // A ConfigException that is about the name server, so it has to be tried before the class.
    id: 'kafka-bootstrap-not-resolved',
    kind: 'network',
    source:
      'https://github.com/apache/kafka/blob/trunk/clients/src/main/java/org/apache/kafka/clients/ClientUtils.java',
    message: /No resolvable bootstrap urls/,
    example:
      'org.apache.kafka.common.config.ConfigException: No resolvable bootstrap urls given in bootstrap.servers',
  },
  {
    id: 'connect-config-exception',
    kind: 'config-invalid',
    source:
      'https://github.com/apache/kafka/blob/trunk/clients/src/main/java/org/apache/kafka/common/config/ConfigException.java',
    thrown: classNames('ConfigException ConfigValueException ConnectorConfigException'),
    example:
      'org.apache.kafka.common.config.ConfigException: Missing required configuration "topics" which has no default value.',
  },
  {
    id: 'connect-config-not-valid',
    kind: 'config-invalid',
    source: `${RUNTIME}/AbstractHerder.java`,
    message: anyOf(
      /Missing required configuration/i,
      /Invalid value .{0,300} for configuration/i,
      /Connector configuration is invalid/i,
    ),
    example:
      'org.apache.kafka.connect.runtime.rest.errors.BadRequestException: Connector configuration is invalid and contains the following 1 error(s):',
  },
  {
    id: 'connect-topic-not-compacted',
    kind: 'config-invalid',
    source:
      'https://github.com/apache/kafka/blob/trunk/connect/runtime/src/main/java/org/apache/kafka/connect/util/TopicAdmin.java',
    message: /is required to have 'cleanup\.policy=compact'/i,
    example:
      "java.lang.IllegalStateException: Topic 'connect-offsets' supplied via the 'offset.storage.topic' property is required to have 'cleanup.policy=compact' to guarantee consistency",
  },
  {
    id: 'connect-task-already-exists',
    kind: 'rebalance',
    source: `${RUNTIME}/Worker.java`,
    message: /Task already exists in this worker/i,
    example: 'org.apache.kafka.connect.errors.ConnectException: Task already exists in this worker: orders-0',
  },
  {
    id: 'connect-worker-rebalancing',
    kind: 'rebalance',
    source: `${RUNTIME}/distributed/RebalanceNeededException.java`,
    thrown: classNames('RebalanceNeededException IllegalWorkerStateException'),
    message: /^(?!.*(?:timed out|timeout)).*/i,
    example:
      'org.apache.kafka.connect.runtime.distributed.RebalanceNeededException: Request cannot be completed because a rebalance is expected',
  },
  {
    id: 'connect-topic-not-created',
    kind: 'topic-missing',
    source: `${RUNTIME}/AbstractWorkerSourceTask.java`,
    message: /Task failed to create new topic/i,
    example:
      'org.apache.kafka.connect.errors.ConnectException: Task failed to create new topic (name=orders, numPartitions=1). Ensure that the task is authorized to create topics or that the topic exists and restart the task',
  },
]

/** Overrides what its cause is: the fault of a topic or a broker, but of the dead-letter queue's. */
export const DEAD_LETTER_QUEUE: Rule = {
  id: 'connect-dead-letter-queue',
  kind: 'dlq-unavailable',
  source: `${RUNTIME}/errors/DeadLetterQueueReporter.java`,
  message: /Could not initialize dead letter queue/,
  example:
    'org.apache.kafka.connect.errors.ConnectException: Could not initialize dead letter queue with topic=orders-dlq',
}

/** A converter or a transform stumbled over a record: whatever it threw, it will throw it again. */
export const CONVERSIONS: readonly Rule[] = [
  {
    id: 'connect-tolerance-exceeded',
    kind: 'bad-record',
    source: `${RUNTIME}/errors/RetryWithToleranceOperator.java`,
    message: /Tolerance exceeded in error handler/,
    example: 'org.apache.kafka.connect.errors.ConnectException: Tolerance exceeded in error handler',
  },
  {
    id: 'connect-conversion',
    kind: 'bad-record',
    source: `${RUNTIME}/WorkerSinkTask.java`,
    frame:
      /(?:Transformation(?:Chain|Stage)|WorkerSinkTask)\.(?:lambda\$)?(?:apply|transformRecord|convertMessages|convertAndTransformRecord)|SourceTask\.convertTransformedRecord|Converter\.(?:to|from)ConnectData$/,
    example:
      'java.lang.NullPointerException\n\tat org.apache.kafka.connect.runtime.WorkerSinkTask.convertAndTransformRecord(WorkerSinkTask.java:540)',
  },
]
