import type { OffsetEntry } from '../lib/domain/offsets.ts'
import { type HeapInputs, NO_HEAP_INPUTS } from '../lib/heap/inputs.ts'
import { isObject, type JsonObject, shapeOf } from '../lib/util/json.ts'

/** What was given to look at can't be read, or isn't there. */
export class InputError extends Error {
  override readonly name = 'InputError'
}

/** A saved answer of a cluster, with what else is known of the cluster. */
export interface SavedAnswer {
  /** Null: the file does not say. */
  readonly name: string | null
  readonly heap: HeapInputs
  /** Body of `GET /connectors?expand=status&expand=info`, not checked yet. */
  readonly connectors: unknown
}

/** @throws InputError naming the field and the shape of its value, never its content. */
export function parseSavedAnswer(bytes: Uint8Array): SavedAnswer {
  const json = jsonOf(bytes)
  if (Array.isArray(json) && json.every(isText)) throw notTheBody('only the names of connectors')
  const body = objectOf(json, 'the input')
  if (typeof body.error_code === 'number') throw notTheBody('an error of Kafka Connect')
  if (isObject(body.connector) && Array.isArray(body.tasks)) throw notTheBody('the status of one connector')
  const wrapped = 'connectors' in body && !isEntry(body.connectors)
  const cluster = wrapped ? objectOf(body.cluster ?? {}, 'cluster') : {}
  return {
    name: optional(cluster.name, 'cluster.name', isText, 'a text'),
    heap: {
      ...NO_HEAP_INPUTS,
      workerHeapBytes: optional(
        cluster.workerHeapBytes,
        'cluster.workerHeapBytes',
        isCount,
        'a number of bytes',
      ),
      workers: optional(cluster.workers, 'cluster.workers', isCount, 'a whole number from 1'),
      kafkaVersion: optional(cluster.kafkaVersion, 'cluster.kafkaVersion', isText, 'a text'),
      offsets: wrapped ? offsetsOf(objectOf(body.offsets ?? {}, 'offsets')) : new Map(),
    },
    connectors: wrapped ? body.connectors : body,
  }
}

/** A connector may be called "connectors": then the value is its entry, and not the map of all entries. */
const isEntry = (value: unknown) =>
  isObject(value) && isObject(value.status) && Array.isArray(value.status.tasks)

/** Connect answers in UTF-8; TextDecoder also takes away a byte order mark. */
function jsonOf(bytes: Uint8Array): unknown {
  if (bytes.length === 0) throw new InputError('the input is empty')
  try {
    return JSON.parse(new TextDecoder('utf-8', { fatal: true }).decode(bytes))
  } catch (cause) {
    // The message of JSON.parse quotes the text, which may hold passwords.
    const problem = cause instanceof SyntaxError ? 'is not JSON, or was cut short' : 'is not UTF-8 text'
    throw new InputError(`the input ${problem}`)
  }
}

function offsetsOf(offsets: JsonObject): ReadonlyMap<string, readonly OffsetEntry[]> {
  return new Map(
    Object.entries(offsets).map(([name, answer]) => {
      const entries = isObject(answer) ? answer.offsets : undefined
      if (!Array.isArray(entries) || !entries.every(isOffsetEntry)) {
        throw new InputError(
          `offsets: what is under the name of a connector must be the body of GET /connectors/NAME/offsets; it is ${shapeOf(answer)}`,
        )
      }
      return [name, entries]
    }),
  )
}

const notTheBody = (what: string) =>
  new InputError(`the input is ${what}; save the body of GET /connectors?expand=status&expand=info`)

const isText = (value: unknown): value is string => typeof value === 'string'

const isCount = (value: unknown): value is number =>
  typeof value === 'number' && Number.isSafeInteger(value) && value > 0

const isOffsetEntry = (value: unknown): value is OffsetEntry =>
  isObject(value) && 'partition' in value && 'offset' in value

function objectOf(value: unknown, field: string): JsonObject {
  if (isObject(value)) return value
  throw new InputError(`${field} must be a JSON object; it is ${shapeOf(value)}`)
}

function optional<T>(
  value: unknown,
  field: string,
  is: (value: unknown) => value is T,
  accepted: string,
): T | null {
  if (value === undefined || value === null) return null
  if (is(value)) return value
  throw new InputError(`${field} must be ${accepted} or null; it is ${shapeOf(value)}`)
}

/** Why a file could not be read, in words. */
export function fileProblem(cause: unknown): string {
  const code = cause instanceof Error && 'code' in cause ? String(cause.code) : String(cause)
  return (
    { ENOENT: 'there is no such file', EACCES: 'permission denied', EISDIR: 'it is a directory' }[code] ??
    code
  )
}
