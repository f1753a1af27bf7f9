/**
 * The connector, of those given, whose task has this client id; `connector-consumer-<connector>-<task>` unless somebody
 * set another (Worker.baseConsumerConfigs). A connector's name may itself end in `-1`: the task is the last number.
 */
export function connectorOfClientId(clientId: string, connectors: ReadonlySet<string>): string | undefined {
  const [, name = ''] = /^connector-consumer-(.+)-\d+$/s.exec(unquoted(clientId)) ?? []
  return connectors.has(name) ? name : undefined
}

/** JMX quotes a value with anything else in it than letters, digits and a few signs (ObjectName.quote). */
function unquoted(value: string): string {
  const [, quoted] = /^"(.*)"$/s.exec(value) ?? []
  return quoted === undefined ? value : quoted.replace(/\\(.)/gs, (_, char) => (char === 'n' ? '\n' : char))
}
