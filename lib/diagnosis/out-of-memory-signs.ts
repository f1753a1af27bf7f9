import type { OutOfMemorySigns } from '../domain/trace-findings.ts'
import type { OomCause, OomVariant } from '../domain/vocabulary.ts'
import type { MatchableThrowable, ParsedTrace } from './fingerprint.ts'

/** What a trace shows of an OutOfMemoryError, wherever it is in the chain; null: there is none in it. */
export function findOutOfMemorySigns({ chain, throwables }: ParsedTrace): OutOfMemorySigns | null {
  const error = throwables.find(isOutOfMemory)
  if (error === undefined) return null
  const frames = chain
    .flatMap((throwable) => throwable.frames)
    .map(({ className, method }) => `${className}.${method}`)
  const has = (pattern: RegExp) => frames.some((frame) => pattern.test(frame))
  return {
    variant: variantOf(error),
    protocol: foreignLength(error.throwable.message),
    isFrameless: error.name === 'OutOfMemoryError' && error.throwable.findFrame(() => true) === undefined,
    cause: SITES.find(([pattern]) => has(pattern))?.[1] ?? null,
    inReceive: has(RECEIVE),
    inHeartbeat: has(HEARTBEAT),
    inPoll: has(RUNNING_POLL),
    inFirstContact: has(FIRST_CONTACT),
  }
}

/** Whether a throwable says that memory ran out; not what a remote server says of its own. */
export function isOutOfMemory({ name, throwable: { message } }: MatchableThrowable): boolean {
  return (
    name === 'OutOfMemoryError' ||
    name === 'OutOfDirectMemoryError' ||
    (name === 'InvalidReceiveException' && foreignLength(message) !== null) ||
    (QUOTED.test(message) && !CONNECT_WRAPPER.test(message))
  )
}

const QUOTED = /^java\.lang\.OutOfMemoryError\b/
const CONNECT_WRAPPER = /Exiting WorkerSinkTask/

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

const RECEIVE = /network\.NetworkReceive\.readFrom/
const HEARTBEAT = /HeartbeatThread\.run$/
const RUNNING_POLL = /(?:WorkerSinkTask\.poll|WorkerSourceTask\.poll|SourceTask\.poll$)/
const FIRST_CONTACT = /\.(?:ensureCoordinatorReady|awaitMetadataUpdate|ensureFreshMetadata|lookupCoordinator)/

/**
 * A number in the message whose four bytes are the beginning of another protocol: 0x15/0x16 0x03 is a TLS alert or
 * handshake, 0x48545450 is "HTTP". Null if there is none.
 */
function foreignLength(message: string): 'TLS' | 'HTTP' | null {
  for (const [digits] of message.matchAll(/\b\d{9,10}\b/g)) {
    const size = Number(digits)
    if (size === 0x48545450) return 'HTTP'
    const [type, major] = [size >>> 24, (size >>> 16) & 0xff]
    if ((type === 0x15 || type === 0x16) && major === 0x03) return 'TLS'
  }
  return null
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
