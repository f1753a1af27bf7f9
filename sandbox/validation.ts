import { type Config, type ConfigKey, key, PLUGINS, type Plugin, pluginOf, required } from './plugins.ts'
import { RestError } from './rest-error.ts'

const COMMON_KEYS: readonly ConfigKey[] = [
  required('name', 'STRING'),
  required('connector.class', 'STRING'),
  { ...key('tasks.max', 'INT', '1'), atLeast: 1 },
  key('key.converter', 'STRING'),
  key('value.converter', 'STRING'),
  { ...key('errors.tolerance', 'STRING', 'none'), oneOf: ['none', 'all'] },
]

const SINK_KEYS: readonly ConfigKey[] = [key('topics', 'LIST', ''), key('topics.regex', 'STRING', '')]

interface Validated {
  readonly key: ConfigKey
  readonly value: string | null
  readonly errors: readonly string[]
}

/** What Connect's validation says of each key, in its words (Kafka 4.4.0). Unknown keys are fine, as they are there. */
export function validate(plugin: Plugin, config: Config): readonly Validated[] {
  const keys = [...COMMON_KEYS, ...(plugin.type === 'sink' ? SINK_KEYS : []), ...plugin.keys]
  return keys.map((key) => ({
    key,
    value: config[key.name] ?? key.fallback,
    errors: [...keyErrors(key, config[key.name]), ...topicErrors(plugin, key, config)],
  }))
}

function keyErrors(key: ConfigKey, value: string | undefined): readonly string[] {
  if (value === undefined) {
    return key.required ? [`Missing required configuration "${key.name}" which has no default value.`] : []
  }
  const invalid = `Invalid value ${value} for configuration ${key.name}:`
  if (key.type === 'INT') {
    if (!/^[+-]?\d+$/.test(value.trim())) return [`${invalid} Not a number of type INT`]
    if (key.atLeast !== undefined && Number(value) < key.atLeast) {
      return [`${invalid} Value must be at least ${key.atLeast}`]
    }
  }
  if (key.type === 'BOOLEAN' && !/^(true|false)$/i.test(value)) {
    return [`${invalid} Expected value to be either true or false`]
  }
  if (key.oneOf !== undefined && !key.oneOf.includes(value)) {
    return [`${invalid} String must be one of: ${key.oneOf.join(', ')}`]
  }
  return []
}

function topicErrors(plugin: Plugin, { name }: ConfigKey, config: Config): readonly string[] {
  if (plugin.type !== 'sink' || (name !== 'topics' && name !== 'topics.regex')) return []
  const [list, regex] = [Boolean(config.topics), Boolean(config['topics.regex'])]
  if (list && regex) return ['topics and topics.regex are mutually exclusive options, but both are set.']
  return list || regex ? [] : ['Must configure one of topics or topics.regex']
}

/** The plugin that a valid config asks for; otherwise Connect's 400. */
export function requireValid(config: Config): Plugin {
  const plugin = requirePlugin(config)
  const errors = validate(plugin, config).flatMap((validated) => validated.errors)
  if (errors.length === 0) return plugin
  throw new RestError(
    400,
    `Connector configuration is invalid and contains the following ${errors.length} error(s):\n${errors.join('\n')}\nYou can also find the above list of errors at the endpoint \`/connector-plugins/{connectorType}/config/validate\``,
  )
}

export function requirePlugin(config: Config): Plugin {
  const name = config['connector.class']
  if (name === undefined) throw new RestError(400, 'Connector config contains no connector type')
  const plugin = pluginOf(name)
  if (plugin !== undefined) return plugin
  const available = PLUGINS.map(
    ({ class: name, type, version }) =>
      `PluginDesc{klass=class ${name}, name='${name}', version='${version}', encodedVersion=${version}, type=${type}, typeName='${type}', location='file:/plugins/'}`,
  )
  throw new RestError(
    400,
    `Failed to find any class that implements Connector and which name matches ${name}, available connectors are: ${available.join(', ')}`,
  )
}
