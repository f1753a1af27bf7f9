import { isObject, type JsonObject } from '../lib/util/json.ts'

/** A text that is a JSON object; null if it is none. */
export function parseObject(text: string): JsonObject | null {
  try {
    const value: unknown = JSON.parse(text)
    return isObject(value) ? value : null
  } catch {
    return null
  }
}
