import { setTimeout as sleep } from 'node:timers/promises'
import { isObject } from '../../lib/util/json.ts'
import { parseObject } from '../../sandbox/json.ts'

const PATIENCE_MS = 60_000
const POLL_MS = 100

export class ConnectRefusedError extends Error {
  override readonly name = 'ConnectRefusedError'
}

/** A state of the connector (`id` is null) or of one of its tasks, and the worker that it is on. */
export interface Instance {
  readonly id: number | null
  readonly state: string
  readonly worker: string
}

/** A person at the REST API of one worker: makes connectors, changes and deletes them, and looks at what they do. */
export class Person {
  readonly #url: string
  readonly #created = new Set<string>()

  constructor(url: string) {
    this.#url = url
  }

  async create(name: string, config: Readonly<Record<string, string>>): Promise<void> {
    this.#created.add(name)
    await this.#ask('POST', '', { name, config })
  }

  async configure(name: string, config: Readonly<Record<string, string>>): Promise<void> {
    await this.#ask('PUT', `/${name}/config`, config)
  }

  async delete(name: string): Promise<void> {
    await this.#ask('DELETE', `/${name}`)
    this.#created.delete(name)
  }

  /** Deletes what was created here. */
  async tidyUp(): Promise<void> {
    for (const name of this.#created) await this.delete(name)
  }

  /** The connector and its tasks; nothing while it has no status yet. */
  async look(name: string): Promise<readonly Instance[]> {
    const response = await fetch(`${this.#url}/connectors/${name}/status`)
    if (response.status === 404) return []
    const status = parseObject(await response.text()) ?? {}
    const tasks: readonly unknown[] = Array.isArray(status.tasks) ? status.tasks : []
    return [status.connector, ...tasks].filter(isObject).map((each) => ({
      id: typeof each.id === 'number' ? each.id : null,
      state: String(each.state),
      worker: String(each.worker_id),
    }))
  }

  /** Looks until the connector, with this many tasks, is as it should be. */
  async until(
    name: string,
    tasks: number,
    isSo: (tasks: readonly Instance[]) => boolean | Promise<boolean>,
  ): Promise<readonly Instance[]> {
    const deadline = Date.now() + PATIENCE_MS
    for (;;) {
      const seen = await this.look(name)
      const ofTasks = seen.filter(({ id }) => id !== null)
      if (ofTasks.length === tasks && (await isSo(ofTasks))) return ofTasks
      if (Date.now() > deadline) {
        const states = seen.map(({ id, state, worker }) => `${id ?? 'connector'}: ${state} on ${worker}`)
        throw new ConnectRefusedError(
          `${name} did not come to be as expected; it is: ${states.join(', ') || 'not there'}`,
        )
      }
      await sleep(POLL_MS)
    }
  }

  async untilAll(state: string, name: string, tasks = 1): Promise<void> {
    await this.until(name, tasks, (each) => each.every((task) => task.state === state))
  }

  /** Asks again while a rebalance is in the way. */
  async #ask(method: string, path: string, body?: unknown): Promise<void> {
    const deadline = Date.now() + PATIENCE_MS
    for (;;) {
      const response = await fetch(`${this.#url}/connectors${path}`, {
        method,
        headers: { 'content-type': 'application/json' },
        ...(body === undefined ? {} : { body: JSON.stringify(body) }),
      })
      const text = await response.text()
      if (response.ok) return
      const isRebalance = response.status === 409 && text.includes('Cannot complete request')
      if (!isRebalance || Date.now() > deadline) {
        throw new ConnectRefusedError(`${method} /connectors${path}: ${response.status} ${text}`)
      }
      await sleep(POLL_MS)
    }
  }
}
