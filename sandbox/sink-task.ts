import { listTopics } from '../lib/domain/topics.ts'
import type { TopicPartition } from './assignor.ts'
import type { Broker } from './broker.ts'
import { type ConsumerGroup, key, type Member } from './consumer-group.ts'
import type { Heap } from './heap.ts'
import { type Config, type PartBuffer, pluginOf } from './plugins.ts'
import { badRecord, outOfMemory } from './trace.ts'

/** Kafka's max.poll.records. */
const MAX_POLL_RECORDS = 500

interface OpenFile {
  readonly heapBytes: number
  readonly records: number
}

interface Batch extends TopicPartition {
  readonly records: number
}

export interface SinkTaskContext {
  readonly memberId: string
  readonly config: Config
  readonly broker: Broker
  /** Of the worker that it runs on. */
  readonly heap: Heap
  readonly group: ConsumerGroup
  /** Told of each topic that is read. */
  readonly seen: (topic: string) => void
  /** Told of all that is written, once it is. */
  readonly wrote: (file: WrittenFile) => void
}

/** Records that reached the system behind a sink, from offset `from` to before `to`: one file, or one batch. */
export interface WrittenFile extends TopicPartition {
  readonly from: number
  readonly to: number
}

/** What one sink task does between start and stop: reads, keeps files open on the heap, commits. */
export class SinkTask implements Member {
  readonly memberId: string
  readonly #config: Config
  readonly #broker: Broker
  readonly #heap: Heap
  readonly #group: ConsumerGroup
  readonly #buffer: PartBuffer | null
  readonly #seen: SinkTaskContext['seen']
  readonly #wrote: SinkTaskContext['wrote']
  #assigned: readonly TopicPartition[] = []
  /** Offsets of the next record to read. */
  readonly #positions = new Map<string, number>()
  readonly #files = new Map<string, OpenFile>()
  /** What preCommit() would answer: offsets after the last file that was written. */
  readonly #committable = new Map<string, number>()

  /** Joins its consumer group at once. */
  constructor(from: SinkTaskContext) {
    this.memberId = from.memberId
    this.#config = from.config
    this.#broker = from.broker
    this.#heap = from.heap
    this.#group = from.group
    this.#buffer = pluginOf(from.config['connector.class'])?.buffer ?? null
    this.#seen = from.seen
    this.#wrote = from.wrote
    this.#group.join(this)
  }

  get assignor(): Member['assignor'] {
    const strategy = this.#config['consumer.override.partition.assignment.strategy'] ?? ''
    return strategy.includes('RoundRobin') ? 'roundrobin' : 'range'
  }

  topics(): readonly string[] {
    const pattern = this.#config['topics.regex']
    if (pattern) return this.#broker.topics().filter((topic) => new RegExp(`^(?:${pattern})$`).test(topic))
    return listTopics(this.#config).filter((topic) => this.#broker.partitions(topic) > 0)
  }

  revoked(): void {
    this.commit()
    this.#abandon()
  }

  assigned(partitions: readonly TopicPartition[]): void {
    this.#assigned = partitions
    for (const partition of partitions) this.#positions.set(key(partition), this.#startOf(partition))
  }

  /** Leaves the group without a commit, as a task that dies does; who stops commits first. */
  leave(): void {
    this.#abandon()
    this.#group.leave(this)
  }

  #abandon(): void {
    for (const file of this.#files.values()) this.#heap.free(file.heapBytes)
    this.#files.clear()
    this.#positions.clear()
    this.#committable.clear()
    this.#assigned = []
  }

  /** Reads and writes one batch: the trace of what killed it, or null. */
  poll(): string | null {
    const batches = this.#fetch()
    const tolerant = this.#config['errors.tolerance'] === 'all'
    for (const batch of batches) {
      const from = this.#position(batch)
      if (!tolerant && this.#broker.isPoisoned(batch, from, from + batch.records))
        return badRecord(batch.topic)
    }
    for (const batch of batches) {
      this.#seen(batch.topic)
      const trace = this.#put(batch)
      if (trace !== null) return trace
    }
    this.#assigned = [...this.#assigned.slice(1), ...this.#assigned.slice(0, 1)]
    return null
  }

  /**
   * Commits as WorkerSinkTask.commitOffsets() does: nothing while no file was written; then all partitions, also those
   * that stand where they began.
   */
  commit(): void {
    if (this.#committable.size === 0) return
    for (const partition of this.#assigned) {
      const offset = this.#committable.get(key(partition)) ?? this.#startOf(partition)
      this.#group.commit({ ...partition, offset })
    }
    this.#committable.clear()
  }

  #fetch(): readonly Batch[] {
    let room = MAX_POLL_RECORDS
    return this.#assigned.flatMap((partition) => {
      const records = Math.min(room, this.#broker.logEnd(partition) - this.#position(partition))
      room -= Math.max(0, records)
      return records > 0 ? [{ ...partition, records }] : []
    })
  }

  #put(batch: Batch): string | null {
    const at = key(batch)
    if (this.#buffer === null) {
      this.#positions.set(at, this.#position(batch) + batch.records)
      this.#written(batch, batch.records)
      return null
    }
    const flushSize = Number(this.#config['flush.size'] ?? 1000)
    for (let left = batch.records; left > 0; ) {
      const file = this.#files.get(at) ?? this.#openFile(this.#buffer)
      if (typeof file === 'string') return file
      const written = Math.min(left, flushSize - file.records)
      left -= written
      this.#positions.set(at, this.#position(batch) + written)
      if (file.records + written < flushSize) {
        this.#files.set(at, { ...file, records: file.records + written })
      } else {
        this.#files.delete(at)
        this.#heap.free(file.heapBytes)
        this.#written(batch, flushSize)
      }
    }
    return null
  }

  /** The last `records` records before the position are safe. */
  #written({ topic, partition }: TopicPartition, records: number): void {
    const to = this.#position({ topic, partition })
    this.#committable.set(key({ topic, partition }), to)
    this.#wrote({ topic, partition, from: to - records, to })
  }

  #openFile(buffer: PartBuffer): OpenFile | string {
    const heapBytes = this.#heap.allocate(buffer.partBytes(this.#config))
    return heapBytes === null
      ? outOfMemory(buffer.frames, this.#heap.outOfMemoryErrors)
      : { heapBytes, records: 0 }
  }

  #position(of: TopicPartition): number {
    return this.#positions.get(key(of)) ?? 0
  }

  /** The committed offset; without one, or with one that the log does not have, what auto.offset.reset says. */
  #startOf(partition: TopicPartition): number {
    const committed = this.#group.committedOffset(partition)
    const end = this.#broker.logEnd(partition)
    if (committed !== undefined && committed <= end) return committed
    return this.#config['consumer.override.auto.offset.reset'] === 'latest' ? end : 0
  }
}
