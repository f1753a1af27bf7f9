import { once } from 'node:events'
import { createServer, type IncomingMessage, type RequestListener, type Server } from 'node:http'
import { createServer as createTlsServer } from 'node:https'
import { createServer as createSocketServer, type Server as NetServer, type Socket } from 'node:net'
import { onTestFinished } from 'vitest'
import type { Connection } from '../../../lib/connect/client.ts'

/** A server that stands for a worker, on a port of its own until the test is over. */
export interface FakeWorker {
  readonly url: string
  readonly host: string
  readonly requests: readonly IncomingMessage[]
  /** Number of connections that were opened to it. */
  connections(): number
}

export async function worker(listener: RequestListener): Promise<FakeWorker> {
  const requests: IncomingMessage[] = []
  const server = createServer((request, response) => {
    requests.push(request)
    listener(request, response)
  })
  return { ...(await listen(server, 'http')), requests }
}

export async function tlsWorker(
  options: Parameters<typeof createTlsServer>[0],
  listener: RequestListener,
): Promise<FakeWorker> {
  const requests: IncomingMessage[] = []
  const server = createTlsServer(options, (request, response) => {
    requests.push(request)
    listener(request, response)
  })
  return { ...(await listen(server, 'https')), requests }
}

/** A worker below HTTP: it does with the connection whatever the test says. */
export async function rawWorker(onConnection: (socket: Socket) => void): Promise<FakeWorker> {
  return { ...(await listen(createSocketServer(onConnection), 'http')), requests: [] }
}

/** A worker that answers every request alike. */
export function answering(
  status: number,
  body: unknown,
  headers: Record<string, string> = {},
): Promise<FakeWorker> {
  return worker((_request, response) => {
    const text = typeof body === 'string' ? body : JSON.stringify(body)
    response.writeHead(status, { 'Content-Type': 'application/json', ...headers }).end(text)
  })
}

/** The URL of a port on which nothing listens. */
export async function refusing(): Promise<string> {
  const server = createSocketServer().listen(0, '127.0.0.1')
  await once(server, 'listening')
  const url = urlOf(server, 'http')
  server.close()
  await once(server, 'close')
  return url
}

export function connectionTo(...urls: readonly string[]): Connection {
  return {
    cluster: 'orders',
    urls,
    auth: { type: 'none' },
    tls: {},
    readTimeoutMs: 2_000,
    writeTimeoutMs: 2_000,
  }
}

/** A signal that nobody aborts. */
export const never = new AbortController().signal

async function listen(server: Server | NetServer, scheme: string): Promise<Omit<FakeWorker, 'requests'>> {
  const sockets = new Set<Socket>()
  let opened = 0
  server.on('connection', (socket: Socket) => {
    opened += 1
    sockets.add(socket)
    socket.on('error', () => socket.destroy())
  })
  onTestFinished(() => {
    server.close()
    for (const socket of sockets) socket.destroy()
  })
  server.listen(0, '127.0.0.1')
  await once(server, 'listening')
  const url = urlOf(server, scheme)
  return { url, host: new URL(url).host, connections: () => opened }
}

function urlOf(server: Server | NetServer, scheme: string): string {
  const address = server.address()
  if (address === null || typeof address === 'string') throw new Error('the server has no port')
  return `${scheme}://127.0.0.1:${address.port}`
}
