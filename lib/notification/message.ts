import type { Incident, Transition } from '../domain/incident.ts'

/** All that a message to people is rendered from. */
export interface Message {
  readonly incident: Incident
  readonly transition: Transition
  /** The connector is in a dry run: nothing was done. */
  readonly dryRun: boolean
  /** An earlier publish was cut short, so that people may have been told this already. */
  readonly perhapsRepeated: boolean
  /** Base URL of the cluster's REST API, without credentials, for the commands in the text. */
  readonly connectUrl: string
}
