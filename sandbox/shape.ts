import type { Connector, Status } from './connector.ts'

/** ConnectorInfo of Connect's REST API. */
export function infoOf({ name, config, tasks, plugin }: Connector) {
  return { name, config, tasks: tasks.map(({ id }) => ({ connector: name, task: id })), type: plugin.type }
}

/** ConnectorStateInfo; null without a status. Tasks without one are left out. */
export function statusOf(connector: Connector, type: 'sink' | 'source' | 'unknown') {
  if (connector.status === null) return null
  return {
    name: connector.name,
    connector: wire(connector.status),
    tasks: connector.tasks.flatMap((task) =>
      task.status === null ? [] : [{ id: task.id, ...wire(task.status) }],
    ),
    type,
  }
}

/** Status of the instance or of a task; `version` is null while UNASSIGNED or RESTARTING, `trace` only there if it failed. */
export function wire({ state, workerId, version, trace }: Status) {
  return { state, worker_id: workerId, version, ...(trace === null ? {} : { trace }) }
}
