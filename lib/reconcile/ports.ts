import type { ConnectClient } from '../connect/client.ts'
import type { SourceAccess } from '../evidence/source-access.ts'
import type { IncidentStore } from '../incident/store.ts'
import type { Publish } from '../notification/sns.ts'

/** All that a reconcile reaches the world by. */
export interface Ports {
  readonly connect: ConnectClient
  readonly store: IncidentStore
  readonly publish: Publish
  /** Where the heaps of workers can be read, if clusters.yml says so. */
  readonly cloudWatch: SourceAccess['cloudWatch']
  /** Milliseconds since the epoch. */
  readonly now: () => number
  /** Aborts when the invocation's time is nearly over: what is not done by then is left to the next scan. */
  readonly signal: AbortSignal
  readonly log: Log
}

export interface Log {
  info(message: string, details: Record<string, unknown>): void
  warn(message: string, details: Record<string, unknown>): void
}
