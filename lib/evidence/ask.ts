import { Agent } from 'node:https'
import axios from 'axios'
import { networkError } from '../connect/network-errors.ts'

/** A worker with hundreds of tasks exposes a few MB; 300 KB were seen of a small one. */
const MAX_ANSWER_BYTES = 8 * 1024 * 1024

export type AgentAnswer =
  | { readonly is: 'answered'; readonly text: string }
  /** In words that hold neither the query of the URL nor a part of the answer. */
  | { readonly is: 'failed'; readonly why: string }

export interface AgentRequest {
  readonly url: string
  /** JSON to post; undefined: it is a GET. */
  readonly body?: unknown
  readonly ca: string | null
}

/** One request to an agent, which is not trusted: no redirect is followed, and what it sends is bounded. Never rejects. */
export async function askAgent({ url, body, ca }: AgentRequest, signal: AbortSignal): Promise<AgentAnswer> {
  try {
    const { status, data } = await axios.request<string>({
      url,
      method: body === undefined ? 'GET' : 'POST',
      data: body,
      headers: { 'User-Agent': 'connect-medic', Accept: '*/*' },
      httpsAgent: new Agent({ ...(ca === null ? {} : { ca }), rejectUnauthorized: true }),
      responseType: 'text',
      validateStatus: null,
      maxContentLength: MAX_ANSWER_BYTES,
      maxRedirects: 0,
      proxy: false,
      signal,
    })
    return status === 200
      ? { is: 'answered', text: data }
      : { is: 'failed', why: `it answered ${status}, not 200` }
  } catch (thrown) {
    const { host, pathname } = new URL(url)
    const exchange = { cluster: '', method: 'GET', path: pathname, worker: host } as const
    return { is: 'failed', why: networkError(exchange, thrown, 'no whole answer in time').reason }
  }
}
