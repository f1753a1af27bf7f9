/** How long things take, in milliseconds. */
export interface Delays {
  /** Between two reads of a task. */
  readonly pollMs: number
  /** offset.flush.interval.ms; 60,000 in Kafka Connect. */
  readonly commitIntervalMs: number
  /** A rebalance of the workers: requests that change something are refused meanwhile. */
  readonly rebalanceMs: number
  /** From the start of a connector to its task configs; also from a task's restart to RUNNING. */
  readonly startMs: number
  /** From a stop to tasks `[]`. */
  readonly stopMs: number
  /** A rebalance of a consumer group. */
  readonly groupRebalanceMs: number
  /** Until a dead worker, and a dead consumer, is missed; 10,000 and 45,000 in Kafka. */
  readonly sessionTimeoutMs: number
  /** scheduled.rebalance.max.delay.ms: how much longer the work of a dead worker waits for it; 300,000 in Kafka Connect. */
  readonly rebalanceDelayMs: number
}

export const DELAYS: Delays = {
  pollMs: 100,
  commitIntervalMs: 1000,
  rebalanceMs: 300,
  startMs: 200,
  stopMs: 300,
  groupRebalanceMs: 300,
  sessionTimeoutMs: 1000,
  rebalanceDelayMs: 3000,
}
