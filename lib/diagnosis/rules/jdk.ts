import { anyOf, classNames, type Rule } from './rule.ts'

const JAVA_BASE = 'https://docs.oracle.com/en/java/javase/21/docs/api/java.base'

/** What Java's own class library says of settings that can't be, and of threads that are told to stop. */
export const JDK: readonly Rule[] = [
  {
    id: 'java-setting-malformed',
    kind: 'config-invalid',
    source: `${JAVA_BASE}/java/util/regex/PatternSyntaxException.html`,
    thrown: classNames(`PatternSyntaxException InvalidPathException MalformedURLException URISyntaxException
      IllegalFormatException UnknownFormatConversionException IllegalCharsetNameException ZoneRulesException`),
    example: 'java.net.MalformedURLException: no protocol: registry.example',
  },
  {
    id: 'java-file-missing',
    kind: 'config-invalid',
    source: `${JAVA_BASE}/java/nio/file/NoSuchFileException.html`,
    thrown: classNames('NoSuchFileException NotDirectoryException'),
    example: 'java.nio.file.NoSuchFileException: /var/lib/connect/orders.csv',
  },
  {
    id: 'java-file-not-opened',
    kind: 'config-invalid',
    source: `${JAVA_BASE}/java/io/FileNotFoundException.html`,
    message: /\(No such file or directory\)/i,
    example: 'java.io.FileNotFoundException: /etc/connect/truststore.jks (No such file or directory)',
  },
  {
    id: 'java-interrupted',
    kind: 'rebalance',
    source: `${JAVA_BASE}/java/lang/InterruptedException.html`,
    thrown: classNames('InterruptedException ClosedByInterruptException InterruptedIOException'),
    message: /^(?!.*(?:timed out|timeout)).*/i,
    example: 'java.lang.InterruptedException: sleep interrupted',
  },
  {
    id: 'java-executor-stopped',
    kind: 'rebalance',
    source: `${JAVA_BASE}/java/util/concurrent/RejectedExecutionException.html`,
    message: anyOf(
      /executor has been shut ?down/i,
      /rejected from java\.util\.concurrent\.ThreadPoolExecutor/i,
    ),
    example:
      'java.util.concurrent.RejectedExecutionException: Task FutureTask@1 rejected from java.util.concurrent.ThreadPoolExecutor@2[Terminated, pool size = 0]',
  },
  {
    // Its tasks close the writers of partitions that they are about to keep (CooperativeStickyAssignor).
    id: 'confluent-storage-writer-missing',
    kind: 'rebalance',
    source:
      'https://github.com/confluentinc/kafka-connect-storage-cloud/blob/master/kafka-connect-s3/src/main/java/io/confluent/connect/s3/S3SinkTask.java',
    message: /No writer found for/i,
    example: 'org.apache.kafka.connect.errors.ConnectException: No writer found for topic-partition orders-3',
  },
]
