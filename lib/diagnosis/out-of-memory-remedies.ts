import type { Remedy } from '../domain/diagnosis.ts'
import type { OomCause, OomVariant, RemedyId } from '../domain/vocabulary.ts'

/** What helps against a cause where no model of the connector can tell by how much; best first. */
export function outOfMemoryRemedies(cause: OomCause, variant: OomVariant): readonly Remedy[] {
  switch (cause) {
    case 'open-writers':
      return [FEWER_PARTITIONS, RAISE_HEAP]
    case 'time-bucket-fanout':
      return [
        remedy(
          'rotate-interval',
          'rotate.interval.ms closes a file when the next time bucket begins: one open file a partition',
        ),
        remedy('lower-flush-size', 'a partition has at most flush.size open files'),
        RAISE_HEAP,
      ]
    case 'partition-fanout':
      return [
        remedy('fix-config', 'a coarser partitioning: fewer files are open until the commit'),
        remedy('lower-poll-size', 'fewer records between commits, so fewer partitions of the table at once'),
        RAISE_HEAP,
      ]
    case 'unbounded-buffer':
      return [
        remedy(
          'lower-flush-interval',
          'offset.flush.interval.ms of the workers, or the flush time of the connector, lower: what it holds is written sooner',
        ),
        LOWER_POLL,
        RAISE_HEAP,
      ]
    case 'record-batch':
      return [LOWER_POLL, RAISE_HEAP, FEWER_PARTITIONS]
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
      if (variant === 'heap' || variant === 'gc-overhead') return GROWTH
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

const GROWTH: readonly Remedy[] = [
  remedy('restart', 'frees what has grown; it comes back, so somebody has to see what it is'),
  HUMAN,
  remedy('upgrade-connector', 'a version that lets go of it'),
]

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

const FEWER_PARTITIONS = remedy(
  'raise-tasks-max',
  'fewer partitions a task, if the tasks land on different workers',
)
