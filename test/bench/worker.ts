import { fork } from 'node:child_process'
import { once } from 'node:events'
import type { ShapeName } from './body.ts'

/** A worker in a process of its own, so that it takes no time from what is measured. */
export interface Worker extends AsyncDisposable {
  urlOf(shape: ShapeName): string
  /** Requests that it has had so far. */
  requests(): Promise<number>
}

export async function startWorker(): Promise<Worker> {
  const child = fork(new URL('./server.ts', import.meta.url))
  const answer = async (field: string): Promise<number> => {
    const [message]: unknown[] = await once(child, 'message')
    const value = typeof message === 'object' && message !== null && Reflect.get(message, field)
    if (typeof value !== 'number') throw new Error(`the worker did not tell its ${field}`)
    return value
  }
  const port = await answer('port')
  return {
    urlOf: (shape) => `http://127.0.0.1:${port}/${shape}`,
    requests() {
      child.send('requests')
      return answer('requests')
    },
    async [Symbol.asyncDispose]() {
      child.disconnect()
      await once(child, 'exit')
    },
  }
}
