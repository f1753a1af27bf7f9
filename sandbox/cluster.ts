import { Broker } from './broker.ts'
import { type Clock, realClock } from './clock.ts'
import type { Connector, Status, TargetState, Task, Worker } from './connector.ts'
import type { ConsumerGroup } from './consumer-group.ts'
import { DELAYS, type Delays } from './delays.ts'
import { Heap } from './heap.ts'
import type { Config, Plugin } from './plugins.ts'
import { SinkTask, type WrittenFile } from './sink-task.ts'
import { SourceTask } from './source-task.ts'
import { connectionRefused } from './trace.ts'

export interface ClusterOptions {
  /** `id` is host:port of its REST listener. */
  readonly workers: readonly { readonly id: string; readonly heapBytes: number }[]
  readonly clock?: Clock
  readonly delays?: Partial<Delays>
  /** After a stop, what shows first: tasks `[]`, or the connector STOPPED. Kafka 4.4.0 was seen to do both. */
  readonly stopShowsFirst?: 'tasks' | 'connector'
  /** Told of all that a sink has written, to count what was lost or repeated. */
  readonly wrote?: (connector: string, file: WrittenFile) => void
}

/** A Kafka Connect cluster in distributed mode, without the JVMs: its state, and how that changes with time. */
export class Cluster {
  readonly clock: Clock
  readonly broker: Broker
  readonly workers: readonly Worker[]
  readonly connectors = new Map<string, Connector>()
  /** Deleted a moment ago: their status can still be seen. */
  readonly fading = new Map<string, Connector>()
  readonly #delays: Delays
  readonly #stopShowsFirst: 'tasks' | 'connector'
  readonly #wrote: NonNullable<ClusterOptions['wrote']>
  readonly #outages = new Map<string, number>()
  readonly #pending = new Set<() => void>()
  #rebalancing = false
  #members = 0

  constructor(options: ClusterOptions) {
    this.clock = options.clock ?? realClock
    this.#delays = { ...DELAYS, ...options.delays }
    this.#stopShowsFirst = options.stopShowsFirst ?? 'tasks'
    this.#wrote = options.wrote ?? (() => {})
    this.broker = new Broker(this.clock, this.#delays.groupRebalanceMs)
    this.workers = options.workers.map(({ id, heapBytes }) => ({
      id,
      heap: new Heap(heapBytes),
      alive: true,
      diedAt: 0,
    }))
    this.#every(this.#delays.pollMs, () => this.#poll())
    this.#every(this.#delays.commitIntervalMs, () => this.#commit())
  }

  close(): void {
    for (const cancel of this.#pending) cancel()
    this.#pending.clear()
  }

  get rebalancing(): boolean {
    return this.#rebalancing
  }

  group(connector: Connector): ConsumerGroup {
    return this.broker.group(connector.config['consumer.override.group.id'] ?? `connect-${connector.name}`)
  }

  // What the REST API asks for.

  add(name: string, plugin: Plugin, config: Config, target: TargetState): Connector {
    const connector: Connector = {
      name,
      plugin,
      config: { ...config, name },
      target,
      worker: null,
      placed: false,
      status: null,
      tasks: [],
      topics: new Set(),
      sourceOffsets: new Map(),
    }
    this.connectors.set(name, connector)
    this.#rebalance()
    return connector
  }

  remove(connector: Connector): void {
    this.connectors.delete(connector.name)
    this.fading.set(connector.name, connector)
    this.#after(this.#delays.stopMs, () => {
      this.#stopTasks(connector)
      this.fading.delete(connector.name)
    })
    this.#rebalance()
  }

  /** A new config restarts the connector, and those tasks whose own config it changes: FAILED ones revive. */
  reconfigure(connector: Connector, config: Config): void {
    connector.config = { ...config, name: connector.name }
    if (connector.placed) this.#startConnector(connector)
  }

  retarget(connector: Connector, target: TargetState): void {
    connector.target = target
    if (target === 'STOPPED') this.#stop(connector)
    else this.#after(this.#delays.startMs, () => this.#applyTarget(connector))
  }

  restartConnector(connector: Connector): void {
    if (connector.placed) this.#startConnector(connector)
  }

