import type { CloudWatchClient } from '@aws-sdk/client-cloudwatch'

/** By what evidence is read. */
export interface SourceAccess {
  /** Of the service's own account and region: needs cloudwatch:GetMetricData. */
  readonly cloudWatch: Pick<CloudWatchClient, 'send'>
  /** Certificates to trust where an agent speaks TLS, as PEM text; null: those of Node.js. */
  readonly ca: string | null
}

/** What could be read, and what could not, in words: evidence that can't be had is no reason to fail. */
export interface Readings<T> {
  readonly values: ReadonlyMap<string, T>
  readonly problems: readonly string[]
}

/** For one source with all its workers, however many they are: a diagnosis waits for it. */
export const SOURCE_TIMEOUT_MS = 5_000
