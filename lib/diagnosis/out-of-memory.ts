import type { Diagnosis, Remedy } from '../domain/diagnosis.ts'
import type { ConnectorSnapshot } from '../domain/snapshot.ts'
import type { OomCause, OomVariant, RemedyId, RestartAdvice } from '../domain/vocabulary.ts'
import { type Attribution, attributeHeap, findUnexplained, type Unexplained } from '../heap/attribution.ts'
import type { ClusterHeap } from '../heap/estimate.ts'
import {
  attributedBytes,
  attributionPhrase,
  explainAttribution,
  explainUnexplained,
} from '../heap/explain.ts'
import { rankHelpful, type SimulatedRemedy, simulateRemedies, toRemedy } from '../heap/remedies.ts'
import { hasFrame, type MatchableThrowable, type ParsedTrace } from './fingerprint.ts'
import { KIND_FACTS } from './kinds.ts'
import { outOfMemoryPhrase } from './out-of-memory-phrases.ts'
import { outOfMemoryRemedies } from './out-of-memory-remedies.ts'

/** All that a verdict on dead memory can draw on besides the trace. */
export interface OomSituation {
  readonly connector: ConnectorSnapshot
  /** Workers on which it failed. */
  readonly failedOn: readonly string[]
  /** The memory of the whole cluster, and how it weighs. */
  readonly heap: () => ClusterHeap
  /** Whether to simulate what would help: that takes a while in a large cluster. */
  readonly simulates: boolean
}

export interface OomVerdict {
  readonly kind: 'out-of-memory' | 'bogus-allocation'
  readonly oom: NonNullable<Diagnosis['oom']>
  readonly restart: RestartAdvice
  readonly probe: boolean
  readonly remedies: readonly Remedy[]
  /** "task 1 …": the rest of the sentence. */
  readonly phrase: string
  readonly evidence: readonly string[]
}

/** The throwable that tells of dead memory, wherever it is in the chain; not what a remote server says of its own. */
export function findOutOfMemory(fault: ParsedTrace): MatchableThrowable | undefined {
  return fault.throwables.find(
    ({ name, throwable }) =>
      name === 'OutOfMemoryError' ||
      name === 'OutOfDirectMemoryError' ||
      (name === 'InvalidReceiveException' && foreignLength(throwable.message) !== null) ||
      (QUOTED.test(throwable.message) && !CONNECT_WRAPPER.test(throwable.message)),
  )
}

const QUOTED = /^java\.lang\.OutOfMemoryError\b/
const CONNECT_WRAPPER = /Exiting WorkerSinkTask/

export function diagnoseOutOfMemory(
  fault: ParsedTrace,
  head: MatchableThrowable,
  situation: OomSituation,
): OomVerdict {
  const variant = variantOf(head)
  const bogus = bogusCause(fault, head, variant, situation)
  const { cause, restart, attribution, nothing } =
    bogus === null ? causeOf(fault, variant, situation) : BOGUS[bogus]
  const remedies = remediesFor(cause, variant, attribution, situation)
  return {
    kind: bogus === null ? 'out-of-memory' : 'bogus-allocation',
    oom: { variant, cause, ...(attribution === null ? {} : attributedBytes(attribution)) },
    restart,
    // Unless the load certainly does not fit, one try does no harm and may pass a peak.
    probe: restart === 'useless' && bogus === null && MAY_BE_A_PEAK.has(variant) && !isCertain(attribution),
    remedies,
    phrase:
      bogus === null
        ? `${outOfMemoryPhrase(variant, cause, attribution?.share ?? null)}${attributionPhrase(attribution)}`
        : KIND_FACTS['bogus-allocation'].phrase,
    evidence: [
      ...evidenceOf(fault, head, variant, bogus !== null),
      ...(attribution === null
        ? []
        : explainAttribution(attribution, situation.heap().cluster, situation.connector.name, remedies)),
      ...(nothing === null ? [] : explainUnexplained(nothing)),
    ],
  }
}

const BOGUS = {
  'tls-mismatch': { cause: 'tls-mismatch', restart: 'useless', attribution: null, nothing: null },
  'config-typo': { cause: 'config-typo', restart: 'useless', attribution: null, nothing: null },
} as const

const MAY_BE_A_PEAK: ReadonlySet<OomVariant> = new Set(['heap', 'gc-overhead', 'direct'])

function isCertain(attribution: Attribution | null): boolean {
  return attribution?.worker.fit === 'certain' && attribution.confidence === 'high'
}

