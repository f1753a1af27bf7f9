import { worker } from '../connect/worker.ts'

export interface FakeConnect {
  readonly url: string
  /** Method and path of each request, in the order of arrival. */
  readonly requests: readonly string[]
  /** Their Authorization headers. */
  readonly authorizations: readonly (string | undefined)[]
}

/**
 * Kafka Connect, as far as a script of it goes: method and path without a query, to the bodies of its answers one
 * after the other, of which the last stays. What the script does not have is a 404 of Kafka Connect's own form.
 */
export async function fakeConnect(
  script: Readonly<Record<string, readonly unknown[]>>,
): Promise<FakeConnect> {
  const requests: string[] = []
  const authorizations: (string | undefined)[] = []
  const served = new Map<string, number>()
  const { url } = await worker((request, response) => {
    const route = `${request.method} ${request.url?.replace(/\?.*/, '')}`
    requests.push(`${request.method} ${request.url}`)
    authorizations.push(request.headers.authorization)
    const replies = script[route] ?? [new Status(404, { error_code: 404, message: `No route ${route}` })]
    const nth = served.get(route) ?? 0
    served.set(route, nth + 1)
    const reply = replies[Math.min(nth, replies.length - 1)]
    const { status, body } = reply instanceof Status ? reply : new Status(200, reply)
    response.writeHead(status, { 'content-type': 'application/json' })
    response.end(body === undefined ? '' : JSON.stringify(body))
  })
  return { url, requests, authorizations }
}

/** An answer of another status than 200. */
export class Status {
  readonly status: number
  readonly body: unknown

  constructor(status: number, body?: unknown) {
    this.status = status
    this.body = body
  }
}

interface Part {
  readonly state: string
  readonly trace?: string
}

/** An entry of `GET /connectors?expand=status&expand=info`. */
export function entry(
  name: string,
  tasks: readonly Part[],
  {
    connector = { state: 'RUNNING' },
    config = {},
  }: { readonly connector?: Part; readonly config?: object } = {},
) {
  const worker_id = '10.0.0.1:8083'
  return {
    status: {
      name,
      connector: { ...connector, worker_id },
      tasks: tasks.map((task, id) => ({ id, ...task, worker_id })),
      type: 'sink',
    },
    info: {
      name,
      config: { name, 'connector.class': 'com.example.ExampleSinkConnector', topics: 'orders', ...config },
      tasks: tasks.map((_, task) => ({ connector: name, task })),
      type: 'sink',
    },
  }
}

export const RUNNING: Part = { state: 'RUNNING' }

/** The target is down for a while: a restart helps. */
export const REFUSED: Part = {
  state: 'FAILED',
  trace: [
    'org.apache.kafka.connect.errors.ConnectException: Exiting WorkerSinkTask due to unrecoverable exception.',
    '\tat org.apache.kafka.connect.runtime.WorkerSinkTask.deliverMessages(WorkerSinkTask.java:618)',
    'Caused by: java.net.ConnectException: Connection refused (Connection refused)',
    '\tat java.base/java.net.PlainSocketImpl.socketConnect(Native Method)',
    '\tat com.example.ExampleSinkTask.put(ExampleSinkTask.java:58)',
    '\tat org.apache.kafka.connect.runtime.WorkerSinkTask.deliverMessages(WorkerSinkTask.java:590)',
    '\t... 10 more',
    '',
  ].join('\n'),
}

/** A record that no restart makes readable. */
export const MAGIC_BYTE: Part = {
  state: 'FAILED',
  trace: [
    'org.apache.kafka.connect.errors.ConnectException: Tolerance exceeded in error handler',
    '\tat org.apache.kafka.connect.runtime.errors.RetryWithToleranceOperator.execAndHandleError(RetryWithToleranceOperator.java:230)',
    'Caused by: org.apache.kafka.connect.errors.DataException: Failed to deserialize data for topic orders to Avro: ',
    '\tat io.confluent.connect.avro.AvroConverter.toConnectData(AvroConverter.java:124)',
    'Caused by: org.apache.kafka.common.errors.SerializationException: Unknown magic byte!',
    '',
  ].join('\n'),
}
