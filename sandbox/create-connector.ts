import { setTimeout as sleep } from 'node:timers/promises'
import type { ConnectSandbox } from './http.ts'

type Config = Readonly<Record<string, string>>

/** Creates a connector as a person would, through the REST API; waits for rebalances to end. */
export function createConnector(
  { urls: [url] }: ConnectSandbox,
  name: string,
  config: Config,
): Promise<void> {
  return ask('POST', `${url}/connectors`, { name, config })
}

/** Changes some settings of a connector, and leaves the others as they are. */
export async function reconfigure(
  { urls: [url], cluster }: ConnectSandbox,
  name: string,
  config: Config,
): Promise<void> {
  await ask('PUT', `${url}/connectors/${name}/config`, { ...cluster.connectors.get(name)?.config, ...config })
}

async function ask(method: string, url: string, body: unknown): Promise<void> {
  for (let tries = 0; tries < 50; tries++) {
    const answer = await fetch(url, {
      method,
      headers: { 'content-type': 'application/json' },
      body: JSON.stringify(body),
    })
    if (answer.ok) return
    const text = await answer.text()
    if (answer.status !== 409) throw new Error(`${method} ${url} was answered with ${answer.status}: ${text}`)
    await sleep(100)
  }
  throw new Error(`${method} ${url}: the cluster kept rebalancing`)
}
