import { ClientRequest, Agent as HttpAgent } from 'node:http'
import { Agent as HttpsAgent } from 'node:https'
import axios, { isAxiosError } from 'axios'
import { authorizationHeader, type Connection, checkedTls, type WorkerUrl, workerUrls } from './connection.ts'
import { type Exchange, UnavailableError } from './errors.ts'
import { type Answer, httpError } from './http-errors.ts'
import { networkError } from './network-errors.ts'

/**
 * Sends one request, to the next worker if one can't be reached or says that it can't: for a change, only if that
 * one surely did nothing. Resolves with an answer of status 2xx; rejects with a ConnectError, or with the signal's
 * reason if nothing was changed.
 */
export type Send = (method: Exchange['method'], path: string, signal: AbortSignal) => Promise<Answer>

/** @throws {InvalidConnectionError} */
export function createTransport(connection: Connection): Send {
  const { cluster } = connection
  const workers = workerUrls(connection)
  const ask = asker(connection)
  let lastGood: WorkerUrl | undefined

  return async (method, path, signal) => {
    const failures: UnavailableError[] = []
    for (const worker of workers.toSorted((a, b) => Number(b === lastGood) - Number(a === lastGood))) {
      signal.throwIfAborted()
      try {
        const answer = await ask(worker, { cluster, method, path, worker: worker.host }, signal)
        lastGood = worker
        return answer
      } catch (error) {
        if (!(error instanceof UnavailableError)) throw error
        failures.push(error)
      }
    }
    const [only, ...others] = failures
    if (only !== undefined && others.length === 0) throw only
    const reasons = failures.map(({ worker, reason }) => `${worker}: ${reason}`).join('; ')
    const exchange = { cluster, method, path, worker: '' }
    throw new UnavailableError(exchange, `no worker answered: ${reasons}`, {
      cause: new AggregateError(failures),
    })
  }
}

type Ask = (worker: WorkerUrl, exchange: Exchange, signal: AbortSignal) => Promise<Answer>

function asker(connection: Connection): Ask {
  const { readTimeoutMs = 15_000, writeTimeoutMs = 100_000, maxAnswerBytes = 256 * 1024 * 1024 } = connection
  const tls = { ...checkedTls(connection), rejectUnauthorized: true }
  // A change gets a connection of its own: if one that was kept had gone stale, its outcome would be unknown.
  const agents = {
    GET: {
      httpAgent: new HttpAgent({ keepAlive: true }),
      httpsAgent: new HttpsAgent({ ...tls, keepAlive: true }),
    },
    POST: { httpAgent: new HttpAgent(), httpsAgent: new HttpsAgent(tls) },
  }
  const http = axios.create({
    headers: {
      'User-Agent': 'connect-medic',
      Accept: 'application/json',
      // axios would call a POST without a body a form, which Kafka Connect 4.4.0 refuses with 415.
      'Content-Type': false,
      ...authorizationHeader(connection),
    },
    // As text: axios would answer HTML with a string, and put a part of what it can't parse into its error.
    responseType: 'text',
    validateStatus: null,
    maxContentLength: maxAnswerBytes,
    // Credentials go to the workers that were named and nowhere else.
    maxRedirects: 0,
    proxy: false,
  })

  async function attempt(worker: WorkerUrl, exchange: Exchange, signal: AbortSignal): Promise<Answer> {
    const { method, path } = exchange
    const timeoutMs = method === 'GET' ? readTimeoutMs : writeTimeoutMs
    // For the whole of the answer: the timeout of axios lets an answer drip on for ever (1.21.1).
    const deadline = AbortSignal.timeout(timeoutMs)
    try {
      const url = `${worker.base}${path}`
      const response = await http.request<string>({
        ...agents[method],
        method,
        url,
        signal: AbortSignal.any([signal, deadline]),
      })
      const location: unknown = response.headers.location
      return { exchange, status: response.status, body: response.data, location }
    } catch (thrown) {
      if (method === 'GET') signal.throwIfAborted()
      if (method === 'GET' && isStale(thrown)) return attempt(worker, exchange, signal)
      const cancelled = deadline.aborted
        ? `no whole answer within ${timeoutMs} ms`
        : 'we were told to stop before the answer came'
      throw networkError(exchange, thrown, cancelled)
    }
  }

  return async (worker, exchange, signal) => {
    const answer = await attempt(worker, exchange, signal)
    if (answer.status >= 300) throw httpError(answer)
    return answer
  }
}

/** The worker had closed a connection that we had kept, which says nothing of the worker; common after a Lambda's sleep. */
function isStale(thrown: unknown): boolean {
  if (!isAxiosError<unknown, unknown>(thrown)) return false
  const request: unknown = thrown.request
  return request instanceof ClientRequest && request.reusedSocket && thrown.code === 'ECONNRESET'
}
