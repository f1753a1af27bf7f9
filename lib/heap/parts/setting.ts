import type { Settings } from '../../domain/cluster-config.ts'
import type { TaskFacts } from '../model.ts'

/** A setting as it takes effect. */
export interface Setting<Value> {
  readonly value: Value
  /** Under the connector's own name for it: `s3.part.size=26214400 (default)`. */
  readonly text: string
  /** What was taken in place of a value that can't be; empty otherwise. */
  readonly assumptions: readonly string[]
}

export interface Limits {
  readonly min: number
  readonly max: number
}

/** Java's int, for settings of which no other limits are known. */
export const ANY_COUNT: Limits = { min: 1, max: 2 ** 31 - 1 }

/** Java's long, as far as JavaScript counts; -1 is how these settings are turned off. */
export const ANY_TIME: Limits = { min: -1, max: Number.MAX_VALUE }

/**
 * A whole number. A value that the family would refuse, or a `${placeholder}` that only the worker resolves, is
 * replaced by the default. It is never repeated: anything may be in it.
 */
export function numberSetting(
  { config, connector }: TaskFacts,
  key: string,
  fallback: number,
  limits: Limits,
): Setting<number> {
  const name = ownName(connector.like?.keys ?? {}, key)
  return readNumber(
    config[key],
    name,
    fallback,
    connector.like === null ? limits : { ...limits, min: Math.min(limits.min, 1) },
  )
}

/** A setting of the workers, such as `offset.flush.interval.ms`. */
export function workerSetting(
  { connector }: TaskFacts,
  key: string,
  fallback: number,
  limits: Limits,
): Setting<number> {
  return readNumber(connector.workerConfig[key], key, fallback, limits)
}

function readNumber(
  text: string | undefined,
  name: string,
  fallback: number,
  { min, max }: Limits,
): Setting<number> {
  if (text === undefined) return { value: fallback, text: `${name}=${fallback} (default)`, assumptions: [] }
  const value = /^\s*[+-]?\d+\s*$/.test(text) ? Number(text) : Number.NaN
  if (value >= min && value <= max) return { value, text: `${name}=${value}`, assumptions: [] }
  return {
    value: fallback,
    text: `${name}=${fallback} (assumed)`,
    assumptions: [
      `${name} is not a whole number that is possible there: ${fallback}, its default, is assumed.`,
    ],
  }
}

/** True or false; anything else counts as the default. */
export function isEnabled({ config }: TaskFacts, key: string, fallback: boolean): boolean {
  const text = config[key]?.trim().toLowerCase()
  return fallback ? text !== 'false' : text === 'true'
}

/** The name of a class without its package or outer class: `DefaultPartitioner`. Empty if there is none. */
export function simpleClassName({ config }: TaskFacts, key: string): string {
  return /\w{1,80}$/.exec(config[key]?.trim() ?? '')?.[0] ?? ''
}

/** What the connector calls a setting of its family. */
function ownName(keys: Settings, key: string): string {
  return Object.hasOwn(keys, key) ? (keys[key] ?? key) : key
}
