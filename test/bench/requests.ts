import { CloudWatchClient } from '@aws-sdk/client-cloudwatch'
import { createConnectClient } from '../../lib/connect/client.ts'
import { reconcile } from '../../lib/reconcile/reconcile.ts'
import { clusterConfig } from '../support/cluster-config.ts'
import { StoreInMemory } from '../support/store-in-memory.ts'
import { SHAPES, type ShapeName } from './body.ts'
import { goal, type Table } from './table.ts'
import type { Worker } from './worker.ts'

/** Requests of whole reconciles: a first one, and one a minute later that meets the same again. */
export async function requests(worker: Worker): Promise<Table> {
  return {
    title: 'Requests to Kafka Connect for one scan',
    about:
      'Counted by the server, for a whole reconcile. A new incident reads the offsets of its connector once, and a restart is asked for and looked after. kafka-connect-watcher is 2 + C + Σ(6 + 4 T) (connectors_eval.py of ec972ad).',
    columns: ['connectors × tasks', 'first scan', 'next scan', 'kafka-connect-watcher', 'goal'],
    rows: [
      await rowOf('small-healthy', '100 × 4, healthy', worker),
      await rowOf('large-healthy', '1,000 × 10, healthy', worker),
      await rowOf('small-failed', '100 × 4, 10 % of the tasks failed', worker),
      await rowOf('large-failed', '1,000 × 10, 10 % of the tasks failed', worker),
    ],
  }
}

async function rowOf(shape: ShapeName, title: string, worker: Worker): Promise<readonly string[]> {
  const cluster = clusterConfig({ urls: [worker.urlOf(shape)] })
  const store = new StoreInMemory()
  const connect = createConnectClient({
    cluster: cluster.name,
    urls: cluster.urls,
    auth: { type: 'none' },
    tls: {},
  })
  const counts: number[] = []
  for (const now of [0, 60_000]) {
    const before = await worker.requests()
    await reconcile(cluster, {
      connect,
      store,
      publish: async () => {},
      cloudWatch: new CloudWatchClient({ region: 'eu-west-1' }),
      now: () => now,
      signal: new AbortController().signal,
      log: { info() {}, warn() {} },
    })
    counts.push((await worker.requests()) - before)
  }
  const { connectors, tasks } = SHAPES[shape]
  const verdict = shape.endsWith('healthy')
    ? goal(
        '1',
        counts.every((count) => count === 1),
      )
    : ''
  return [title, ...counts.map(String), String(2 + connectors + connectors * (6 + 4 * tasks)), verdict]
}
