import type { Remedy } from './diagnosis.ts'
import type { Kind, OomCause, OomVariant, RestartAdvice } from './vocabulary.ts'

/**
 * What a stack trace shows, without its text: enough to diagnose a failure from, to keep with an incident, and to tell
 * at the next scan whether it is still the same failure. Plain JSON, without secrets.
 */
export interface TraceFindings {
  readonly classification: Classification
  /** Null: memory did not run out. */
  readonly outOfMemory: OutOfMemorySigns | null
  /** Equal for equal faults; empty without a trace. */
  readonly fingerprint: string
  /** Class and message of the deepest cause on one line, masked and at most 300 characters; empty without a trace. */
  readonly rootCause: string
  /** "class.method" of the frame of the connector, or of a library, that is nearest to the fault; empty: there is none. */
  readonly location: string
  readonly richness: TraceRichness
}

/** What a rule says of a fault. */
export interface Classification {
  /** Id of the rule that recognised it; null: none did. */
  readonly rule: string | null
  readonly kind: Kind
  readonly restart: RestartAdvice
  /** Shortest sensible time before a restart, in milliseconds. */
  readonly minRestartDelayMs: number
  /** Best first. */
  readonly remedies: readonly Remedy[]
}

/** How much a trace shows. A JVM stops filling in frames after its first OutOfMemoryErrors. */
export interface TraceRichness {
  /** Frames of the deepest cause. */
  readonly deepestFrames: number
  readonly throwables: number
  /** Of all throwables. */
  readonly frames: number
}

/** What the trace of an OutOfMemoryError shows of where it was thrown: the last one to ask, not the one who took it. */
export interface OutOfMemorySigns {
  readonly variant: OomVariant
  /** The size that was asked for is the beginning of this protocol, read as a length. */
  readonly protocol: 'TLS' | 'HTTP' | null
  /** The error itself was thrown without frames. */
  readonly isFrameless: boolean
  /** Who holds the memory, where the frames show it. */
  readonly cause: OomCause | null
  /** While the answer of a broker was received. */
  readonly inReceive: boolean
  readonly inHeartbeat: boolean
  /** In the poll of a task that had started. */
  readonly inPoll: boolean
  /** At the first contact with a broker. */
  readonly inFirstContact: boolean
}
