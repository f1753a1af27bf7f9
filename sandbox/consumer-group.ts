import { type Assignor, range, roundRobin, type TopicPartition } from './assignor.ts'
import type { Clock } from './clock.ts'

export interface Member {
  readonly memberId: string
  readonly assignor: 'range' | 'roundrobin'
  /** Topics that exist and that it wants. */
  topics(): readonly string[]
  /** Gives its partitions back, with a last commit. */
  revoked(): void
  assigned(partitions: readonly TopicPartition[]): void
}

export interface CommittedOffset extends TopicPartition {
  /** The next offset to read. */
  readonly offset: number
}

const ASSIGNORS: Readonly<Record<Member['assignor'], Assignor>> = { range, roundrobin: roundRobin }

/** A consumer group as its coordinator sees it: members, eager rebalances that take time, and committed offsets. */
export class ConsumerGroup {
  readonly #clock: Clock
  readonly #rebalanceMs: number
  readonly #partitions: (topic: string) => number
  readonly #members = new Set<Member>()
  readonly #committed = new Map<string, CommittedOffset>()
  #cancelRebalance: (() => void) | null = null
  #heldUntil = 0

  constructor(clock: Clock, rebalanceMs: number, partitions: (topic: string) => number) {
    this.#clock = clock
    this.#rebalanceMs = rebalanceMs
    this.#partitions = partitions
  }

  join(member: Member): void {
    this.#members.add(member)
    this.rebalance()
  }

  leave(member: Member): void {
    if (this.#members.delete(member)) this.rebalance()
  }

  /** Assigns all partitions anew, after a while. */
  rebalance(): void {
    this.#cancelRebalance ??= this.#clock.after(this.#rebalanceMs, () => {
      this.#cancelRebalance = null
      const members = [...this.#members]
      for (const member of members) member.revoked()
      const assign = ASSIGNORS[members[0]?.assignor ?? 'range']
      const assigned = assign(
        members.map((member) => ({ memberId: member.memberId, topics: member.topics() })),
        this.#partitions,
      )
      for (const member of members) member.assigned(assigned.get(member.memberId) ?? [])
    })
  }

  /** A member that nobody sees any more keeps the group from being empty until then (KAFKA-15826). */
  holdUntil(time: number): void {
    this.#heldUntil = time
  }

  isEmpty(): boolean {
    return this.#members.size === 0 && this.#clock.now() >= this.#heldUntil
  }

  committed(): readonly CommittedOffset[] {
    return [...this.#committed.values()]
  }

  committedOffset(of: TopicPartition): number | undefined {
    return this.#committed.get(key(of))?.offset
  }

  commit(offset: CommittedOffset): void {
    this.#committed.set(key(offset), offset)
  }

  forget(of: TopicPartition): void {
    this.#committed.delete(key(of))
  }
}

export const key = ({ topic, partition }: TopicPartition) => `${topic}-${partition}`
