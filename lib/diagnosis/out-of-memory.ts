import type { Diagnosis, Remedy } from '../domain/diagnosis.ts'
import type { ConnectorSnapshot } from '../domain/snapshot.ts'
import type { OutOfMemorySigns } from '../domain/trace-findings.ts'
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
import { KIND_FACTS } from './kinds.ts'
import { outOfMemoryPhrase } from './out-of-memory-phrases.ts'
import { outOfMemoryRemedies } from './out-of-memory-remedies.ts'

/** All that a verdict on dead memory can draw on besides the trace. */
export interface OomSituation {
  readonly connector: ConnectorSnapshot
  /** Workers on which it failed. */
  readonly failedOn: readonly string[]
  /** The heaps of the whole cluster, estimated. */
  readonly heap: () => ClusterHeap
}

/** Who took the memory, before it is put into words. */
export interface OomAssessment {
  readonly kind: 'out-of-memory' | 'bogus-allocation'
  readonly cause: OomCause
  readonly restart: RestartAdvice
  /** Null if the model does not tell. */
  readonly attribution: Attribution | null
  /** A worker whose known load explains nothing; null if it does, or nothing is known. */
  readonly nothing: Unexplained | null
}

export interface OomVerdict extends Pick<OomAssessment, 'kind' | 'restart'> {
  readonly oom: NonNullable<Diagnosis['oom']>
  readonly probe: boolean
  readonly remedies: readonly Remedy[]
  /** "task 1 …": the rest of the sentence. */
  readonly phrase: string
  readonly evidence: readonly string[]
}

export function assessOutOfMemory(signs: OutOfMemorySigns, situation: OomSituation): OomAssessment {
  const bogus = findBogusAllocation(signs, situation.connector)
  return bogus === null
    ? { kind: 'out-of-memory', ...causeOf(signs, situation) }
    : { kind: 'bogus-allocation', cause: bogus, restart: 'useless', ...BY_TRACE }
}

/**
 * How much is said of it: `brief` where another connector is the case to solve; `simulated` with what would help by how
 * much, which takes a while in a large cluster.
 */
export type OomDetail = 'brief' | 'modelled' | 'simulated'

export function explainOutOfMemory(
  signs: OutOfMemorySigns,
  assessment: OomAssessment,
  situation: OomSituation,
  detail: OomDetail,
): OomVerdict {
  const { variant } = signs
  const { kind, cause, restart, attribution, nothing } = assessment
  const isBogus = kind === 'bogus-allocation'
  const remedies = remediesFor(cause, variant, attribution, situation, detail)
  return {
    kind,
    oom: { variant, cause, ...(attribution === null ? {} : attributedBytes(attribution)) },
    restart,
    // Unless the load certainly does not fit, one try does no harm and may pass a peak.
    probe: restart === 'useless' && !isBogus && MAY_BE_A_PEAK.has(variant) && !isCertain(attribution),
    remedies,
    phrase: isBogus
      ? KIND_FACTS['bogus-allocation'].phrase
      : `${outOfMemoryPhrase(variant, cause, attribution?.share ?? null)}${attributionPhrase(attribution)}`,
    evidence: [
      ...evidenceOf(signs, isBogus),
      ...(attribution === null || detail === 'brief'
        ? []
        : explainAttribution(attribution, situation.heap().cluster, situation.connector.name, remedies)),
      ...(nothing === null ? [] : explainUnexplained(nothing)),
    ],
  }
}

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
  detail: OomDetail,
): readonly Remedy[] {
  const general = outOfMemoryRemedies(cause, variant)
  if (attribution === null || detail !== 'simulated') return general
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

/** Why the size asked for is no size of data; null if it may be one. */
export function findBogusAllocation(
  signs: OutOfMemorySigns,
  connector: ConnectorSnapshot,
): 'tls-mismatch' | 'config-typo' | null {
  const { variant, protocol, inReceive, inHeartbeat, inPoll, inFirstContact } = signs
  if (protocol !== null) return 'tls-mismatch'
  if (variant === 'array-limit' && partSize(connector) >= ABSURD_PART_SIZE) return 'config-typo'
  if (variant !== 'heap' || !inReceive) return null
  // A running consumer dies there too when something else has taken the heap (measured with an S3 sink). A TLS
  // mismatch fails at the first contact instead, or in a client that has no large answers to expect.
  if (inHeartbeat) return null
  return !inPoll || inFirstContact ? 'tls-mismatch' : null
}

const ABSURD_PART_SIZE = 2 ** 30

function partSize({ config }: ConnectorSnapshot): number {
  return Number(config?.['s3.part.size'] ?? config?.['gcs.part.size'] ?? 0)
}

type Cause = Omit<OomAssessment, 'kind'>

const BY_TRACE = { attribution: null, nothing: null } as const

function causeOf(signs: OutOfMemorySigns, situation: OomSituation): Cause {
  switch (signs.variant) {
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
      return heapCause(signs, situation)
  }
}

/** The budget comes first, then the frames: they only name the last one to ask. */
function heapCause(signs: OutOfMemorySigns, { connector: { name }, failedOn, heap }: OomSituation): Cause {
  const { loads, cluster } = heap()
  const nothing = findUnexplained(loads, cluster, name, failedOn)
  const attribution = nothing === null ? attributeHeap(loads, name, failedOn) : null
  if (attribution !== null) return { cause: attribution.cause, restart: 'useless', attribution, nothing }
  if (signs.cause !== null) return { cause: signs.cause, restart: 'useless', attribution, nothing }
  // What grew with time is gone after a restart, for a while.
  if (nothing !== null)
    return { cause: nothing.unknown.length === 0 ? 'leak' : 'unknown', restart: 'once', attribution, nothing }
  // The heartbeat thread dies of a passing peak and takes the task with it at its next poll.
  if (signs.inHeartbeat) return { cause: 'fetch-buffers', restart: 'once', ...BY_TRACE }
  return { cause: signs.inReceive ? 'fetch-buffers' : 'unknown', restart: 'useless', ...BY_TRACE }
}

function evidenceOf(
  { variant, protocol, isFrameless, inReceive }: OutOfMemorySigns,
  isBogus: boolean,
): readonly string[] {
  return [
    ...(protocol === null ? [] : [`The size asked for is the beginning of ${protocol}, read as a length.`]),
    ...(isBogus && protocol === null && variant === 'heap'
      ? [
          'It failed at the first answer of a broker, not in a fetch: that is how a plaintext client meets a TLS port.',
        ]
      : []),
    ...(isFrameless
      ? [
          'The OutOfMemoryError has no stack frames: this JVM has run out of memory before, and leaves them out by now. The first trace tells more.',
        ]
      : []),
    ...(!isBogus && inReceive
      ? [
          'It died while receiving a fetch: the last one to ask for memory, not necessarily the one that took it.',
        ]
      : []),
  ]
}
