import { compareVersions } from '../util/version.ts'
import type { ConnectorFacts } from './model.ts'

/** KIP-458: a connector's `consumer.override.*` and `producer.override.*`. Older workers pass over them. */
const SUPPORTED_SINCE = '2.3.0'

/** KIP-722: connector.client.config.override.policy is All by default; None before, which refuses such a connector. */
const ALLOWED_SINCE = '3.0.0'

/** Whether the workers know a connector's settings for its clients; they do where their version is not known. */
export function supportsClientOverrides(connector: ConnectorFacts): boolean {
  return (orderOf(connector, SUPPORTED_SINCE) ?? 0) >= 0
}

/** What such a setting needs, in words; empty from the version on that allows it by default. */
export function clientOverridePrice(connector: ConnectorFacts): string {
  const order = orderOf(connector, ALLOWED_SINCE)
  if (order !== null && order >= 0) return ''
  const policy = 'needs connector.client.config.override.policy=All on the workers'
  return order === null ? `${policy}, the default since Kafka 3.0` : policy
}

function orderOf({ kafkaVersion }: ConnectorFacts, other: string): number | null {
  return kafkaVersion === null ? null : compareVersions(toApacheVersion(kafkaVersion), other)
}

/**
 * Workers of Confluent Platform answer with its version, `7.6.0-ccs`: 5.0 to 5.5 are Kafka 2.0 to 2.5, 6.0 to 6.2 are 2.6
 * to 2.8, 7 and 8 are 3 and 4 (docs.confluent.io, "Supported Versions and Interoperability").
 */
function toApacheVersion(version: string): string {
  const [, major = '', minor = ''] = /^(\d{1,3})\.(\d{1,3}).*-c(?:cs|e)\b/.exec(version) ?? []
  if (major === '') return version
  if (major === '5') return `2.${minor}`
  return major === '6' ? `2.${6 + Number(minor)}` : `${Number(major) - 4}.${minor}`
}
