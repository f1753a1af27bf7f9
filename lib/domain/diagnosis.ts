import type { Bytes } from '../util/bytes.ts'
import type { TraceFindings } from './trace-findings.ts'
import type { Kind, OomCause, OomVariant, RemedyId, RestartAdvice, RestartReach } from './vocabulary.ts'

/** What is wrong with one connector, and whether a restart can help. Texts hold no secrets. */
export interface Diagnosis {
  readonly connector: string
  /**
   * connector: the connector instance failed, or every task failed with the same fault.
   * tasks: some tasks. worker: the same fault on every failed task of one worker, and on none elsewhere.
   */
  readonly scope: 'connector' | 'tasks' | 'worker'
  /** Ids of the failed tasks, ascending; empty if only the connector instance failed. */
  readonly tasks: readonly number[]
  /** Worker ids (host:port) on which it failed, sorted. */
  readonly workers: readonly string[]
  readonly kind: Kind
  /** Id of the rule that recognised the fault in its trace; null: none did, or there is no trace. */
  readonly rule: string | null
  readonly restart: RestartAdvice
  readonly restartReaches: RestartReach
  /** Restarts of one incident that the kind of failure is worth; null: as many as the policy allows. */
  readonly maxRestarts: number | null
  /** Whether one restart may be tried although `restart` is `useless`: the verdict isn't certain, and a try does no harm. */
  readonly probe: boolean
  /** Shortest sensible time before a restart, in milliseconds: a throttled service or a held slot needs it. */
  readonly minRestartDelayMs: number
  readonly oom?: OutOfMemory
  /** Another connector that failed on the same worker: this one died of it, and people are told of that one. */
  readonly consequenceOf?: string
  /** Best first. */
  readonly remedies: readonly Remedy[]
  /** One line for people. */
  readonly summary: string
  readonly evidence: readonly string[]
  /** The root-cause line of the trace, masked and at most 300 characters: class and message. Empty without a trace. */
  readonly rootCause: string
  /** Equal for equal faults: deepest class and first frame outside JDK and framework, without digits. */
  readonly fingerprint: string
  /** What its trace shows; null if no trace was read. */
  readonly findings: TraceFindings | null
  /** Whole and unmasked; empty if there was none. With an incident it is stored masked and cut. */
  readonly trace: string
}

export interface OutOfMemory {
  readonly variant: OomVariant
  readonly cause: OomCause
  /** How sure the cause is; absent if no budget tells. */
  readonly confidence?: 'high' | 'medium' | 'low'
  /** In bytes, estimated: at least `low`, at most `high`. */
  readonly bytes?: {
    /** Maximum heap of the worker; null: not known. */
    readonly heap: number | null
    /** All that the worker would hold. */
    readonly worker: Bytes
    /** What the failed connector would hold there. */
    readonly connector: Bytes
    /** The largest part of it all. */
    readonly largest: Bytes & {
      readonly connector: string
      readonly task: number
      readonly what: string
      readonly setting: string | null
    }
  }
}

export interface Remedy {
  readonly remedy: RemedyId
  /** What it would do here, in words. */
  readonly effect: string
}
