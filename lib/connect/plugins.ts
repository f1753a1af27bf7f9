import { isObject } from '../util/json.ts'

/**
 * Reads the body of `GET /connector-plugins` into class and version. Null: it is no list. A plugin without a version
 * is left out, and so is one of several versions (Kafka 4.1, KIP-891): which of them a connector runs isn't said.
 */
export function parsePluginVersions(body: unknown): ReadonlyMap<string, string> | null {
  if (!Array.isArray(body)) return null
  const plugins: readonly unknown[] = body
  const versions = new Map<string, Set<string>>()
  for (const plugin of plugins) {
    if (!isObject(plugin) || typeof plugin.class !== 'string' || typeof plugin.version !== 'string') continue
    versions.set(plugin.class, (versions.get(plugin.class) ?? new Set()).add(plugin.version))
  }
  return new Map(
    [...versions].flatMap(([className, [only, ...others]]) =>
      only === undefined || others.length > 0 ? [] : [[className, only] as const],
    ),
  )
}
