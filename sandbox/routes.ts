import { isObject, type JsonObject } from '../lib/util/json.ts'
import type { TargetState } from './connector.ts'
import type { Herder } from './herder.ts'
import { parseOffsets } from './offsets-request.ts'
import type { Config } from './plugins.ts'
import { RestError } from './rest-error.ts'

export interface Request {
  /** Decoded parts of the path: what stands for NAME and ID in the route's pattern. */
  readonly name: string
  readonly id: number
  readonly query: URLSearchParams
  /** The JSON body; `{}` if there was none. */
  readonly body: JsonObject
}

export interface Answer {
  readonly status: number
  /** undefined: no body. */
  readonly body?: unknown
  readonly location?: string
}

export interface Route {
  readonly method: string
  readonly pattern: RegExp
  answer(request: Request): Answer
}

const NOTHING = (status: number): Answer => ({ status })
const OK = (body: unknown): Answer => ({ status: 200, body })

/** The endpoints of Kafka Connect's REST API that the sandbox has. */
export function routes(herder: Herder, clusterId: string): readonly Route[] {
  const route = (method: string, path: string, answer: Route['answer']): Route => ({
    method,
    pattern: new RegExp(`^${path.replace('NAME', '(?<name>[^/]+)').replace('ID', '(?<id>\\d+)')}/?$`),
    answer,
  })
  return [
    route('GET', '/', () =>
      OK({ version: '4.4.0', commit: '1156b2752aaa28ea', kafka_cluster_id: clusterId }),
    ),
    route('GET', '/health', () =>
      OK({ status: 'healthy', message: 'Worker has completed startup and is ready to handle requests.' }),
    ),
    route('GET', '/connector-plugins', () => OK(herder.plugins())),
    route('PUT', '/connector-plugins/NAME/config/validate', ({ name, body }) =>
      OK(herder.validate(name, configOf(body))),
    ),
    route('GET', '/connectors', ({ query }) =>
      OK(query.has('expand') ? herder.expanded(query.getAll('expand')) : herder.names()),
    ),
    route('POST', '/connectors', ({ body }) => {
      const { name, config, target } = creationOf(body)
      return {
        status: 201,
        body: herder.create(name, config, target),
        location: `/connectors/${encodeURIComponent(name)}`,
      }
    }),
    route('GET', '/connectors/NAME', ({ name }) => OK(herder.info(name))),
    route('DELETE', '/connectors/NAME', ({ name }) => {
      herder.remove(name)
      return NOTHING(204)
    }),
    route('GET', '/connectors/NAME/config', ({ name }) => OK(herder.config(name))),
    route('PUT', '/connectors/NAME/config', ({ name, body }) => {
      const { created, info } = herder.putConfig(name, configOf(body))
      return { status: created ? 201 : 200, body: info }
    }),
    route('PATCH', '/connectors/NAME/config', ({ name, body }) =>
      OK(herder.patchConfig(name, patchOf(body))),
    ),
    route('GET', '/connectors/NAME/status', ({ name }) => OK(herder.status(name))),
    route('GET', '/connectors/NAME/tasks', ({ name }) => OK(herder.tasks(name))),
    route('GET', '/connectors/NAME/tasks/ID/status', ({ name, id }) => OK(herder.taskStatus(name, id))),
    route('POST', '/connectors/NAME/tasks/ID/restart', ({ name, id }) => {
      herder.restartTask(name, id)
      return NOTHING(204)
    }),
    route('POST', '/connectors/NAME/restart', ({ name, query }) => {
      const asked = (flag: string) => query.get(flag)?.toLowerCase() === 'true'
      const plan = herder.restart(name, asked('includeTasks'), asked('onlyFailed'))
      return plan === null ? NOTHING(204) : { status: 202, body: plan }
    }),
    route('PUT', '/connectors/NAME/pause', ({ name }) => {
      herder.pause(name)
      return NOTHING(202)
    }),
    route('PUT', '/connectors/NAME/resume', ({ name }) => {
      herder.resume(name)
      return NOTHING(202)
    }),
    route('PUT', '/connectors/NAME/stop', ({ name }) => {
      herder.stop(name)
      return NOTHING(204)
    }),
    route('GET', '/connectors/NAME/topics', ({ name }) => OK(herder.topics(name))),
    route('PUT', '/connectors/NAME/topics/reset', ({ name }) => {
      herder.resetTopics(name)
      return NOTHING(202)
    }),
    route('GET', '/connectors/NAME/offsets', ({ name }) => OK(herder.offsets(name))),
    route('PATCH', '/connectors/NAME/offsets', ({ name, body }) => {
      requireKnown(body, ['offsets'], 'ConnectorOffsets')
      return OK(herder.alterOffsets(name, parseOffsets(body)))
    }),
    route('DELETE', '/connectors/NAME/offsets', ({ name }) => OK(herder.resetOffsets(name))),
  ]
}

const INITIAL_STATES: readonly TargetState[] = ['RUNNING', 'PAUSED', 'STOPPED']

function creationOf(body: JsonObject) {
  requireKnown(body, ['name', 'config', 'initial_state'], 'CreateConnectorRequest')
  const { name, config, initial_state: asked = 'RUNNING' } = body
  const target = INITIAL_STATES.find((state) => state === String(asked).toUpperCase())
  if (target === undefined) {
    const type = 'org.apache.kafka.connect.runtime.rest.entities.CreateConnectorRequest$InitialState'
    throw new RestError(500, `Cannot construct instance of \`${type}\`, problem: No enum constant ${asked}`)
  }
  if (typeof name !== 'string') throw new RestError(500, 'Cannot construct instance: name is missing')
  return { name, config: configOf(isObject(config) ? config : {}), target }
}

/** Jackson's complaint about a field that this version does not know, for example `initial_state` before Kafka 3.7. */
function requireKnown(body: JsonObject, known: readonly string[], type: string): void {
  const field = Object.keys(body).find((key) => !known.includes(key))
  if (field === undefined) return
  const entity = `org.apache.kafka.connect.runtime.rest.entities.${type}`
  throw new RestError(500, `Unrecognized field "${field}" (class ${entity}), not marked as ignorable`)
}

const patchOf = (body: JsonObject) =>
  Object.fromEntries(
    Object.entries(body).map(([key, value]) => [key, value === null ? null : String(value)] as const),
  )

const configOf = (body: JsonObject): Config =>
  Object.fromEntries(
    Object.entries(body).flatMap(([key, value]) => (value === null ? [] : [[key, String(value)] as const])),
  )
