import type { ConnectClient } from '../../lib/connect/client.ts'
import { UnavailableError } from '../../lib/connect/errors.ts'
import type { OffsetEntry, OffsetPoint } from '../../lib/domain/offsets.ts'
import type { ConnectorSnapshot, State } from '../../lib/domain/snapshot.ts'

/** What one connector does: whether its tasks are failed at a time, and how far it has read. */
export interface Behaviour {
  readonly tasks: number
  readonly trace: string
  /** Time of the next failure after a start at `at`, in milliseconds since the epoch; null: it runs on. */
  readonly failsAt: (at: number) => number | null
  readonly config?: Readonly<Record<string, string>>
  /** What GET /connectors/{name}/offsets answers; none unless given. */
  readonly offsets?: readonly OffsetEntry[]
}

interface Instance {
  readonly behaviour: Behaviour
  startedAt: number
  restarts: number[]
  paused: boolean
}

/** A Connect cluster in memory, on a clock of its own, whose connectors fail and come back as they are told. */
export class ClusterInMemory implements ConnectClient {
  now = 0
  readonly #instances = new Map<string, Instance>()
  /** Evidence that was asked for. */
  readonly asked: string[] = []
  /** The next calls of any kind fail with what this returns. */
  fault: (() => Error | undefined) | undefined

  add(name: string, behaviour: Behaviour): void {
    this.#instances.set(name, { behaviour, startedAt: this.now, restarts: [], paused: false })
  }

  remove(name: string): void {
    this.#instances.delete(name)
  }

  restartsOf(name: string): readonly number[] {
    return this.#instances.get(name)?.restarts ?? []
  }

  /** Minutes since the epoch of the cluster in which the connector was down, up to now. */
  isFailed(name: string): boolean {
    const instance = this.#instances.get(name)
    if (instance === undefined) return false
    const failsAt = instance.behaviour.failsAt(instance.startedAt)
    return failsAt !== null && this.now >= failsAt
  }

  async scan() {
    this.#disturb()
    return {
      takenAt: this.now,
      connectors: [...this.#instances].map(([name, instance]) => this.#snapshot(name, instance)),
    }
  }

  async exists(name: string) {
    this.#disturb()
    return this.#instances.has(name) ? ('exists' as const) : ('gone' as const)
  }

  async restartFailed(name: string) {
    this.#disturb()
    const instance = this.#instances.get(name)
    if (instance !== undefined && this.isFailed(name)) {
      instance.restarts.push(this.now)
      instance.startedAt = this.now
    }
    return 'accepted' as const
  }

  async restartTask() {
    throw new Error('not asked of Kafka 3.0 and later')
  }

  /** It reads one record a second while it runs. */
  async offsetPoint(name: string): Promise<OffsetPoint> {
    if (this.fault?.() !== undefined) return { type: 'unavailable', why: 'Nobody answered.' }
    const startedAt = this.#instances.get(name)?.startedAt ?? 0
    const ranMs = this.isFailed(name) ? 0 : this.now - startedAt
    return { type: 'sink', committed: 1000 + Math.floor((startedAt + ranMs) / 1000), partitions: 1 }
  }

  async offsets(name: string) {
    this.asked.push(`offsets of ${name}`)
    return this.#instances.get(name)?.behaviour.offsets ?? null
  }

  async activeTopics() {
    return null
  }

  async pluginVersions() {
    return null
  }

  async version() {
    return '4.4.0'
  }

  #snapshot(name: string, { behaviour }: Instance): ConnectorSnapshot {
    const state: State = this.isFailed(name) ? 'FAILED' : 'RUNNING'
    const failed = state === 'FAILED' ? { trace: behaviour.trace } : {}
    return {
      name,
      type: 'sink',
      connector: { state: 'RUNNING', stateText: 'RUNNING', workerId: '10.0.0.1:8083' },
      tasks: Array.from({ length: behaviour.tasks }, (_, id) => ({
        id,
        state,
        stateText: state,
        workerId: `10.0.0.${(id % 2) + 1}:8083`,
        ...failed,
      })),
      config: behaviour.config ?? { 'connector.class': 'org.example.Sink', topics: 'orders' },
    }
  }

  #disturb(): void {
    const error = this.fault?.()
    if (error !== undefined) throw error
  }
}

export function unavailable(): UnavailableError {
  return new UnavailableError(
    { cluster: 'test', method: 'GET', path: '/', worker: '10.0.0.1:8083' },
    'connection refused',
  )
}
