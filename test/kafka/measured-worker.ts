import { join } from 'node:path'
import { setTimeout as sleep } from 'node:timers/promises'
import { isObject } from '../../lib/util/json.ts'
import { type KafkaAddress, startWorker, type Worker, type WorkerOptions } from './cluster.ts'
import { freePorts } from './java-process.ts'

const MIB = 2 ** 20
const POLL_MS = 50
const PATIENCE_MS = 60_000

/** A worker that tells what its heap holds and what its tasks have done. */
export interface MeasuredWorker extends Worker {
  /** As it stands in statuses: host:port. */
  readonly id: string
  /** URL of its Jolokia agent. */
  readonly agent: string
  /** Heap in use after a full collection, in MiB. */
  liveMib(): Promise<number>
  /** The same, once two collections in a row tell the same to a mebibyte. */
  settledMib(): Promise<number>
  /** Records that tasks of the connector on this worker have put without an error; 0 for a task that is not here. */
  delivered(connector: string): Promise<number>
  /** Partitions that its tasks here read. */
  assigned(connector: string): Promise<number>
}

export class AgentError extends Error {
  override readonly name = 'AgentError'
}

export async function startMeasuredWorker(
  kafka: KafkaAddress,
  options: WorkerOptions,
): Promise<MeasuredWorker> {
  const [port] = await freePorts(1)
  const jar = join(kafka.installation.libs, 'jolokia-agent-jvm-2.4.2-javaagent.jar')
  const worker = await startWorker(kafka, {
    ...options,
    jvmArgs: [...(options.jvmArgs ?? []), `-javaagent:${jar}=host=127.0.0.1,port=${port}`],
  })
  const agent = `http://127.0.0.1:${port}/jolokia`
  const liveMib = async () => {
    await ask(agent, { type: 'exec', mbean: 'java.lang:type=Memory', operation: 'gc' })
    const usage = await ask(agent, {
      type: 'read',
      mbean: 'java.lang:type=Memory',
      attribute: 'HeapMemoryUsage',
    })
    return isObject(usage) ? Number(usage.used) / MIB : Number.NaN
  }
  const sumOf = async (connector: string, attribute: string) => {
    const mbean = `kafka.connect:type=sink-task-metrics,connector=${connector},task=*`
    const tasks = await ask(agent, { type: 'read', mbean, attribute })
    const values = Object.values(isObject(tasks) ? tasks : {}).filter(isObject)
    return values.reduce((sum, each) => sum + Number(each[attribute]), 0)
  }
  return {
    ...worker,
    id: new URL(worker.url).host,
    agent,
    liveMib,
    settledMib: async () => {
      const deadline = Date.now() + PATIENCE_MS
      for (let before = await liveMib(); ; ) {
        await sleep(POLL_MS)
        const now = await liveMib()
        if (Math.abs(now - before) < 1) return now
        if (Date.now() > deadline) throw new AgentError('the live heap of a worker did not settle')
        before = now
      }
    },
    delivered: (connector) => sumOf(connector, 'sink-record-send-total'),
    assigned: (connector) => sumOf(connector, 'partition-count'),
  }
}

/** The value that the agent answers; null if there is no such MBean. */
async function ask(agent: string, question: Readonly<Record<string, string>>): Promise<unknown> {
  const response = await fetch(agent, { method: 'POST', body: JSON.stringify(question) })
  const answer: unknown = await response.json()
  if (isObject(answer) && answer.status === 200) return answer.value
  if (isObject(answer) && answer.status === 404) return null
  throw new AgentError(`${JSON.stringify(question)}: ${JSON.stringify(answer).slice(0, 500)}`)
}
