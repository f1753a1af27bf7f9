import type { Incident } from '../domain/incident.ts'
import type { Governor, Policy } from '../domain/policy.ts'

/** All that a decision depends on. */
export interface PolicyInput {
  /** Milliseconds since the epoch. */
  readonly now: number
  /** Those of one cluster, as they are after the present scan; recovered ones need no decision. */
  readonly incidents: readonly Incident[]
  /** Whether the cluster is handing work round: then nothing is added to it. */
  readonly rebalancing: boolean
  readonly governor: Governor
  readonly policyOf: (connector: string) => Policy
  /** Whether the REST API can address the connector: a name with a slash can be listed, but not restarted. */
  readonly isAddressable: (connector: string) => boolean
}
