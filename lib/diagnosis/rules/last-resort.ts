import { classNames, type Rule } from './rule.ts'

const JAVA_LANG =
  'https://docs.oracle.com/en/java/javase/21/docs/api/java.base/java/lang/package-summary.html'
const JAVA_IO = 'https://docs.oracle.com/en/java/javase/21/docs/api/java.base/java/io/package-summary.html'

/** Tried only where nothing in the chain matched a rule of its own. */
export const LAST_RESORT: readonly Rule[] = [
  {
    id: 'class-of-two-plugins',
    kind: 'plugin-missing',
    source:
      'https://github.com/apache/kafka/blob/trunk/connect/runtime/src/main/java/org/apache/kafka/connect/runtime/isolation/PluginClassLoader.java',
    message: /ClassCastException: [^\n]{0,1000}PluginClassLoader[^\n]{0,1000}PluginClassLoader/,
    example:
      "java.lang.ClassCastException: class a.B is not c.D (a.B is in unnamed module of loader 'PluginClassLoader' @1; c.D is in unnamed module of loader 'PluginClassLoader' @2)",
  },
  {
    id: 'java-io-exception',
    kind: 'network',
    source: JAVA_IO,
    thrown: classNames('EOFException RetriableException IOException SSLException UncheckedIOException'),
    message: /^(?!.*No space left)/,
    example: 'java.io.EOFException',
  },
  {
    // A constructor or a validation that complains at the start has been given something wrong.
    id: 'java-argument-refused-at-start',
    kind: 'config-invalid',
    source: JAVA_LANG,
    thrown: classNames('IllegalArgumentException UnsupportedOperationException NumberFormatException'),
    frame:
      /\.(?:start|configure|validate|taskConfigs|initialize|parseConfig)$|Config\.(?:<init>|<clinit>|parse)/,
    example:
      'java.lang.IllegalArgumentException: no such mode: fast\n\tat com.example.AcmeSinkTask.start(AcmeSinkTask.java:40)',
  },
  {
    id: 'java-programming-error',
    kind: 'connector-bug',
    source: JAVA_LANG,
    thrown:
      classNames(`NullPointerException ClassCastException IndexOutOfBoundsException ArrayIndexOutOfBoundsException
      StringIndexOutOfBoundsException IllegalStateException IllegalArgumentException ArithmeticException
      UnsupportedOperationException ConcurrentModificationException NoSuchElementException
      NegativeArraySizeException StackOverflowError AssertionError ArrayStoreException MatchError
      IllegalMonitorStateException EmptyStackException BufferUnderflowException BufferOverflowException
      InputMismatchException KotlinNullPointerException UninitializedPropertyAccessException
      NoWhenBranchMatchedException NotImplementedError CancellationException CompletionException
      UndeclaredThrowableException InternalError RuntimeException`),
    message: /^(?!java\.lang\.RuntimeException: \S)/,
    example: 'java.lang.NullPointerException\n\tat com.example.AcmeSinkTask.put(AcmeSinkTask.java:88)',
  },
]
