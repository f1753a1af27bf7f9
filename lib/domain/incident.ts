import type { Diagnosis } from './diagnosis.ts'
import type { OffsetPoint } from './offsets.ts'
import type { Kind } from './vocabulary.ts'

/**
 * One connector's trouble from the first failure to the proven recovery. It outlives invocations: one item in
 * the store per connector, which a later failure reopens until the item expires. Times in milliseconds since the epoch.
 */
export interface Incident extends Outbox {
  readonly cluster: string
  readonly connector: string
  readonly phase: Phase
  readonly openedAt: number
  /** When it recovered; null until then. */
  readonly closedAt: number | null
  /** It had recovered less than a day before it was opened. */
  readonly relapse: boolean
  /** The failure as it was best seen: the diagnosis of the richest trace while the fingerprint stays the same. */
  readonly diagnosis: Diagnosis
  /** What the connector did at the last look. */
  readonly health: Health
  /** How long it last ran before it failed; null while that was not seen. */
  readonly timeToFailMs: number | null
  /** Restarts, oldest first: those of this incident, and earlier ones of the last 24 hours. */
  readonly attempts: readonly Attempt[]
  /** Where the offsets stood when the latest restart was claimed, or when the failure was first seen. */
  readonly failurePoint: OffsetPoint | null
}

/**
 * open: seen, nothing done (or only proposed). acting: restarts go on. escalated: a person is needed.
 * recovered: proven; kept for a while, so that a relapse is a reopening and the day's budget is remembered.
 */
export type Phase = 'open' | 'acting' | 'escalated' | 'recovered'

export type Health =
  | { readonly is: 'failed'; readonly since: number }
  | { readonly is: 'running'; readonly since: number }
  /** Neither failed nor all running: paused, stopped, restarting, unassigned. */
  | { readonly is: 'other'; readonly since: number; readonly what: string }

/** A restart. It is claimed in the store before it is asked for: a claim without a result is an unknown outcome. */
export interface Attempt {
  readonly at: number
  readonly incidentOpenedAt: number
  /** The kind of failure that it was to cure. */
  readonly kind: Kind
  /**
   * accepted: Kafka Connect took it on. refused: it said no (a request that is counted). not-now: certainly not done,
   * because of a rebalance or because no worker was reached; not counted. unknown: looked up at the next scan, and counted.
   */
  readonly result: 'claimed' | 'accepted' | 'refused' | 'not-now' | 'unknown'
  /** In words, for people; empty if there is nothing to say. */
  readonly detail: string
}

/** What people are told of an incident, each transition once. */
export interface Outbox {
  /** Transitions that people have not been told of, oldest first. */
  readonly outbox: readonly Transition[]
  /** Transitions so far; the last one's number. With what it is about and `openedAt` it identifies a message. */
  readonly transitions: number
}

/** Something that people are told, once. */
export interface Transition {
  readonly number: number
  readonly at: number
  readonly event: 'opened' | 'reopened' | 'acted' | 'proposed' | 'escalated' | 'recovered'
  /** What was done, or why nothing is: one or two sentences. */
  readonly action: string
  /** What comes next: one sentence. */
  readonly next: string
  /** Since when somebody is publishing it; null: nobody. A claim that is long past was cut short. */
  readonly sendingSince: number | null
  /** An earlier publish was cut short: people may have it already. */
  readonly perhapsSent: boolean
}

/** The restarts of this incident, without those of an earlier one. */
export function attemptsOfIncident(incident: Incident): readonly Attempt[] {
  return incident.attempts.filter((attempt) => attempt.incidentOpenedAt === incident.openedAt)
}

/** Whether a restart counts towards budgets and back-off: all do but those that were certainly not done. */
export function countsAgainstBudget(attempt: Attempt): boolean {
  return attempt.result !== 'not-now'
}
