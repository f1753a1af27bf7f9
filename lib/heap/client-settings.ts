import { supportsClientOverrides } from './client-overrides.ts'
import type { ConnectorFacts } from './model.ts'

type Client = 'consumer' | 'producer'

export interface ClientSetting {
  /** As it is written in the config that holds it, such as `consumer.override.max.poll.records`. */
  readonly key: string
  readonly value: string
}

/** A number that a Kafka client takes, with Kafka's default and the bounds that Kafka checks. */
export interface ClientNumber {
  readonly client: Client
  readonly name: string
  readonly byDefault: number
  readonly least: number
  readonly most: number
}

export interface EffectiveNumber {
  readonly value: number
  /** For people: `max.poll.records=500 (default)`. */
  readonly setting: string
  /** That the default was taken because what is set can't be read; else empty. */
  readonly assumptions: readonly string[]
}

/**
 * A setting of a task's own client: the connector's `consumer.override.*` takes precedence over the workers' `consumer.*`
 * (Worker.baseConsumerConfigs). Null: set in neither.
 */
export function effectiveSetting(
  connector: ConnectorFacts,
  client: Client,
  name: string,
): ClientSetting | null {
  const { config, workerConfig } = connector
  const override = supportsClientOverrides(connector) ? config[`${client}.override.${name}`] : undefined
  if (override !== undefined) return { key: `${client}.override.${name}`, value: override }
  const worker = workerConfig[`${client}.${name}`]
  return worker === undefined ? null : { key: `${client}.${name}`, value: worker }
}

export function effectiveNumber(connector: ConnectorFacts, number: ClientNumber): EffectiveNumber {
  const { name, byDefault, least, most } = number
  const fallback = `${name}=${byDefault} (default)`
  const set = effectiveSetting(connector, number.client, name)
  if (set === null) return { value: byDefault, setting: fallback, assumptions: [] }
  const value = /^[+-]?\d+$/.test(set.value.trim()) ? Number(set.value) : Number.NaN
  if (value >= least && value <= most) return { value, setting: `${set.key}=${value}`, assumptions: [] }
  // the value may be a secret set under the wrong key, or a placeholder such as ${file:…} that only the worker resolves
  const shape = Number.isNaN(value) ? `a text of ${set.value.length} characters` : value
  const why = `${set.key} is ${shape}, not a whole number from ${least} to ${most}: ${byDefault} was assumed.`
  return { value: byDefault, setting: fallback, assumptions: [why] }
}
