import type { Governor, Policy } from '../domain/policy.ts'

/** What holds for a connector where clusters.yml doesn't say otherwise. */
export const DEFAULT_POLICY: Policy = {
  restart: 'auto',
  restartsPerIncident: 6,
  restartsPerDay: 24,
  backoffMs: 2 * 60_000,
  maxBackoffMs: 60 * 60_000,
  provenAfterMs: 10 * 60_000,
  warn: false,
  muteUntil: null,
  topicArn: null,
}

/** What holds for a cluster where clusters.yml doesn't say otherwise. */
export const DEFAULT_GOVERNOR: Governor = {
  dryRun: false,
  restartsPerScan: 5,
  canaryFrom: 3,
  // scheduled.rebalance.max.delay.ms of a worker is 5 minutes unless it was set.
  rebalanceDelayMs: 6 * 60_000,
}
