import { anyOf, classNames, type Rule } from './rule.ts'

/** What is installed and configured: plugins, licences, settings. */
export const DEPLOYMENT: readonly Rule[] = [
  {
    kind: 'license',
    message: anyOf(
      /(?:Invalid|Expired)License\w*Exception/,
      /\blicen[cs]e\b[^\n]{0,60}\b(?:failed verification|invalid|expired|non-compliant|not valid|required|missing)/,
      /\b(?:invalid|expired|no valid)\b[^\n]{0,30}\blicen[cs]e\b/,
      /\btrial\b[^\n]{0,40}\b(?:expired|ended|over)\b/,
    ),
  },
  {
    kind: 'plugin-missing',
    thrown:
      classNames(`NoClassDefFoundError ClassNotFoundException NoSuchMethodError NoSuchMethodException NoSuchFieldError
      UnsupportedClassVersionError IncompatibleClassChangeError AbstractMethodError IllegalAccessError VerifyError
      LinkageError ClassFormatError BootstrapMethodError ServiceConfigurationError UnsatisfiedLinkError
      ExceptionInInitializerError PluginClassLoaderException PluginNotFoundException NoClassDefFoundException`),
  },
  {
    kind: 'plugin-missing',
    message: anyOf(
      /Failed to find any class that implements/,
      /No suitable driver/,
      /\bClass \S+ could not be found/,
      /Could not (?:find|load) (?:the )?(?:JDBC )?(?:driver|plugin|connector) ?class/,
      /unable to find LoginModule class/,
      /is not an instance of org\.apache\.kafka\./,
      /Unable to load (?:JDBC )?driver/,
      /No FileSystem for scheme/,
      /cannot be cast to class [^\n]{0,500}PluginClassLoader/,
      /Failed to load native library/,
      /no \S+ in java\.library\.path/,
    ),
  },
  {
    kind: 'authorization',
    message: /^org\.apache\.kafka\.common\.config\.ConfigException: Failed to access \S+ data from topic/,
  },
  {
    kind: 'source-busy',
    thrown: classNames('ConfigException'),
    message: /(?:slot|subscription|position)[^\n]{0,100}is active/,
  },
  {
    kind: 'config-invalid',
    thrown:
      classNames(`ConfigException ConfigValueException PatternSyntaxException InvalidPathException MalformedURLException
      URISyntaxException IllegalFormatException UnknownFormatConversionException ConnectorConfigException
      InvalidKeySpecException NoSuchAlgorithmException KeyStoreException UnrecoverableKeyException
      NoSuchFileException NotDirectoryException IllegalCharsetNameException ZoneRulesException`),
  },
  {
    kind: 'config-invalid',
    message: anyOf(
      /Missing required configuration/,
      /Invalid value .{0,300} for configuration/,
      /Connector configuration is invalid/,
      /Non-existent S3 bucket/,
      /is required to have 'cleanup\.policy=compact'/,
      /Only a single connector task may be started/,
      /never allow snapshots/,
      /keystore password was incorrect/,
      /Failed to load SSL keystore/,
      /\(No such file or directory\)/,
    ),
  },
]
