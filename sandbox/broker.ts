import type { TopicPartition } from './assignor.ts'
import type { Clock } from './clock.ts'
import { ConsumerGroup, key } from './consumer-group.ts'

interface Topic {
  readonly partitions: number
  readonly recordsPerSecond: number
  readonly createdAt: number
  /** Records written on request, by partition. */
  readonly produced: Map<number, number>
}

/** Topics whose logs grow at a rate, consumer groups, and records that no converter can read. */
export class Broker {
  readonly #clock: Clock
  readonly #groupRebalanceMs: number
  readonly #topics = new Map<string, Topic>()
  readonly #groups = new Map<string, ConsumerGroup>()
  readonly #poisoned = new Map<string, Set<number>>()

  constructor(clock: Clock, groupRebalanceMs: number) {
    this.#clock = clock
    this.#groupRebalanceMs = groupRebalanceMs
  }

  /** Creates a topic to whose partitions `recordsPerSecond` records are written each. */
  createTopic(name: string, partitions: number, recordsPerSecond = 0): void {
    this.#topics.set(name, {
      partitions,
      recordsPerSecond,
      createdAt: this.#clock.now(),
      produced: new Map(),
    })
    for (const group of this.#groups.values()) group.rebalance()
  }

  /** Writes `count` records to one partition at once. */
  produce(name: string, partition: number, count: number): void {
    const topic = this.#topics.get(name)
    if (topic === undefined) throw new RangeError(`topic ${name} does not exist; create it first`)
    topic.produced.set(partition, (topic.produced.get(partition) ?? 0) + count)
  }

  /** Makes the record at `offset` one that fails to be converted, each time it is read. */
  poison(topic: string, partition: number, offset: number): void {
    const at = key({ topic, partition })
    this.#poisoned.set(at, (this.#poisoned.get(at) ?? new Set()).add(offset))
  }

  /** Whether one of the records from `from` to before `to` is poisoned. */
  isPoisoned(of: TopicPartition, from: number, to: number): boolean {
    return [...(this.#poisoned.get(key(of)) ?? [])].some((offset) => offset >= from && offset < to)
  }

  topics(): readonly string[] {
    return [...this.#topics.keys()]
  }

  /** Number of partitions; 0 if there is no such topic. */
  partitions(topic: string): number {
    return this.#topics.get(topic)?.partitions ?? 0
  }

  /** Offset of the next record that will be written. */
  logEnd({ topic: name, partition }: TopicPartition): number {
    const topic = this.#topics.get(name)
    if (topic === undefined) return 0
    const seconds = (this.#clock.now() - topic.createdAt) / 1000
    return Math.floor(seconds * topic.recordsPerSecond) + (topic.produced.get(partition) ?? 0)
  }

  group(id: string): ConsumerGroup {
    const known = this.#groups.get(id)
    if (known !== undefined) return known
    const group = new ConsumerGroup(this.#clock, this.#groupRebalanceMs, (topic) => this.partitions(topic))
    this.#groups.set(id, group)
    return group
  }
}
