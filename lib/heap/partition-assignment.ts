import { splitList } from '../util/text.ts'
import { effectiveSetting } from './client-settings.ts'
import type { ConnectorFacts, TopicPartition } from './model.ts'

export type StrategyName = 'range' | 'round-robin' | 'sticky' | 'cooperative-sticky' | 'server' | 'unknown'

export interface Strategy {
  readonly name: StrategyName
  /** The setting that it comes from, for people. */
  readonly setting: string
}

/** Task id to the partitions that it reads; every task has an entry. */
export type Assignment = ReadonlyMap<number, readonly TopicPartition[]>

const PACKAGE = 'org.apache.kafka.clients.consumer.'
const CLASSES: ReadonlyMap<string, StrategyName> = new Map([
  ['RangeAssignor', 'range'],
  ['RoundRobinAssignor', 'round-robin'],
  ['StickyAssignor', 'sticky'],
  ['CooperativeStickyAssignor', 'cooperative-sticky'],
])
const SERVER_ASSIGNORS: ReadonlyMap<string, StrategyName> = new Map([
  ['uniform', 'server'],
  ['range', 'range'],
])

/**
 * How the tasks of a sink share its partitions. All tasks have the same list of strategies, so the group takes its first.
 * Connect sets none, so it is Range unless someone chose another. With `group.protocol=consumer` (KIP-848) brokers assign.
 */
export function assignmentStrategy(connector: ConnectorFacts): Strategy {
  const protocol = effectiveSetting(connector, 'consumer', 'group.protocol')
  if (protocol?.value.trim().toLowerCase() === 'consumer') {
    const chosen = effectiveSetting(connector, 'consumer', 'group.remote.assignor')
    if (chosen === null) return { name: 'server', setting: `${protocol.key}=consumer` }
    return named(chosen.key, chosen.value.trim(), SERVER_ASSIGNORS)
  }
  const chosen = effectiveSetting(connector, 'consumer', 'partition.assignment.strategy')
  const [first = ''] = splitList(chosen?.value ?? '')
  if (chosen === null || first === '')
    return { name: 'range', setting: 'partition.assignment.strategy=RangeAssignor (default)' }
  return named(chosen.key, first.startsWith(PACKAGE) ? first.slice(PACKAGE.length) : first, CLASSES)
}

/** The text of an assignor that we don't know is not repeated: it could be anything. */
function named(key: string, value: string, names: ReadonlyMap<string, StrategyName>): Strategy {
  const name = names.get(value)
  return name === undefined
    ? { name: 'unknown', setting: `${key}, an assignor that is not one of Kafka's` }
    : { name, setting: `${key}=${value}` }
}

type Assignor = (partitions: ReadonlyMap<string, number>, members: readonly number[]) => Assignment

/** After a full start nobody holds anything yet: then Kafka's sticky assignors deal out as round robin does. */
const ASSIGNORS: Readonly<Record<StrategyName, Assignor>> = {
  range,
  'round-robin': roundRobin,
  sticky: roundRobin,
  'cooperative-sticky': roundRobin,
  // members have random ids there, so only how many partitions each task gets is right, not which
  server: roundRobin,
  // the least even of Kafka's, so that the fullest task isn't underrated
  unknown: range,
}

/**
 * Which task reads what after a full start, by topic and its number of partitions. Compared with Kafka's own assignors in
 * test/kafka/assignors.test.ts; consumers with a rack (`client.rack`) are not modelled.
 */
export function assignPartitions(
  strategy: StrategyName,
  partitions: ReadonlyMap<string, number>,
  taskIds: readonly number[],
): Assignment {
  return ASSIGNORS[strategy](partitions, inMemberOrder(taskIds))
}

/**
 * As text, since members are sorted by id, `connector-consumer-<name>-<task>-<uuid>`: 0, 1, 10, 2. On Kafka 4.4
 * the 3 partitions of a topic went to tasks 0, 1 and 10 of 12. Under a `client.id` of their own, which all tasks share,
 * only UUIDs tell them apart: then the sizes of the shares hold, not whose they are.
 */
function inMemberOrder(taskIds: readonly number[]): readonly number[] {
  return taskIds.map(String).sort().map(Number)
}

/** Topic by topic, the first members get one partition more: topics of one partition all go to the first member. */
function range(partitions: ReadonlyMap<string, number>, members: readonly number[]): Assignment {
  const assigned = new Map<number, TopicPartition[]>(members.map((id) => [id, []]))
  for (const [topic, count] of partitions) {
    const share = Math.floor(count / members.length)
    const extra = count % members.length
    let partition = 0
    for (const [index, own] of [...assigned.values()].entries())
      for (let left = share + (index < extra ? 1 : 0); left > 0; left -= 1)
        own.push({ topic, partition: partition++ })
  }
  return assigned
}

/** One by one, by name of topic and number. */
function roundRobin(partitions: ReadonlyMap<string, number>, members: readonly number[]): Assignment {
  const assigned = new Map<number, TopicPartition[]>(members.map((id) => [id, []]))
  const turns = [...assigned.values()]
  let turn = 0
  for (const topic of [...partitions.keys()].sort())
    for (let partition = 0; partition < (partitions.get(topic) ?? 0); partition += 1)
      turns[turn++ % turns.length]?.push({ topic, partition })
  return assigned
}
