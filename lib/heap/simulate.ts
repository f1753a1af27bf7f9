import type { Settings } from '../domain/cluster-config.ts'
import { isWorkerSetting } from './connectors/index.ts'
import type { ClusterLoad, ConnectorFacts, WorkerFacts } from './model.ts'
import { placeTasks } from './task-placement.ts'

/** Questions to the model: each gives the cluster as it would be. */

/** New settings, under the connector's own names; those that only a worker has hold for all connectors. */
export function withSettings(cluster: ClusterLoad, name: string, set: Settings): ClusterLoad {
  const [forWorkers, own] = [true, false].map((isWorkers) =>
    Object.fromEntries(Object.entries(set).filter(([key]) => isWorkerSetting(key) === isWorkers)),
  )
  const changedOne = changed(cluster, name, (connector) => ({
    ...connector,
    config: { ...connector.config, ...own },
  }))
  if (Object.keys(forWorkers ?? {}).length === 0) return changedOne
  const connectors = changedOne.connectors.map((connector) => ({
    ...connector,
    workerConfig: { ...connector.workerConfig, ...forWorkers },
  }))
  return { ...changedOne, connectors }
}

/** The settings of a family under the connector's own names: those that clusters.yml gives it. */
export function toOwnNames(connector: ConnectorFacts, set: Settings): Settings {
  const keys = connector.like?.keys ?? {}
  return Object.fromEntries(
    Object.entries(set).map(([key, value]) => [Object.hasOwn(keys, key) ? (keys[key] ?? key) : key, value]),
  )
}

/** That many tasks: those that are there stay, others are placed as Connect would. */
export function withTasks(cluster: ClusterLoad, name: string, count: number): ClusterLoad {
  const more = changed(cluster, name, (connector) => ({
    ...connector,
    config: { ...connector.config, 'tasks.max': String(count) },
    tasks: Array.from(
      { length: count },
      (_, id) => connector.tasks.find((task) => task.id === id) ?? { id, workerId: '' },
    ),
  }))
  return placed(more, cluster.workers)
}

/** The connector in so many parts, each with its share of the topics; parts are called as in docs/split.md. */
export function withSplit(
  cluster: ClusterLoad,
  name: string,
  parts: readonly (readonly string[])[],
): ClusterLoad {
  const original = cluster.connectors.find((connector) => connector.name === name)
  if (original === undefined) return cluster
  const tasksEach = Math.max(1, Math.ceil(original.tasks.length / parts.length))
  const connectors = parts.map((topics, index): ConnectorFacts => {
    const own = new Set(topics)
    return {
      ...original,
      name: index === 0 ? name : `${name}-${index + 1}`,
      config: { ...original.config, topics: topics.join(',') },
      partitions:
        original.partitions && new Map([...original.partitions].filter(([topic]) => own.has(topic))),
      tasks: Array.from(
        { length: tasksEach },
        (_, id) => (index === 0 ? original.tasks[id] : undefined) ?? { id, workerId: '' },
      ),
    }
  })
  const others = cluster.connectors.filter((connector) => connector.name !== name)
  return placed({ ...cluster, connectors: [...others, ...connectors] }, cluster.workers)
}

/** Every worker with that much heap. */
export function withHeap(cluster: ClusterLoad, heapBytes: number): ClusterLoad {
  return { ...cluster, workers: cluster.workers.map((worker) => ({ ...worker, heapBytes })) }
}

/** So many workers: the first ones of today, or more like the first. Without any, the cluster stays as it is. */
export function withWorkers(cluster: ClusterLoad, count: number): ClusterLoad {
  const [model] = cluster.workers
  if (model === undefined || count < 1) return cluster
  const workers = Array.from(
    { length: count },
    (_, index) => cluster.workers[index] ?? { ...model, id: `another ${index + 1}` },
  )
  return placed(cluster, workers)
}

/** After the loss of that worker, and the rebalance that follows. */
export function withoutWorker(cluster: ClusterLoad, id: string): ClusterLoad {
  return placed(
    cluster,
    cluster.workers.filter((worker) => worker.id !== id),
  )
}

/**
 * The same for many clusters: where tasks go depends on where they are and not on what they hold, so that the answer for
 * one cluster holds for any whose tasks are the same objects.
 */
export function createLossSimulator(): typeof withoutWorker {
  const known = new Map<string, { readonly before: ClusterLoad; readonly after: ClusterLoad }>()
  return (cluster, id) => {
    const answer = known.get(id)
    if (answer === undefined || !haveSameTasks(answer.before, cluster)) {
      const after = withoutWorker(cluster, id)
      known.set(id, { before: cluster, after })
      return after
    }
    return {
      workers: cluster.workers.filter((worker) => worker.id !== id),
      connectors: cluster.connectors.map((connector, index) => {
        const tasks = answer.after.connectors[index]?.tasks ?? connector.tasks
        return tasks === connector.tasks ? connector : { ...connector, tasks }
      }),
    }
  }
}

function haveSameTasks(a: ClusterLoad, b: ClusterLoad): boolean {
  return (
    a.workers.length === b.workers.length &&
    a.connectors.length === b.connectors.length &&
    a.workers.every(({ id }, index) => id === b.workers[index]?.id) &&
    a.connectors.every(
      ({ name, tasks }, index) => name === b.connectors[index]?.name && tasks === b.connectors[index]?.tasks,
    )
  )
}

/** Another number of partitions of one topic. */
export function withPartitions(
  cluster: ClusterLoad,
  name: string,
  topic: string,
  count: number,
): ClusterLoad {
  return changed(cluster, name, (connector) => ({
    ...connector,
    partitions: new Map([...(connector.partitions ?? []), [topic, count]]),
  }))
}

function changed(
  cluster: ClusterLoad,
  name: string,
  change: (connector: ConnectorFacts) => ConnectorFacts,
): ClusterLoad {
  return {
    ...cluster,
    connectors: cluster.connectors.map((connector) =>
      connector.name === name ? change(connector) : connector,
    ),
  }
}

/** Connectors whose tasks stay are the same objects. */
function placed(cluster: ClusterLoad, workers: readonly WorkerFacts[]): ClusterLoad {
  const kept = new Map(
    cluster.connectors.map(({ name, tasks }) => [name, tasks.map(({ workerId }) => workerId)]),
  )
  const placement = placeTasks(
    cluster.connectors.map(({ name, tasks }) => ({ name, tasks: tasks.length })),
    workers.map(({ id }) => id),
    kept,
  )
  return {
    workers,
    connectors: cluster.connectors.map((connector) => {
      const homes = placement.get(connector.name) ?? []
      return homes === kept.get(connector.name) ||
        connector.tasks.every(({ workerId }, index) => workerId === homes[index])
        ? connector
        : {
            ...connector,
            tasks: connector.tasks.map((task, index) => ({ ...task, workerId: homes[index] ?? '' })),
          }
    }),
  }
}
