import { setTimeout as sleep } from 'node:timers/promises'
import type { ConnectSandbox } from './http.ts'

/** Creates a connector as a person would, through the REST API; waits for rebalances to end. */
export async function createConnector(
  { urls: [url] }: ConnectSandbox,
  name: string,
  config: Readonly<Record<string, string>>,
): Promise<void> {
  for (let tries = 0; tries < 50; tries++) {
    const answer = await fetch(`${url}/connectors`, {
      method: 'POST',
      headers: { 'content-type': 'application/json' },
      body: JSON.stringify({ name, config }),
    })
    if (answer.ok) return
    const body = await answer.text()
    if (answer.status !== 409) throw new Error(`${name} could not be created: ${answer.status} ${body}`)
    await sleep(100)
  }
  throw new Error(`${name} could not be created: the cluster kept rebalancing`)
}
