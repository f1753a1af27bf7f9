export interface TopicPartition {
  readonly topic: string
  readonly partition: number
}

/** A consumer of a group, as an assignor sees it. */
export interface Subscriber {
  readonly memberId: string
  readonly topics: readonly string[]
}

export type Assignor = (
  members: readonly Subscriber[],
  partitions: (topic: string) => number,
) => ReadonlyMap<string, readonly TopicPartition[]>

/**
 * Kafka's RangeAssignor, the effective default of sink connectors: topic by topic, the first members get one partition
 * more. So topics of one partition all go to the first member.
 */
export const range: Assignor = (members, partitions) => {
  const assigned = new Map<string, TopicPartition[]>(members.map(({ memberId }) => [memberId, []]))
  for (const topic of allTopics(members)) {
    const subscribers = byId(members).filter(({ topics }) => topics.includes(topic))
    const share = Math.floor(partitions(topic) / subscribers.length)
    const extra = partitions(topic) % subscribers.length
    let partition = 0
    subscribers.forEach(({ memberId }, index) => {
      for (let left = share + (index < extra ? 1 : 0); left > 0; left -= 1) {
        assigned.get(memberId)?.push({ topic, partition })
        partition += 1
      }
    })
  }
  return assigned
}

/** Kafka's RoundRobinAssignor: all partitions of all topics, dealt out one by one. */
export const roundRobin: Assignor = (members, partitions) => {
  const assigned = new Map<string, TopicPartition[]>(members.map(({ memberId }) => [memberId, []]))
  const circle = byId(members)
  let next = 0
  for (const topic of allTopics(members)) {
    for (let partition = 0; partition < partitions(topic); partition += 1) {
      while (circle[next % circle.length]?.topics.includes(topic) === false) next += 1
      const member = circle[next % circle.length]
      if (member !== undefined) assigned.get(member.memberId)?.push({ topic, partition })
      next += 1
    }
  }
  return assigned
}

const allTopics = (members: readonly Subscriber[]) =>
  [...new Set(members.flatMap(({ topics }) => topics))].sort()

const byId = (members: readonly Subscriber[]) =>
  members.toSorted((a, b) => (a.memberId < b.memberId ? -1 : a.memberId > b.memberId ? 1 : 0))
