import type { Cluster } from './cluster.ts'
import type { Connector, TargetState } from './connector.ts'
import { type OffsetEntry, sinkOffset } from './offsets-request.ts'
import { type Config, PLUGINS } from './plugins.ts'
import { RestError } from './rest-error.ts'
import { infoOf, statusOf, wire } from './shape.ts'
import { requirePlugin, requireValid, validate } from './validation.ts'

/**
 * What the REST API of Kafka Connect 4.4.0 promises, on top of the state of a cluster: each function is one endpoint, and
 * answers its body or throws the RestError that Connect answers, word for word (taken from a running 4.4.0).
 */
export class Herder {
  readonly #cluster: Cluster

  constructor(cluster: Cluster) {
    this.#cluster = cluster
  }

  names(): readonly string[] {
    return [...this.#cluster.connectors.keys()].sort()
  }

  /** A connector without a status is left out, if statuses are asked for. */
  expanded(kinds: readonly string[]) {
    return Object.fromEntries(
      this.names().flatMap((name) => {
        const connector = this.#cluster.connectors.get(name)
        const status = connector && statusOf(connector, connector.plugin.type)
        if (connector === undefined || (kinds.includes('status') && status === null)) return []
        const info = kinds.includes('info') ? { info: infoOf(connector) } : {}
        return [[name, { ...(kinds.includes('status') ? { status } : {}), ...info }]]
      }),
    )
  }

  status(name: string) {
    const { connectors, fading } = this.#cluster
    const connector = connectors.get(name)
    const gone = fading.get(name)
    const status = connector
      ? statusOf(connector, connector.plugin.type)
      : gone
        ? statusOf(gone, 'unknown')
        : null
    if (status === null) throw new RestError(404, `No status found for connector ${name}`)
    return status
  }

  taskStatus(name: string, id: number) {
    const task = this.#cluster.connectors.get(name)?.tasks.find((task) => task.id === id)
    if (!task?.status) throw new RestError(404, `No status found for task ${name}-${id}`)
    return { id, ...wire(task.status) }
  }

  info(name: string) {
    this.#requireNoRebalance(500, 'Request cannot be completed because a rebalance is expected')
    return infoOf(this.#find(name))
  }

  config(name: string): Config {
    return this.info(name).config
  }

  tasks(name: string) {
    this.info(name)
    return this.#find(name).tasks.map((task) => ({
      id: { connector: name, task: task.id },
      config: task.config,
    }))
  }

  topics(name: string) {
    return { [name]: { topics: [...(this.#cluster.connectors.get(name)?.topics ?? [])] } }
  }

  resetTopics(name: string): void {
    this.#cluster.connectors.get(name)?.topics.clear()
  }

  create(name: string, config: Config, target: TargetState) {
    if (config.name !== undefined && config.name !== name) {
      const message = `Connector name configuration (${config.name}) doesn't match connector name in the URL (${name})`
      throw new RestError(400, message)
    }
    const plugin = requireValid({ ...config, name })
    this.#requireLeader()
    if (this.#cluster.connectors.has(name)) throw new RestError(409, `Connector ${name} already exists`)
    return infoOf(this.#cluster.add(name, plugin, config, target))
  }

  /** `created`: there was none of that name. */
  putConfig(name: string, config: Config) {
    const connector = this.#cluster.connectors.get(name)
    if (connector === undefined) return { created: true, info: this.create(name, config, 'RUNNING') }
    requireValid({ ...config, name })
    this.#requireLeader()
    this.#cluster.reconfigure(connector, config)
    return { created: false, info: infoOf(connector) }
  }

  /** `null` removes a key. */
  patchConfig(name: string, patch: Readonly<Record<string, string | null>>) {
    const merged = Object.entries({ ...this.#find(name).config, ...patch }).filter(
      (entry): entry is [string, string] => entry[1] !== null,
    )
    return this.putConfig(name, Object.fromEntries(merged)).info
  }

  remove(name: string): void {
    this.#requireLeader()
    this.#cluster.remove(this.#find(name))
  }

  pause(name: string): void {
    this.#cluster.retarget(this.#findForTarget(name), 'PAUSED')
  }

  resume(name: string): void {
    this.#cluster.retarget(this.#findForTarget(name), 'RUNNING')
  }

  stop(name: string): void {
    this.#requireLeader()
    this.#cluster.retarget(this.#findForTarget(name), 'STOPPED')
  }

  /** What will be restarted; null if only the connector instance is, which is answered without a body. */
  restart(name: string, includeTasks: boolean, onlyFailed: boolean) {
    this.#requireLeader()
    const connector = this.#findForRestart(name)
    if (!includeTasks && !onlyFailed) {
      this.#cluster.restartConnector(connector)
      return null
    }
    const status = statusOf(connector, connector.plugin.type)
    if (status === null) throw new RestError(404, `Status for connector ${name} not found`)
    const isConcerned = ({ state }: { readonly state: string }) => !onlyFailed || state === 'FAILED'
    const tasks = status.tasks.map((task) =>
      includeTasks && isConcerned(task) ? { ...task, state: 'RESTARTING' } : task,
    )
    if (isConcerned(status.connector)) this.#cluster.restartConnector(connector)
    for (const { id } of tasks.filter((task) => task.state === 'RESTARTING')) {
      const task = connector.tasks.find((task) => task.id === id)
      if (task !== undefined) this.#cluster.restartTask(connector, task)
    }
    const instance = isConcerned(status.connector)
      ? { ...status.connector, state: 'RESTARTING' }
      : status.connector
    return { ...status, connector: instance, tasks }
  }

  restartTask(name: string, id: number): void {
    this.#requireLeader()
    const connector = this.#findForRestart(name)
    const task = connector.tasks.find((task) => task.id === id)
    if (task === undefined) throw new RestError(404, `Unknown task: ${name}-${id}`)
    if (!task.worker?.alive) {
      throw new RestError(
        500,
        'IO Error trying to forward REST request: java.net.ConnectException: Connection refused',
      )
    }
    this.#cluster.restartTask(connector, task)
  }

  offsets(name: string) {
    const connector = this.#find(name)
    if (connector.plugin.type === 'source') {
      const offsets = [...connector.sourceOffsets].map(([partition, offset]) => ({
        partition: JSON.parse(partition),
        offset,
      }))
      return { offsets }
    }
    const committed = this.#cluster.group(connector).committed()
    return {
      offsets: committed.map(({ topic, partition, offset }) => ({
        partition: { kafka_partition: partition, kafka_topic: topic },
        offset: { kafka_offset: offset },
      })),
    }
  }

  alterOffsets(name: string, entries: readonly OffsetEntry[]) {
    const connector = this.#requireAlterable(name)
    if (connector.plugin.type === 'source') {
      for (const { partition, offset } of entries) {
        if (offset === null) connector.sourceOffsets.delete(JSON.stringify(partition))
        else connector.sourceOffsets.set(JSON.stringify(partition), offset)
      }
      return altered('altered')
    }
    const offsets = entries.map(sinkOffset)
    const group = this.#requireEmptyGroup(connector, 'alter')
    if (offsets.some(({ offset }) => offset !== null && offset < 0)) {
      throw new RestError(500, `Failed to modify offsets for sink connector ${name}`)
    }
    // Not atomic, as in Connect: what stands before the partition that does not exist is altered.
    for (const { topic, partition, offset } of offsets) {
      if (partition >= this.#cluster.broker.partitions(topic)) {
        throw new RestError(500, `Failed to alter consumer group offsets for connector ${name}`)
      }
      if (offset === null) group.forget({ topic, partition })
      else group.commit({ topic, partition, offset })
    }
    return altered('altered')
  }

  resetOffsets(name: string) {
    const connector = this.#requireAlterable(name)
    if (connector.plugin.type === 'source') connector.sourceOffsets.clear()
    else {
      const group = this.#requireEmptyGroup(connector, 'reset')
      for (const offset of group.committed()) group.forget(offset)
    }
    return altered('reset')
  }

  plugins() {
    return PLUGINS.map(({ class: name, type, version }) => ({ class: name, type, version }))
  }

  /** Answered also for a config that is invalid. */
  validate(className: string, config: Config) {
    const plugin = requirePlugin(config)
    if (plugin.class !== className) {
      const message = `Included connector type ${plugin.class} does not match request type ${className}`
      throw new RestError(400, message)
    }
    const configs = validate(plugin, config).map(({ key, value, errors }) => ({
      definition: {
        name: key.name,
        type: key.type,
        required: key.required ?? false,
        default_value: key.fallback,
        importance: 'HIGH',
        documentation: '',
        group: null,
        order_in_group: -1,
        width: 'NONE',
        display_name: key.name,
        dependents: [],
      },
      value: { name: key.name, value, recommended_values: [], errors, visible: true },
    }))
    const errors = configs.flatMap(({ value }) => value.errors)
    return { name: className, error_count: errors.length, groups: [], configs }
  }

  #find(name: string): Connector {
    const connector = this.#cluster.connectors.get(name)
    if (connector === undefined) throw new RestError(404, `Connector ${name} not found`)
    return connector
  }

  #findForTarget(name: string): Connector {
    const connector = this.#cluster.connectors.get(name)
    if (connector === undefined) throw new RestError(404, `Unknown connector ${name}`)
    return connector
  }

  #findForRestart(name: string): Connector {
    const connector = this.#cluster.connectors.get(name)
    if (connector === undefined) throw new RestError(404, `Unknown connector: ${name}`)
    return connector
  }

  /** What goes through the leader is refused while the workers rebalance. */
  #requireLeader(): void {
    this.#requireNoRebalance(
      409,
      'Cannot complete request momentarily due to stale configuration (typically caused by a concurrent config change)',
    )
  }

  #requireNoRebalance(status: number, message: string): void {
    if (this.#cluster.rebalancing) throw new RestError(status, message)
  }

  #requireAlterable(name: string): Connector {
    this.#requireLeader()
    const connector = this.#find(name)
    if (connector.target === 'STOPPED' && connector.tasks.length === 0) return connector
    throw new RestError(
      400,
      `Connectors must be in the STOPPED state before their offsets can be modified. This can be done for the specified connector by issuing a 'PUT' request to the '/connectors/${name}/stop' endpoint`,
    )
  }

  #requireEmptyGroup(connector: Connector, verb: 'alter' | 'reset') {
    const group = this.#cluster.group(connector)
    if (group.isEmpty()) return group
    throw new RestError(
      500,
      `Failed to ${verb} consumer group offsets for connector ${connector.name} either because its tasks haven't stopped completely yet or the connector was resumed before the request to ${verb} its offsets could be successfully completed. If the connector is in a stopped state, this operation can be safely retried. If it doesn't eventually succeed, the Connect cluster may need to be restarted to get rid of the zombie sink tasks.`,
    )
  }
}

const altered = (done: 'altered' | 'reset') => ({
  message: `The Connect framework-managed offsets for this connector have been ${done} successfully. However, if this connector manages offsets externally, they will need to be manually ${done} in the system that the connector uses.`,
})
