import { createHash } from 'node:crypto'
import type { OffsetEntry, OffsetPoint } from '../domain/offsets.ts'
import { isObject, shapeOf } from '../util/json.ts'

/** The entries in the body of `GET /connectors/{name}/offsets`; null: it holds something else. */
export function parseOffsetEntries(body: unknown): readonly OffsetEntry[] | null {
  if (!isObject(body) || !Array.isArray(body.offsets)) return null
  const entries: readonly unknown[] = body.offsets
  return entries.every(isOffsetEntry) ? entries : null
}

function isOffsetEntry(entry: unknown): entry is OffsetEntry {
  return isObject(entry) && 'partition' in entry && 'offset' in entry
}

/** Reduces the body of `GET /connectors/{name}/offsets`, which names partitions in no order. */
export function toOffsetPoint(body: unknown, type: 'sink' | 'source'): OffsetPoint {
  if (!isObject(body) || !Array.isArray(body.offsets)) {
    return unreadable('offsets', isObject(body) ? body.offsets : body, 'an array')
  }
  const offsets: readonly unknown[] = body.offsets
  if (type === 'source') {
    const lines = offsets.map(canonical).sort()
    return { type, digest: createHash('sha256').update(lines.join('\n')).digest('hex') }
  }
  let committed = 0
  for (const [index, entry] of offsets.entries()) {
    const offset = isObject(entry) && isObject(entry.offset) ? entry.offset.kafka_offset : undefined
    if (typeof offset !== 'number' || !Number.isInteger(offset)) {
      return unreadable(`offsets[${index}].offset.kafka_offset`, offset, 'an integer')
    }
    committed += offset
  }
  return { type, committed, partitions: offsets.length }
}

function unreadable(field: string, value: unknown, expected: string): OffsetPoint {
  return { type: 'unavailable', why: `${field} is ${shapeOf(value)}; expected ${expected}` }
}

/** JSON with the keys of every object in order, so that equal values give equal text. */
function canonical(value: unknown): string {
  if (Array.isArray(value)) return `[${value.map(canonical).join()}]`
  if (!isObject(value)) return JSON.stringify(value)
  const fields = Object.keys(value).sort()
  return `{${fields.map((key) => `${JSON.stringify(key)}:${canonical(value[key])}`).join()}}`
}
