import { anyOf, classNames, type Rule } from './rule.ts'

/** What is installed on a worker: classes, plugins, native libraries, licences. */
export const PLUGINS: readonly Rule[] = [
  {
    id: 'license-not-valid',
    kind: 'license',
    source: 'https://docs.confluent.io/platform/current/connect/license.html',
    message: anyOf(
      /(?:Invalid|Expired)License\w*Exception/i,
      /\blicen[cs]e\b[^\n]{0,60}\b(?:failed verification|invalid|expired|non-compliant|not valid|required|missing)/i,
      /\b(?:invalid|expired|no valid)\b[^\n]{0,30}\blicen[cs]e\b/i,
    ),
    example: 'io.confluent.license.InvalidLicenseException: License failed verification',
  },
  {
    id: 'license-trial-over',
    kind: 'license',
    source: 'https://docs.confluent.io/platform/current/connect/license.html',
    message: /\btrial\b[^\n]{0,40}\b(?:expired|ended|over)\b/i,
    example: 'org.apache.kafka.connect.errors.ConnectException: Your 30 day trial period has ended',
  },
  {
    id: 'java-class-not-found',
    kind: 'plugin-missing',
    source:
      'https://docs.oracle.com/en/java/javase/21/docs/api/java.base/java/lang/NoClassDefFoundError.html',
    thrown: classNames('NoClassDefFoundError ClassNotFoundException NoClassDefFoundException'),
    example: 'java.lang.NoClassDefFoundError: com/google/common/base/Preconditions',
  },
  {
    // Two versions of one library: what was compiled against is not what is on the class path.
    id: 'java-class-incompatible',
    kind: 'plugin-missing',
    source:
      'https://docs.oracle.com/en/java/javase/21/docs/api/java.base/java/lang/IncompatibleClassChangeError.html',
    thrown: classNames(`NoSuchMethodError NoSuchMethodException NoSuchFieldError UnsupportedClassVersionError
      IncompatibleClassChangeError AbstractMethodError IllegalAccessError VerifyError LinkageError ClassFormatError
      BootstrapMethodError`),
    example: "java.lang.NoSuchMethodError: 'java.lang.String org.apache.avro.Schema.getFullName()'",
  },
  {
    id: 'java-class-initialization-failed',
    kind: 'plugin-missing',
    source:
      'https://docs.oracle.com/en/java/javase/21/docs/api/java.base/java/lang/ExceptionInInitializerError.html',
    thrown: classNames('ServiceConfigurationError ExceptionInInitializerError'),
    example:
      'java.util.ServiceConfigurationError: org.apache.kafka.connect.storage.Converter: Provider com.example.JsonConverter not found',
  },
  {
    id: 'java-native-library-missing',
    kind: 'plugin-missing',
    source:
      'https://docs.oracle.com/en/java/javase/21/docs/api/java.base/java/lang/UnsatisfiedLinkError.html',
    thrown: classNames('UnsatisfiedLinkError'),
    example:
      'java.lang.UnsatisfiedLinkError: /tmp/snappy-1.1.8-libsnappyjava.so: Error loading shared library ld-linux-x86-64.so.2',
  },
  {
    id: 'java-native-library-not-loaded',
    kind: 'plugin-missing',
    source:
      'https://docs.oracle.com/en/java/javase/21/docs/api/java.base/java/lang/UnsatisfiedLinkError.html',
    message: anyOf(/Failed to load native library/i, /no \S+ in java\.library\.path/i),
    example: 'java.lang.RuntimeException: no rocksdbjni in java.library.path: [/usr/lib64, /lib64]',
  },
  {
    id: 'connect-plugin-class-loader',
    kind: 'plugin-missing',
    source:
      'https://github.com/apache/kafka/blob/trunk/connect/runtime/src/main/java/org/apache/kafka/connect/runtime/isolation/PluginClassLoader.java',
    thrown: classNames('PluginClassLoaderException PluginNotFoundException'),
    example:
      'org.apache.kafka.connect.runtime.isolation.PluginClassLoaderException: com.example.AcmeSinkConnector',
  },
  {
    id: 'connect-plugin-not-found',
    kind: 'plugin-missing',
    source:
      'https://github.com/apache/kafka/blob/trunk/connect/runtime/src/main/java/org/apache/kafka/connect/runtime/isolation/Plugins.java',
    message: anyOf(/Failed to find any class that implements/i, /\bClass \S+ could not be found/i),
    example:
      'org.apache.kafka.connect.errors.ConnectException: Failed to find any class that implements Connector and which name matches com.example.AcmeSinkConnector',
  },
  {
    id: 'jdbc-driver-not-found',
    kind: 'plugin-missing',
    source: 'https://docs.confluent.io/kafka-connectors/jdbc/current/jdbc-drivers.html',
    message: anyOf(
      /No suitable driver/i,
      /Could not (?:find|load) (?:the )?(?:JDBC )?(?:driver|plugin|connector) ?class/i,
      /Unable to load (?:JDBC )?driver/i,
    ),
    example: 'java.sql.SQLException: No suitable driver found for jdbc:mysql://db.example:3306/shop',
  },
  {
    id: 'java-login-module-not-found',
    kind: 'plugin-missing',
    source:
      'https://github.com/openjdk/jdk8u/blob/master/jdk/src/share/classes/javax/security/auth/login/LoginContext.java',
    message: /unable to find LoginModule class/i,
    example:
      'javax.security.auth.login.LoginException: unable to find LoginModule class: software.amazon.msk.auth.iam.IAMLoginModule',
  },
  {
    // One interface, loaded by two class loaders: a jar of Kafka lies in the plugin's own folder.
    id: 'kafka-class-of-two-loaders',
    kind: 'plugin-missing',
    source:
      'https://github.com/apache/kafka/blob/trunk/clients/src/main/java/org/apache/kafka/common/config/AbstractConfig.java',
    message: anyOf(
      /is not an instance of org\.apache\.kafka\./i,
      /cannot be cast to class [^\n]{0,500}PluginClassLoader/i,
    ),
    example:
      'org.apache.kafka.common.KafkaException: class com.example.JsonDeserializer is not an instance of org.apache.kafka.common.serialization.Deserializer',
  },
  {
    id: 'hadoop-filesystem-not-found',
    kind: 'plugin-missing',
    source:
      'https://github.com/apache/hadoop/blob/trunk/hadoop-common-project/hadoop-common/src/main/java/org/apache/hadoop/fs/FileSystem.java',
    message: /No FileSystem for scheme/i,
    example: 'org.apache.hadoop.fs.UnsupportedFileSystemException: No FileSystem for scheme "s3a"',
  },
]
