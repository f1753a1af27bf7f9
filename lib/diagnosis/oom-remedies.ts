import type { ConnectorSnapshot } from '../connect/snapshot.ts'
import type { Remedy } from './diagnosis.ts'
import { familyOf } from './families.ts'
import type { OomSituation } from './oom.ts'
import type { OomCause, OomVariant, RemedyId } from './vocabulary.ts'

/** What would help against this cause in this very case, best first; what can't help is left out. */
export function oomRemedies(
  cause: OomCause,
  variant: OomVariant,
  situation: OomSituation,
  hog: ConnectorSnapshot | null,
): readonly Remedy[] {
  if (hog !== null) return againstHog(hog)
  switch (cause) {
    case 'open-writers':
      return [...assignment(situation), ...buffers(situation.connector), ...spread(situation), RAISE_HEAP]
    case 'time-bucket-fanout':
      return [
        remedy(
          'rotate-interval',
          'rotate.interval.ms closes a file when the next time bucket begins: one open file a partition',
        ),
        remedy('lower-flush-size', 'a partition has at most flush.size open files'),
        ...buffers(situation.connector),
        RAISE_HEAP,
      ]
    case 'partition-fanout':
      return [
        remedy('fix-config', 'a coarser partitioning: fewer files are open until the commit'),
        remedy('lower-poll-size', 'fewer records between commits, so fewer partitions of the table at once'),
        ...buffers(situation.connector),
        RAISE_HEAP,
      ]
    case 'unbounded-buffer':
      return [flush(situation.connector), LOWER_POLL, RAISE_HEAP, ...spread(situation)]
    case 'record-batch':
      return [LOWER_POLL, RAISE_HEAP, ...spread(situation)]
    case 'fetch-buffers':
      return [
        RAISE_HEAP,
        remedy('lower-poll-size', 'consumer.override.fetch.max.bytes lower: smaller responses'),
        RESTART,
      ]
    case 'driver-full-fetch':
      return [
        remedy(
          'cursor-fetch',
          'useCursorFetch=true in connection.url: rows come in portions, not the whole table at once',
        ),
        RAISE_HEAP,
      ]
    case 'source-queue':
      return [
        remedy(
          'lower-queue-size',
          'max.queue.size.in.bytes bounds the queue, which is counted in records otherwise',
        ),
        RAISE_HEAP,
      ]
    case 'source-in-flight':
      return [
        remedy(
          'lower-queue-size',
          'producer.override.buffer.memory lower: fewer records wait for the brokers',
        ),
        remedy('lower-poll-size', 'smaller batches from the source'),
        RAISE_HEAP,
      ]
    case 'leak':
      return variant === 'metaspace' ? METASPACE : THREADS
    case 'off-heap':
      return variant === 'map-failed' ? MAPS : DIRECT
    case 'huge-input':
      return [
        remedy(
          'human',
          'somebody has to split or remove the input: it is larger than an array may be, and heap does not help',
        ),
        remedy('fix-config', 'a limit on what is read as one record'),
      ]
    case 'tls-mismatch':
      return [
        remedy(
          'fix-tls',
          'security.protocol and TLS settings that match the port, for producer, consumer and admin client alike; more heap does not help',
        ),
      ]
    case 'config-typo':
      return [remedy('fix-config', 'a size that is meant: this one exceeds what an array may have')]
    case 'container-limit':
      return [remedy('lower-heap-fraction', 'leaves room for what the JVM takes beside its heap')]
    case 'worker-exhausted':
    case 'victim':
    case 'unknown':
      return [RAISE_HEAP, HUMAN]
  }
}

function remedy(id: RemedyId, effect: string): Remedy {
  return { remedy: id, effect }
}

const RAISE_HEAP = remedy('raise-heap', 'more room for the same load, on every worker that may get it')
const LOWER_POLL = remedy(
  'lower-poll-size',
  'consumer.override.max.poll.records lower: fewer records at once',
)
const RESTART = remedy('restart', 'helps if it was a passing peak')
const HUMAN = remedy('human', 'a heap dump (-XX:+HeapDumpOnOutOfMemoryError) would show who holds the memory')

const THREADS: readonly Remedy[] = [
  remedy('restart', 'frees the threads of this task; those that are lost need a restart of the worker'),
  remedy('upgrade-connector', 'a version that does not lose threads'),
  remedy('raise-ulimit', 'more threads (pids limit, ulimit -u) until it is mended; more heap makes it worse'),
]