/** Simulated ones first, then those of which no model tells; none that was simulated and would not help. */
function remediesFor(
  cause: OomCause,
  variant: OomVariant,
  attribution: Attribution | null,
  situation: OomSituation,
): readonly Remedy[] {
  const general = outOfMemoryRemedies(cause, variant)
  if (attribution === null || !situation.simulates) return general
  const { connector, partitions } = attribution.culprit
  const whose = connector === situation.connector.name ? '' : `of ${connector}: `
  const tried = simulate(connector, situation)
  const known = new Set<RemedyId>([
    ...tried.map(({ remedy }) => remedy),
    ...(partitions === null ? [] : SIMULATED),
  ])
  return [
    ...rankHelpful(tried).map((simulated) => toRemedy(simulated, whose)),
    ...general.filter(({ remedy }) => !known.has(remedy)),
  ]
}

/** What the model would have offered, had it helped, for a sink whose partitions are known. */
const SIMULATED: readonly RemedyId[] = ['raise-tasks-max', 'split-connector', 'change-assignor']

function simulate(connector: string, { heap }: OomSituation): readonly SimulatedRemedy[] {
  const { cluster, estimator } = heap()
  return simulateRemedies(cluster, connector, estimator)
}

/** By the words of the JVM; JDK 8 and later. */
function variantOf({ name, throwable }: MatchableThrowable): OomVariant {
  const message = throwable.message
  if (name === 'OutOfDirectMemoryError' || /direct (?:buffer|memory)/i.test(message)) return 'direct'
  if (/metaspace|permgen|compressed class space/i.test(message)) return 'metaspace'
  if (/native thread|create thread|pthread_create/i.test(message)) return 'native-thread'
  if (/map failed/i.test(message)) return 'map-failed'
  if (/GC overhead/i.test(message)) return 'gc-overhead'
  if (ARRAY_LIMIT.test(message)) return 'array-limit'
  const grewTooFar = throwable.findFrame(({ method }) => method === 'hugeCapacity' || method === 'hugeLength')
  return grewTooFar === undefined ? 'heap' : 'array-limit'
}

const ARRAY_LIMIT =
  /exceeds VM limit|Required (?:array )?(?:size|length)|length exceeds implementation limit|String (?:length out of range|size is)|array (?:size|length) too large|too large to fit/i

/** Why the size asked for is no size of data; null if it may be one. */
function bogusCause(
  fault: ParsedTrace,
  { throwable }: MatchableThrowable,
  variant: OomVariant,
  { connector }: OomSituation,
): 'tls-mismatch' | 'config-typo' | null {
  if (foreignLength(throwable.message) !== null) return 'tls-mismatch'
  if (variant === 'array-limit' && partSize(connector) >= ABSURD_PART_SIZE) return 'config-typo'
  if (variant !== 'heap' || !hasFrame(fault, RECEIVE)) return null
  // A running consumer dies there too when something else has taken the heap (measured with an S3 sink). A TLS
  // mismatch fails at the first contact instead, or in a client that has no large answers to expect.
  if (hasFrame(fault, HEARTBEAT)) return null
  return !hasFrame(fault, RUNNING_POLL) || hasFrame(fault, FIRST_CONTACT) ? 'tls-mismatch' : null
}

const RECEIVE = /network\.NetworkReceive\.readFrom/
const HEARTBEAT = /HeartbeatThread\.run$/
const RUNNING_POLL = /(?:WorkerSinkTask\.poll|WorkerSourceTask\.poll|SourceTask\.poll$)/
const FIRST_CONTACT = /\.(?:ensureCoordinatorReady|awaitMetadataUpdate|ensureFreshMetadata|lookupCoordinator)/
const ABSURD_PART_SIZE = 2 ** 30

function partSize({ config }: ConnectorSnapshot): number {
  return Number(config?.['s3.part.size'] ?? config?.['gcs.part.size'] ?? 0)
}

/**
 * A number in the message whose four bytes are the beginning of another protocol: 0x15/0x16 0x03 is a TLS alert or
 * handshake, 0x48545450 is "HTTP". Null if there is none.
 */
export function foreignLength(message: string): 'TLS' | 'HTTP' | null {
  for (const [digits] of message.matchAll(/\b\d{9,10}\b/g)) {
    const size = Number(digits)
    if (size === 0x48545450) return 'HTTP'
    const [type, major] = [size >>> 24, (size >>> 16) & 0xff]
    if ((type === 0x15 || type === 0x16) && major === 0x03) return 'TLS'
  }
  return null
}

interface Cause {
  readonly cause: OomCause
  readonly restart: RestartAdvice
  /** Who took how much; null if the budget does not tell. */
  readonly attribution: Attribution | null
  /** The budget that explains nothing; null if it does, or nothing is known. */
  readonly nothing: Unexplained | null
}

const BY_TRACE = { attribution: null, nothing: null } as const