  /** Nothing happens if the worker that owns the task is gone. */
  restartTask(connector: Connector, task: Task): void {
    if (task.worker?.alive !== true) return
    this.#stopTask(task)
    task.status = { state: 'RESTARTING', workerId: task.worker.id, version: null, trace: null }
    this.#after(this.#delays.startMs, () => {
      if (connector.tasks.includes(task) && task.work === null) this.#startTask(connector, task)
    })
  }

  // Faults.

  /** The worker dies without a word: statuses stay as they were last written, its work waits. */
  crash(workerId: string): void {
    const worker = this.#worker(workerId)
    worker.alive = false
    worker.diedAt = this.clock.now()
    for (const connector of this.connectors.values()) {
      if (connector.worker === worker) connector.placed = false
      for (const task of connector.tasks.filter((task) => task.worker === worker)) {
        const { work } = task
        task.work = null
        if (work instanceof SinkTask) this.#after(this.#delays.sessionTimeoutMs, () => work.leave())
      }
    }
    this.#after(this.#delays.sessionTimeoutMs + this.#delays.rebalanceDelayMs, () => this.#rebalance())
  }

  /** The worker comes back, as a new JVM on the same address. */
  bringBack(workerId: string): void {
    const worker = this.#worker(workerId)
    worker.alive = true
    worker.heap = new Heap(worker.heap.maxBytes)
    this.#rebalance()
  }

  /** What these connectors (a name, or a class) write to can't be reached until then. */
  outage(nameOrClass: string, untilMs: number): void {
    this.#outages.set(nameOrClass, untilMs)
  }

  /** The connector instance fails; its tasks go on. */
  failConnector(name: string, trace: string): void {
    const connector = this.connectors.get(name)
    if (connector?.worker) connector.status = this.#status(connector, connector.worker, 'FAILED', trace)
  }

  failTask(name: string, id: number, trace: string): void {
    const connector = this.connectors.get(name)
    const task = connector?.tasks.find((task) => task.id === id)
    if (connector !== undefined && task !== undefined) this.#fail(connector, task, trace)
  }

  // The machine.

  #poll(): void {
    for (const connector of this.connectors.values()) {
      for (const task of connector.tasks) {
        if (task.work === null || task.status?.state !== 'RUNNING') continue
        const trace = this.#isOut(connector) ? connectionRefused() : task.work.poll()
        if (trace !== null) this.#fail(connector, task, trace)
      }
    }
  }

  #commit(): void {
    for (const connector of this.connectors.values()) {
      for (const task of connector.tasks) task.work?.commit()
    }
  }

  #isOut({ name, plugin }: Connector): boolean {
    const until = Math.max(this.#outages.get(name) ?? 0, this.#outages.get(plugin.class) ?? 0)
    return this.clock.now() < until
  }

  #rebalance(): void {
    if (this.#rebalancing) return
    this.#rebalancing = true
    this.#after(this.#delays.rebalanceMs, () => {
      this.#rebalancing = false
      this.#place()
    })
  }

  /** Gives all work that nobody does to the worker that has least of it, counted and not weighed, as Connect does. */
  #place(): void {
    const connectors = [...this.connectors.values()]
    for (const connector of connectors) {
      if (!connector.placed) {
        const worker = this.#placeFor(
          connector.worker,
          (worker) => connectors.filter((c) => c.worker === worker).length,
        )
        if (worker !== null) {
          connector.worker = worker
          this.#startConnector(connector)
        }
      }
      if (connector.target === 'STOPPED') continue
      for (const task of connector.tasks) {
        if (task.work !== null || (task.status?.state === 'FAILED' && task.worker?.alive)) continue
        const worker = this.#placeFor(task.worker, (worker) => this.#tasksOn(worker).length)
        if (worker === null) continue
        task.worker = worker
        this.#startTask(connector, task)
      }
    }
    this.#balance()
  }

  /** Its own worker if that lives; null while a dead one may still come back. */
  #placeFor(own: Worker | null, load: (worker: Worker) => number): Worker | null {
    if (own?.alive) return own
    const { sessionTimeoutMs, rebalanceDelayMs } = this.#delays
    if (own !== null && this.clock.now() < own.diedAt + sessionTimeoutMs + rebalanceDelayMs) return null
    return this.#alive().toSorted((a, b) => load(a) - load(b))[0] ?? null
  }

  /** Moves tasks until no worker has two more than another. A FAILED task that moves is started anew. */
  #balance(): void {
    const byLoad = () => this.#alive().toSorted((a, b) => this.#tasksOn(a).length - this.#tasksOn(b).length)
    for (;;) {
      const [idlest, busiest] = [byLoad().at(0), byLoad().at(-1)]
      if (idlest === undefined || busiest === undefined) return
      const [most, least] = [this.#tasksOn(busiest), this.#tasksOn(idlest).length]
      const moved = most.at(-1)
      if (moved === undefined || most.length - least < 2) return
      this.#stopTask(moved.task)
      moved.task.worker = idlest
      this.#startTask(moved.connector, moved.task)
    }
  }

  #tasksOn(worker: Worker) {
    return [...this.connectors.values()]
      .filter((connector) => connector.target !== 'STOPPED')
      .flatMap((connector) => connector.tasks.map((task) => ({ connector, task })))
      .filter(({ task }) => task.worker === worker)
  }

  #alive(): readonly Worker[] {
    return this.workers.filter((worker) => worker.alive)
  }

  #startConnector(connector: Connector): void {
    connector.placed = true
    if (connector.worker === null) return
    connector.status = this.#status(connector, connector.worker, connector.target)
    this.#after(this.#delays.startMs, () => this.#configureTasks(connector))
  }

  #configureTasks(connector: Connector): void {
    if (this.connectors.get(connector.name) !== connector || connector.target === 'STOPPED') return
    const count = connector.plugin.type === 'sink' ? Number(connector.config['tasks.max'] ?? 1) : 1
    for (const task of connector.tasks.slice(count)) this.#stopTask(task)
    const kept = connector.tasks.slice(0, count)
    const added = Array.from({ length: count - kept.length }, (_, index): Task => {
      return { id: kept.length + index, worker: null, status: null, config: connector.config, work: null }
    })
    connector.tasks = [...kept, ...added]
    for (const task of kept) {
      if (!isSame(task.config, connector.config)) this.restartTask(connector, task)
    }
    if (added.length > 0) this.#rebalance()
  }

  #startTask(connector: Connector, task: Task): void {
    const { worker } = task
    if (worker === null) return
    task.config = connector.config
    task.status = this.#status(connector, worker, connector.target)
    if (connector.plugin.type === 'source') {
      task.work = new SourceTask(connector.sourceOffsets, { server: connector.config['topic.prefix'] ?? '' })
      return
    }
    this.#members += 1
    task.work = new SinkTask({
      memberId: `connector-consumer-${connector.name}-${task.id}-${this.#members}`,
      config: connector.config,
      broker: this.broker,
      heap: worker.heap,
      group: this.group(connector),
      seen: (topic) => connector.topics.add(topic),
      wrote: (file) => this.#wrote(connector.name, file),
    })
  }

  #stopTask(task: Task): void {
    task.work?.commit()
    this.#release(task)
  }

  #fail(connector: Connector, task: Task, trace: string): void {
    this.#release(task)
    if (task.worker !== null) task.status = this.#status(connector, task.worker, 'FAILED', trace)
  }

  #release(task: Task): void {
    const { work } = task
    task.work = null
    if (work instanceof SinkTask) work.leave()
  }

  #stop(connector: Connector): void {
    const { stopMs } = this.#delays
    const showStopped = () => {
      if (connector.target !== 'STOPPED' || connector.worker === null) return
      connector.status = this.#status(connector, connector.worker, 'STOPPED')
    }
    this.#after(this.#stopShowsFirst === 'connector' ? stopMs / 2 : stopMs * 2, showStopped)
    this.#after(stopMs / 2, () => {
      if (connector.target !== 'STOPPED') return
      for (const task of connector.tasks.filter((task) => task.work !== null)) {
        this.#stopTask(task)
        if (task.worker === null) continue
        task.status = { state: 'UNASSIGNED', workerId: task.worker.id, version: null, trace: null }
      }
    })
    this.#after(stopMs, () => {
      if (connector.target === 'STOPPED') this.#stopTasks(connector)
    })
  }

  #stopTasks(connector: Connector): void {
    for (const task of connector.tasks) this.#stopTask(task)
    connector.tasks = []
  }

  /** Pause and resume: what has FAILED stays so, as in Connect. */
  #applyTarget(connector: Connector): void {
    const { target, worker } = connector
    if (target === 'STOPPED' || worker === null || !connector.placed) return
    if (connector.status?.state !== 'FAILED') connector.status = this.#status(connector, worker, target)
    for (const task of connector.tasks) {
      if (task.work === null || task.worker === null) continue
      task.work.commit()
      task.status = this.#status(connector, task.worker, target)
    }
    this.#configureTasks(connector)
  }

  #status(connector: Connector, worker: Worker, state: Status['state'], trace: string | null = null): Status {
    return { state, workerId: worker.id, version: connector.plugin.version, trace }
  }

  #worker(id: string): Worker {
    const worker = this.workers.find((worker) => worker.id === id)
    if (worker === undefined)
      throw new RangeError(`no worker ${id}; there are ${this.workers.map((w) => w.id)}`)
    return worker
  }

  #after(ms: number, what: () => void): void {
    const cancel = this.clock.after(ms, () => {
      this.#pending.delete(cancel)
      what()
    })
    this.#pending.add(cancel)
  }

  #every(ms: number, what: () => void): void {
    this.#after(ms, () => {
      what()
      this.#every(ms, what)
    })
  }
}

function isSame(a: Config, b: Config): boolean {
  const keys = new Set([...Object.keys(a), ...Object.keys(b)])
  return [...keys].every((key) => a[key] === b[key])
}
