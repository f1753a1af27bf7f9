import type { ConnectorSnapshot } from '../domain/snapshot.ts'
import { redact } from '../util/redact.ts'
import { quoteForShell } from '../util/shell.ts'

const BROKERS = '--bootstrap-server BROKERS'
/** A command that names more is harder to read than its answer. */
const MAX_TOPICS = 20

/** Each says what is not known, and the command that would tell; BROKERS, WORKER and PID are for people to fill in. */
export function partitionsMissing({ name }: ConnectorSnapshot, topics: readonly string[]): string {
  const some = topics.length > 0 && topics.length <= MAX_TOPICS && topics.every(isTopic)
  const only = some
    ? ` --topic ${quoteForShell(topics.map((topic) => topic.replaceAll('.', '\\.')).join('|'))}`
    : ''
  return `partitions of the topics of ${called(name)}: kafka-topics.sh ${BROKERS} --describe${only}`
}

export function activeTopicsMissing({ name }: ConnectorSnapshot): string {
  return `which topics of ${called(name)} have records: kafka-get-offsets.sh ${BROKERS}`
}

export function lagMissing({ name }: ConnectorSnapshot): string {
  const group = isPlain(name) ? `--group ${quoteForShell(`connect-${name}`)}` : '--all-groups'
  return `lag of ${called(name)}: kafka-consumer-groups.sh ${BROKERS} --describe ${group}`
}

export function maxHeapMissing(workerIds: readonly string[]): string {
  const [only = ''] = workerIds
  const which = workerIds.length === 1 && isPlain(only) ? only : `${workerIds.length} workers`
  return `maximum heap of ${which}: jcmd PID VM.flags, as MaxHeapSize; or workerHeap in clusters.yml`
}

export function versionsMissing(): string {
  return 'versions of the plugins: curl -sS WORKER/connector-plugins'
}

export function notAsked(count: number): string {
  return `${count} more connectors on the same workers were not asked after`
}

/** A topic that Kafka allows is one word of a shell too; what settings list need not be one. */
const isTopic = (topic: string): boolean => /^[\w.-]{1,249}$/.test(topic)

/** Fit to stand in a line as it is. */
const isPlain = (name: string): boolean => /^[\x20-\x7e]{1,200}$/.test(name) && redact(name) === name

const called = (name: string): string => (isPlain(name) ? name : 'a connector of an odd name')
