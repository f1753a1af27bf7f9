import { createServer, request } from 'node:http'
import { close, listen } from '../../sandbox/listen.ts'

/** Stands between the medic and one worker: passes everything on, and remembers it. */
export interface Wiretap {
  readonly url: string
  /** What was asked and answered, in the order of the answers. */
  readonly exchanges: readonly Exchange[]
  /** Restarts that were asked for. */
  restarts(): readonly Exchange[]
  close(): Promise<void>
}

export interface Exchange {
  /** Method and path, such as `GET /connectors`. */
  readonly asked: string
  readonly status: number
}

/** @param worker base URL of the worker */
export async function tapInto(worker: string): Promise<Wiretap> {
  const exchanges: Exchange[] = []
  const server = createServer((incoming, outgoing) => {
    const { method = 'GET', url = '/', headers } = incoming
    const asked = `${method} ${url}`
    const onward = request(`${worker}${url}`, { method, headers }, (answer) => {
      const status = answer.statusCode ?? 502
      exchanges.push({ asked, status })
      outgoing.writeHead(status, answer.headers)
      answer.pipe(outgoing)
    })
    // As if the worker had cut the connection itself.
    onward.on('error', () => outgoing.destroy())
    incoming.pipe(onward)
  })
  const port = await listen(server)
  return {
    url: `http://127.0.0.1:${port}`,
    exchanges,
    restarts: () => exchanges.filter(({ asked }) => asked.startsWith('POST ') && asked.includes('/restart')),
    close: () => close(server),
  }
}