const METASPACE: readonly Remedy[] = [
  remedy(
    'human',
    'somebody has to restart the worker and raise -XX:MaxMetaspaceSize; more heap does not help',
  ),
  remedy('upgrade-connector', 'a version that does not load classes again and again'),
]

const DIRECT: readonly Remedy[] = [
  remedy('raise-direct-memory', '-XX:MaxDirectMemorySize higher; by default it is as large as the heap'),
  remedy(
    'lower-poll-size',
    'consumer.override.fetch.max.bytes lower: up to JDK 17 a large response is copied off the heap',
  ),
  remedy('raise-tasks-max', 'fewer partitions, and so fewer buffers, a task'),
]

const MAPS: readonly Remedy[] = [
  remedy('raise-ulimit', 'vm.max_map_count and the address space; more heap does not help'),
  HUMAN,
]

const SMALLEST_PART = 5_242_880

/** Smaller buffers for each open file, where they can still become smaller. */
function buffers(connector: ConnectorSnapshot): readonly Remedy[] {
  const config = connector.config ?? {}
  if (familyOf(connector)?.name !== 'part-buffers') return []
  const isS3 = /s3/i.test(config['connector.class'] ?? '')
  const size = Number(
    config['s3.part.size'] ?? config['gcs.part.size'] ?? config['azblob.block.size'] ?? 26_214_400,
  )
  const isElastic = config['s3.elastic.buffer.enable'] === 'true'
  const isParquet = /Parquet/.test(config['format.class'] ?? '')
  return [
    ...(size > SMALLEST_PART
      ? [remedy('lower-part-size', `a part buffer of 5 MiB instead of ${mebibytes(size)} for each open file`)]
      : []),
    ...(isS3 && !isElastic
      ? [
          remedy(
            'elastic-buffer',
            's3.elastic.buffer.enable=true: a buffer grows with its file (10.1.0 and later)',
          ),
        ]
      : []),
    ...(isParquet
      ? [remedy('lower-flush-size', 'smaller row groups, which Parquet keeps until the file is closed')]
      : []),
  ]
}

function mebibytes(bytes: number): string {
  return `${Math.round(bytes / 2 ** 20)} MiB`
}

/** Range gives all first partitions to the first task: with fewer partitions than tasks the others have nothing. */
function assignment({ connector, partitionsPerTopic }: OomSituation): readonly Remedy[] {
  const tasks = connector.tasks.length
  const isDefault = connector.config?.['consumer.override.partition.assignment.strategy'] === undefined
  if (tasks < 2 || !isDefault || partitionsPerTopic === null || partitionsPerTopic >= tasks) return []
  return [
    remedy(
      'change-assignor',
      `RoundRobinAssignor: topics have ${partitionsPerTopic} of ${tasks} partitions needed, so the range assignor leaves tasks idle`,
    ),
  ]
}

/** More tasks or connectors, where another worker could take them. */
function spread({ connector, workers, partitionsPerTopic }: OomSituation): readonly Remedy[] {
  if (connector.type !== 'sink') return []
  const onlyHelps = workers === 1 ? '; not on this one worker' : ', if they land on different workers'
  const isIdle = partitionsPerTopic !== null && partitionsPerTopic <= connector.tasks.length
  const more = isIdle ? [] : [remedy('raise-tasks-max', `fewer partitions a task${onlyHelps}`)]
  const split = [remedy('split-connector', `half of the topics each${onlyHelps}`)]
  return workers === 1 ? [] : [...more, ...split]
}

function flush({ config }: ConnectorSnapshot): Remedy {
  const className = config?.['connector.class'] ?? ''
  if (className.startsWith('com.snowflake.')) {
    return remedy(
      'lower-flush-size',
      'buffer.size.bytes and buffer.count.records lower: less is held for each partition',
    )
  }
  if (/bigquery|splunk/i.test(className)) {
    return remedy(
      'lower-queue-size',
      'a bound on what is queued (queueSize, splunk.hec.max.outstanding.events)',
    )
  }
  return remedy(
    'lower-flush-interval',
    'offset.flush.interval.ms of the worker lower: what is held is freed more often',
  )
}

function againstHog(hog: ConnectorSnapshot): readonly Remedy[] {
  const onHog = buffers(hog).map((each) => ({ ...each, effect: `on “${hog.name}”: ${each.effect}` }))
  return [
    ...onHog,
    RAISE_HEAP,
    remedy('human', `somebody has to give “${hog.name}” a worker of its own, or less to hold`),
  ]
}