function causeOf(fault: ParsedTrace, variant: OomVariant, situation: OomSituation): Cause {
  switch (variant) {
    case 'native-thread':
      return { cause: 'leak', restart: 'once', ...BY_TRACE }
    case 'metaspace':
      return { cause: 'leak', restart: 'useless', ...BY_TRACE }
    case 'array-limit':
      return { cause: 'huge-input', restart: 'useless', ...BY_TRACE }
    case 'direct':
    case 'map-failed':
      return { cause: 'off-heap', restart: 'useless', ...BY_TRACE }
    case 'container':
      return { cause: 'container-limit', restart: 'useless', ...BY_TRACE }
    case 'heap':
    case 'gc-overhead':
      return heapCause(fault, situation)
  }
}

/** The budget comes first, then the frames: they only name the last one to ask. */
function heapCause(fault: ParsedTrace, { connector: { name }, failedOn, heap }: OomSituation): Cause {
  const { loads, cluster } = heap()
  const nothing = findUnexplained(loads, cluster, name, failedOn)
  const attribution = nothing === null ? attributeHeap(loads, name, failedOn) : null
  if (attribution !== null) return { cause: attribution.cause, restart: 'useless', attribution, nothing }
  const site = siteOf(fault)
  if (site !== null) return { cause: site, restart: 'useless', attribution, nothing }
  // What grew with time is gone after a restart, for a while.
  if (nothing !== null)
    return { cause: nothing.unknown.length === 0 ? 'leak' : 'unknown', restart: 'once', attribution, nothing }
  // The heartbeat thread dies of a passing peak and takes the task with it at its next poll.
  if (hasFrame(fault, HEARTBEAT)) return { cause: 'fetch-buffers', restart: 'once', ...BY_TRACE }
  return { cause: hasFrame(fault, RECEIVE) ? 'fetch-buffers' : 'unknown', restart: 'useless', ...BY_TRACE }
}

/** What the frames tell of who holds the memory; null if they are only those of the last one to ask. */
function siteOf(fault: ParsedTrace): OomCause | null {
  return SITES.find(([pattern]) => hasFrame(fault, pattern))?.[1] ?? null
}

const SITES: readonly (readonly [RegExp, OomCause])[] = [
  [
    /^com\.mysql\.\S*(?:readAllResults|ResultsetRows|readSingleRowSet|TextResultsetReader)|^org\.mariadb\.\S*\.(?:fetchRemaining|readNext)|PgStream\.receiveTuple|^org\.postgresql\.core\.Tuple/,
    'driver-full-fetch',
  ],
  [/iceberg\.\S*(?:RollingFileWriter|PartitionedDeltaWriter|FanoutWriter)/, 'partition-fanout'],
  [/CapacityByteArrayOutputStream|parquet\.(?:column|hadoop)\./, 'open-writers'],
  [/ChangeEventQueue|io\.debezium\.pipeline\./, 'source-queue'],
  [
    /WorkerSinkTask\.convert(?:Messages|AndTransformRecord)|JsonConverter|AvroConverter|AvroData|ProtobufConverter|ProtobufData/,
    'record-batch',
  ],
  [
    /producer\.(?:KafkaProducer\.doSend|internals\.(?:RecordAccumulator|BufferPool))|WorkerSourceTask\.sendRecords/,
    'source-in-flight',
  ],
  [
    /^java\.util\.(?:ArrayList|HashMap|ArrayDeque|LinkedList|TreeMap|PriorityQueue|concurrent\.(?:ConcurrentHashMap|LinkedBlockingQueue|ConcurrentLinkedQueue))\.(?:grow|resize|add|put|putVal|newNode|offer|linkLast)/,
    'unbounded-buffer',
  ],
]

function evidenceOf(
  fault: ParsedTrace,
  { throwable, name }: MatchableThrowable,
  variant: OomVariant,
  isBogus: boolean,
): readonly string[] {
  const protocol = foreignLength(throwable.message)
  return [
    ...(protocol === null ? [] : [`The size asked for is the beginning of ${protocol}, read as a length.`]),
    ...(isBogus && protocol === null && variant === 'heap'
      ? [
          'It failed at the first answer of a broker, not in a fetch: that is how a plaintext client meets a TLS port.',
        ]
      : []),
    ...(name === 'OutOfMemoryError' && throwable.findFrame(() => true) === undefined
      ? [
          'The OutOfMemoryError has no stack frames: this JVM has run out of memory before, and leaves them out by now. The first trace tells more.',
        ]
      : []),
    ...(!isBogus && hasFrame(fault, RECEIVE)
      ? [
          'It died while receiving a fetch: the last one to ask for memory, not necessarily the one that took it.',
        ]
      : []),
  ]
}
