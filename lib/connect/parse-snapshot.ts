import {
  type ConnectorSnapshot,
  type InstanceStatus,
  type Snapshot,
  STATES,
  type State,
  type TaskStatus,
} from '../domain/snapshot.ts'
import { isObject, type JsonObject, shapeOf } from '../util/json.ts'
import { maskConfig } from '../util/redact.ts'
import { type Exchange, MalformedAnswerError } from './errors.ts'

/** One request for all of a cluster, answered from a worker's own caches even during a rebalance (Kafka 2.3, KIP-465). */
export const SCAN_PATH = '/connectors?expand=status&expand=info'

/**
 * Reads the body of `GET /connectors?expand=status&expand=info`, whole or not at all: half of an answer would make
 * the other half look healthy. Fields that we don't know are passed over, as are states that we don't know.
 * @param takenAt Milliseconds since the epoch.
 * @param exchange Named in the error; without it, the error names the path only.
 * @throws {MalformedAnswerError} naming connector and field, and the shape of the value but never its content
 */
export function parseSnapshot(
  body: unknown,
  takenAt: number,
  exchange: Exchange = { cluster: '', method: 'GET', path: SCAN_PATH, worker: '' },
): Snapshot {
  if (!isObject(body)) {
    throw new MalformedAnswerError(
      exchange,
      `the answer is ${shapeOf(body)}; expected an object of connectors`,
    )
  }
  const connectors = Object.entries(body).map(([name, entry]) => connectorOf(entry, { exchange, name }))
  return { takenAt, connectors: connectors.sort((a, b) => (a.name < b.name ? -1 : 1)) }
}

const KNOWN: ReadonlyMap<string, State> = new Map(STATES.map((state) => [state, state]))

interface FieldPath {
  readonly exchange: Exchange
  readonly name: string
}

function connectorOf(entry: unknown, place: FieldPath): ConnectorSnapshot {
  if (!isObject(entry)) throw misfit(place, 'entry', entry, 'an object with status and info')
  const { status } = entry
  if (!isObject(status)) throw misfit(place, 'status', status, 'an object')
  if (!isObject(status.connector)) throw misfit(place, 'status.connector', status.connector, 'an object')
  const connector = instanceOf(status.connector, 'connector', place)
  const tasks = tasksOf(status.tasks, place)
  const type = status.type === 'sink' || status.type === 'source' ? status.type : 'unknown'
  const config = configOf(entry.info, place)
  if (config === null) return { name: place.name, type, connector, tasks, config }

  // Masked at the first look: a scan that finds nothing wrong has no need of any configuration, and the raw one
  // stays in this closure, where no logger finds it.
  let masked: ConnectorSnapshot['config'] = null
  return {
    name: place.name,
    type,
    connector,
    tasks,
    get config() {
      masked ??= maskConfig(config)
      return masked
    },
  }
}

function tasksOf(tasks: unknown, place: FieldPath): readonly TaskStatus[] {
  if (!Array.isArray(tasks)) throw misfit(place, 'status.tasks', tasks, 'an array')
  const read = tasks.map((task: unknown, index) => taskOf(task, index, place))
  // Kafka Connect writes them in order, and most answers are large.
  if (read.every(({ id }, index) => index === 0 || id > (read[index - 1]?.id ?? id))) return read

  read.sort((a, b) => a.id - b.id)
  const twice = read.find(({ id }, index) => id === read[index + 1]?.id)
  if (twice === undefined) return read
  throw new MalformedAnswerError(
    place.exchange,
    `connector ${quoted(place.name)}: status.tasks has two tasks with id ${twice.id}; expected one of each`,
  )
}

function taskOf(task: unknown, index: number, place: FieldPath): TaskStatus {
  if (!isObject(task)) throw misfit(place, `status.tasks[${index}]`, task, 'an object')
  const { id } = task
  if (typeof id !== 'number' || !Number.isSafeInteger(id) || id < 0) {
    throw misfit(place, `status.tasks[${index}].id`, id, 'an integer of 0 or more')
  }
  // The spread first: V8 then clones at once, which shows with 10,000 tasks.
  return { ...instanceOf(task, index, place), id }
}

function instanceOf(status: JsonObject, part: 'connector' | number, place: FieldPath): InstanceStatus {
  const { state, worker_id: workerId = '', trace, version } = status
  if (typeof state !== 'string') throw misfit(place, fieldOf(part, 'state'), state, 'a string')
  if (typeof workerId !== 'string') throw misfit(place, fieldOf(part, 'worker_id'), workerId, 'a string')
  if (!isOptionalString(trace)) throw misfit(place, fieldOf(part, 'trace'), trace, 'a string')
  if (!isOptionalString(version)) throw misfit(place, fieldOf(part, 'version'), version, 'a string')
  const read: { -readonly [Field in keyof InstanceStatus]: InstanceStatus[Field] } = {
    state: KNOWN.get(state) ?? 'UNRECOGNISED',
    stateText: state,
    workerId,
  }
  if (typeof trace === 'string') read.trace = trace
  if (typeof version === 'string') read.version = version
  return read
}

/** `info` is null if the connector was deleted while the answer was put together. */
function configOf(info: unknown, place: FieldPath): Readonly<Record<string, string>> | null {
  if (info === null || info === undefined) return null
  if (!isObject(info)) throw misfit(place, 'info', info, 'an object or null')
  const { config } = info
  if (!isObject(config)) throw misfit(place, 'info.config', config, 'an object')
  if (isConfig(config)) return config
  // A key that was set to null is a key that isn't set.
  const set = Object.fromEntries(Object.entries(config).filter(([, value]) => value !== null))
  if (isConfig(set)) return set
  const [key = '', value] = Object.entries(set).find(([, other]) => typeof other !== 'string') ?? []
  throw misfit(place, `info.config[${quoted(key)}]`, value, 'a string')
}

function isConfig(config: JsonObject): config is Readonly<Record<string, string>> {
  for (const key in config) if (typeof config[key] !== 'string') return false
  return true
}

function isOptionalString(value: unknown): value is string | null | undefined {
  return typeof value === 'string' || value === undefined || value === null
}

function fieldOf(part: 'connector' | number, field: string): string {
  return part === 'connector' ? `status.connector.${field}` : `status.tasks[${part}].${field}`
}

function misfit(place: FieldPath, field: string, value: unknown, expected: string): MalformedAnswerError {
  const reason = `connector ${quoted(place.name)}: ${field} is ${shapeOf(value)}; expected ${expected}`
  return new MalformedAnswerError(place.exchange, reason)
}

function quoted(text: string): string {
  return JSON.stringify(text.length <= 200 ? text : `${text.slice(0, 200)}…`)
}
