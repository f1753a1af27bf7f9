import { type Bytes, roundBytes, sumBytes, typicalBytes } from '../util/bytes.ts'
import { findFamily } from './connectors/index.ts'
import { frameworkShares, maxPollRecords } from './framework.ts'
import { toJvm } from './g1.ts'
import type { ConnectorFacts, Jvm, OwnedShare, TaskFacts, TopicPartition } from './model.ts'
import { assignmentStrategy, assignPartitions } from './partition-assignment.ts'

/** What one task takes of its worker's heap when it holds all that it may hold. */
export interface TaskLoad {
  readonly connector: string
  readonly id: number
  readonly workerId: string
  /** Null: not known. Empty for a source. */
  readonly partitions: readonly TopicPartition[] | null
  /** Largest first. */
  readonly shares: readonly OwnedShare[]
  readonly bytes: Bytes
}

/** connect-distributed.sh starts a worker with -Xmx2G (KAFKA_HEAP_OPTS). */
export const DEFAULT_HEAP_BYTES = 2 * 1024 ** 3

/** What one task holds, wherever it is. */
export type TaskEstimate = Omit<TaskLoad, 'connector' | 'workerId'>

/** What each task of a connector holds on workers of that JVM, in their order. */
export type TaskEstimates = (connector: ConnectorFacts, jvm: Jvm) => readonly TaskEstimate[]

/** Answers once for all that differs only in where tasks are, or in heaps with regions of one size. */
export function memoizeTaskEstimates(): TaskEstimates {
  const known = new Map<string, KnownEstimate[]>()
  return (connector, jvm) => {
    const answers = known.get(connector.name) ?? []
    const same = answers.find((answer) => isSame(answer, connector, jvm))
    if (same !== undefined) return same.tasks
    const tasks = estimateConnector(connector, jvm)
    known.set(connector.name, [...answers, { connector, jvm, tasks }])
    return tasks
  }
}

interface KnownEstimate {
  readonly connector: ConnectorFacts
  readonly jvm: Jvm
  readonly tasks: readonly TaskEstimate[]
}

/** Of one connector, as the what-ifs change it: settings and partitions are known by their identity. */
function isSame({ connector, jvm }: KnownEstimate, other: ConnectorFacts, { regionBytes }: Jvm): boolean {
  return (
    jvm.regionBytes === regionBytes &&
    connector.config === other.config &&
    connector.workerConfig === other.workerConfig &&
    connector.partitions === other.partitions &&
    connector.tasks.length === other.tasks.length
  )
}

function estimateConnector(connector: ConnectorFacts, jvm: Jvm): readonly TaskEstimate[] {
  const assigned = assignmentOf(connector)
  // Families count partitions and don't look at their names: tasks with as many hold the same.
  const known = new Map<number | null, Pick<TaskEstimate, 'shares' | 'bytes'>>()
  return connector.tasks.map(({ id }) => {
    const partitions = assigned === null ? null : (assigned.get(id) ?? [])
    const count = partitions?.length ?? null
    const load = known.get(count) ?? estimateTask(connector, partitions, jvm)
    known.set(count, load)
    return { id, partitions, ...load }
  })
}

function estimateTask(
  connector: ConnectorFacts,
  partitions: TaskLoad['partitions'],
  jvm: Jvm,
): Pick<TaskEstimate, 'shares' | 'bytes'> {
  const facts = toTaskFacts(connector, partitions, jvm.heapBytes)
  const own = findFamily(connector)?.family.shares(facts) ?? []
  const shares = [
    ...own.map((share): OwnedShare => ({ ...share, owner: 'connector' })),
    ...frameworkShares(facts).map((share): OwnedShare => ({ ...share, owner: 'framework' })),
  ]
    .filter(({ bytes }) => bytes.high > 0)
    .toSorted((a, b) => typicalBytes(b.bytes) - typicalBytes(a.bytes))
  // Whole bytes, so that what was added can be taken off again without a rest.
  return { shares, bytes: roundBytes(sumBytes(shares.map(({ bytes }) => bytes))) }
}

/** What a family is asked about a task. */
export function toTaskFacts(
  connector: ConnectorFacts,
  partitions: TaskLoad['partitions'],
  heapBytes: number,
): TaskFacts {
  return {
    connector,
    config: findFamily(connector)?.config ?? connector.config,
    jvm: toJvm(heapBytes),
    partitions,
    pollRecords: maxPollRecords(connector),
  }
}

/** Task to its partitions that may have records; null if it is not known how many there are. */
function assignmentOf(connector: ConnectorFacts): ReadonlyMap<number, readonly TopicPartition[]> | null {
  if (connector.type === 'source') return new Map()
  if (connector.partitions === null) return null
  const ids = connector.tasks.map(({ id }) => id)
  const all = assignPartitions(assignmentStrategy(connector).name, connector.partitions, ids)
  const { activeTopics } = connector
  if (activeTopics === null) return all
  return new Map(
    [...all].map(([id, partitions]) => [id, partitions.filter(({ topic }) => activeTopics.has(topic))]),
  )
}
