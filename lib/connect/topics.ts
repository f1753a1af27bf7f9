import { isObject } from '../util/json.ts'

/** Reads the body of `GET /connectors/{name}/topics` (Kafka 2.5, KIP-558); null: it holds something else. */
export function parseActiveTopics(body: unknown, name: string): ReadonlySet<string> | null {
  const entry = isObject(body) && Object.hasOwn(body, name) ? body[name] : undefined
  if (!isObject(entry) || !Array.isArray(entry.topics)) return null
  const topics: readonly unknown[] = entry.topics
  return topics.every((topic) => typeof topic === 'string') ? new Set(topics) : null
}
