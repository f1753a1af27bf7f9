import { randomBytes } from 'node:crypto'
import { createServer, type IncomingMessage, type Server, type ServerResponse } from 'node:http'
import { text } from 'node:stream/consumers'
import type { JsonObject } from '../lib/util/json.ts'
import { Cluster, type ClusterOptions } from './cluster.ts'
import { Herder } from './herder.ts'
import { type HttpFault, HttpFaults } from './http-fault.ts'
import { errorPage, refusedPath } from './jetty.ts'
import { parseObject } from './json.ts'
import { close, listen } from './listen.ts'
import { RestError } from './rest-error.ts'
import { type Answer, type Route, routes } from './routes.ts'

export interface ConnectOptions extends Omit<ClusterOptions, 'workers'> {
  /** Maximum heap of each worker, in bytes: one entry a worker. */
  readonly workerHeapBytes: readonly number[]
  /** Port of each worker; free ones unless told. */
  readonly ports?: readonly number[]
  readonly basicAuth?: { readonly username: string; readonly password: string }
}

export interface ConnectSandbox {
  readonly cluster: Cluster
  /** Base URLs of the workers' REST listeners, without a trailing slash. */
  readonly urls: readonly string[]
  readonly faults: HttpFaults
  /** Kills the worker of that URL: its port refuses connections. */
  crash(url: string): Promise<void>
  bringBack(url: string): Promise<void>
  close(): Promise<void>
}

/** Starts an embedded Kafka Connect cluster that speaks the REST API of Kafka Connect 4.4.0, one HTTP server a worker. */
export async function startConnect(options: ConnectOptions): Promise<ConnectSandbox> {
  const faults = new HttpFaults()
  const servers = options.workerHeapBytes.map(() => createServer())
  const ports = await Promise.all(servers.map((server, index) => listen(server, options.ports?.[index])))
  const cluster = new Cluster({
    ...options,
    workers: options.workerHeapBytes.map((heapBytes, index) => ({
      id: `127.0.0.1:${ports[index]}`,
      heapBytes,
    })),
  })
  const table = routes(new Herder(cluster), randomBytes(16).toString('base64url'))
  const { basicAuth } = options
  const authorization = basicAuth ? `Basic ${btoa(`${basicAuth.username}:${basicAuth.password}`)}` : null
  for (const server of servers) {
    server.on('request', (request, response) => {
      serve(request, response, table, faults, authorization).catch(() => response.destroy())
    })
  }
  const serverOf = (url: string): { server: Server; port: number } => {
    const index = ports.findIndex((port) => url === `http://127.0.0.1:${port}`)
    const [server, port] = [servers[index], ports[index]]
    if (server === undefined || port === undefined) throw new RangeError(`no worker listens on ${url}`)
    return { server, port }
  }
  return {
    cluster,
    urls: ports.map((port) => `http://127.0.0.1:${port}`),
    faults,
    async crash(url) {
      const { server, port } = serverOf(url)
      cluster.crash(`127.0.0.1:${port}`)
      await close(server)
    },
    async bringBack(url) {
      const { server, port } = serverOf(url)
      await listen(server, port)
      cluster.bringBack(`127.0.0.1:${port}`)
    },
    async close() {
      cluster.close()
      await Promise.all(servers.map(close))
    },
  }
}

async function serve(
  request: IncomingMessage,
  response: ServerResponse,
  table: readonly Route[],
  faults: HttpFaults,
  authorization: string | null,
): Promise<void> {
  const body = await text(request)
  const [path = '/', query = ''] = (request.url ?? '/').split('?', 2)
  const method = request.method ?? 'GET'
  const fault = faults.take(method, path)
  if (fault?.kind === 'refuse') {
    response.destroy()
    return
  }
  if (fault?.kind === 'unavailable') {
    send(response, 503, errorPage(503, path, 'Service Unavailable'), 'text/html')
    return
  }
  const refused = refusedPath(path)
  if (refused !== null) {
    // Jetty describes errors of GET, HEAD and POST only.
    const page = method === 'GET' || method === 'POST' ? errorPage(400, path, refused) : ''
    send(response, 400, page, 'text/html;charset=iso-8859-1')
    return
  }
  if (authorization !== null && request.headers.authorization !== authorization) {
    send(response, 401, 'User cannot access the resource.', 'text/plain')
    return
  }
  if (isForeign(request)) {
    const refusal = { error_code: 415, message: 'HTTP 415 Unsupported Media Type' }
    send(response, 415, JSON.stringify(refusal), 'application/json')
    return
  }
  const answer = answerTo(method, path, query, body, table)
  if (answer.location !== undefined)
    response.setHeader('Location', `http://${request.headers.host}${answer.location}`)
  await deliver(response, answer, fault)
}

/** Requests that change something may say application/json, or nothing, of what they send. */
function isForeign({ method, headers }: IncomingMessage): boolean {
  const type = headers['content-type']
  return method !== 'GET' && type !== undefined && !type.startsWith('application/json')
}

function answerTo(
  method: string,
  path: string,
  query: string,
  body: string,
  table: readonly Route[],
): Answer {
  const here = table.filter((route) => route.pattern.test(path))
  const route = here.find((route) => route.method === method)
  try {
    if (route === undefined) {
      throw here.length > 0
        ? new RestError(405, 'HTTP 405 Method Not Allowed')
        : new RestError(404, 'HTTP 404 Not Found')
    }
    const found = route.pattern.exec(path)?.groups
    return route.answer({
      name: decodeURIComponent(found?.name ?? ''),
      id: Number(found?.id),
      query: new URLSearchParams(query),
      body: parse(body),
    })
  } catch (error) {
    // Connect maps whatever it did not expect to 500, and names it.
    const { status, message } = error instanceof RestError ? error : new RestError(500, String(error))
    return { status, body: { error_code: status, message } }
  }
}

/** Jackson's complaints are answered with 500, not 400. */
function parse(body: string): JsonObject {
  const value = parseObject(body || '{}')
  if (value === null) throw new RestError(500, 'Unexpected end-of-input within/between Object entries')
  return value
}

async function deliver(response: ServerResponse, answer: Answer, fault: HttpFault | null): Promise<void> {
  const body = answer.body === undefined ? '' : JSON.stringify(answer.body)
  if (fault?.kind === 'lose-answer') {
    response.destroy()
    return
  }
  if (fault?.kind === 'cut-body') {
    response.writeHead(answer.status, {
      'Content-Type': 'application/json',
      'Content-Length': Buffer.byteLength(body),
    })
    response.write(body.slice(0, body.length / 2), () => response.destroy())
    return
  }
  if (fault?.kind === 'delay') await new Promise((resolve) => setTimeout(resolve, fault.ms))
  send(response, answer.status, body, 'application/json')
}

function send(response: ServerResponse, status: number, body: string, contentType: string): void {
  response.writeHead(status, body === '' ? {} : { 'Content-Type': contentType })
  response.end(body)
}
