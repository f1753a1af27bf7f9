/** What the operator allows for one connector; from clusters.yml, first matching rule wins. Durations in milliseconds. */
export interface Policy {
  /** auto: restart. propose: tell what would be done. off: only tell that it failed. */
  readonly restart: 'auto' | 'propose' | 'off'
  /** Restarts of one incident before people are called. */
  readonly restartsPerIncident: number
  /** Restarts in any 24 hours, over all incidents of the connector. */
  readonly restartsPerDay: number
  /** Wait between the first and the second restart; doubles from there. The first restart is at once. */
  readonly backoffMs: number
  /** Longest wait between two restarts. */
  readonly maxBackoffMs: number
  /** A connector has recovered only if it ran longer than this (and than twice the time that it last took to fail). */
  readonly provenAfterMs: number
  /** Whether people are told that it may run out of memory while it still runs. */
  readonly warn: boolean
  /** No messages before this time (milliseconds since the epoch); null: not muted. */
  readonly muteUntil: number | null
  /** ARN of the SNS topic for messages; null: the service's own. */
  readonly topicArn: string | null
}

/** What the operator allows for a cluster as a whole. */
export interface Governor {
  /** Decide and tell, and do nothing. */
  readonly dryRun: boolean
  /** Connectors restarted in one scan, at most. */
  readonly restartsPerScan: number
  /** With so many connectors failing alike, one is restarted first as a canary. */
  readonly canaryFrom: number
  /** How long UNASSIGNED, or a connector without tasks, is left to the rebalance; scheduled.rebalance.max.delay.ms plus a minute. */
  readonly rebalanceDelayMs: number
}
