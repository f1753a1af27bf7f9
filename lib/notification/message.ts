import type { ClusterIncident } from '../domain/cluster-incident.ts'
import type { Incident, Transition } from '../domain/incident.ts'
import type { Risk } from '../domain/risk.ts'
import type { Kind } from '../domain/vocabulary.ts'

/** All that people are told from, about one thing each. */
export type Message = IncidentMessage | GroupMessage | RiskMessage | ClusterMessage

/** How it is told, whatever it is about. */
export interface Delivery {
  /** The cluster is in a dry run: nothing was done. */
  readonly dryRun: boolean
  /** An earlier publish was cut short, so that people may have been told this already. */
  readonly perhapsRepeated: boolean
  /** Base URL of the cluster's REST API, without credentials, for the commands in the text. */
  readonly connectUrl: string
}

/** A connector's trouble has come a step further. */
export interface IncidentMessage extends Delivery {
  readonly about: 'incident'
  readonly incident: Incident
  readonly transition: Transition
}

/** Several connectors of one cluster failed of one cause, and are told of as one. */
export interface GroupMessage extends Delivery {
  readonly about: 'group'
  readonly cluster: string
  /** The gravest first, which stands for all; at least one. */
  readonly incidents: readonly [Incident, ...Incident[]]
  /** What all of them have come to. */
  readonly transition: Transition
}

/** A connector runs, and may run out of heap. */
export interface RiskMessage extends Delivery {
  readonly about: 'risk'
  readonly cluster: string
  readonly risk: Risk
  /** Milliseconds since the epoch. */
  readonly at: number
}

/** A cluster can't be read, or can be again. */
export interface ClusterMessage extends Delivery {
  readonly about: 'cluster'
  readonly incident: ClusterIncident
  readonly transition: Transition
}

/** What has happened, as people and programs are told it. */
export type MessageEvent = Transition['event'] | 'warned'

export function eventOf(message: Message): MessageEvent {
  return message.about === 'risk' ? 'warned' : message.transition.event
}

export function clusterOf(message: Message): string {
  return message.about === 'incident' || message.about === 'cluster'
    ? message.incident.cluster
    : message.cluster
}

/** Null: it is not about one connector. */
export function connectorOf(message: Message): string | null {
  switch (message.about) {
    case 'incident':
      return message.incident.connector
    case 'risk':
      return message.risk.connector
    case 'group':
    case 'cluster':
      return null
  }
}

export function kindOf(message: Message): Kind {
  switch (message.about) {
    case 'incident':
      return message.incident.diagnosis.kind
    case 'group':
      return message.incidents[0].diagnosis.kind
    case 'risk':
      return 'out-of-memory'
    case 'cluster':
      return message.incident.problem.kind
  }
}

/** A second message with the same id says the same. */
export function messageId(message: Message): string {
  const subject = `${clusterOf(message)}/${connectorOf(message) ?? ''}`
  switch (message.about) {
    case 'risk':
      return `${subject}/${message.at}/risk`
    case 'group': {
      const [first] = message.incidents
      return `${subject}/${first.openedAt}/${first.connector}/${message.transition.number}`
    }
    case 'incident':
    case 'cluster':
      return `${subject}/${message.incident.openedAt}/${message.transition.number}`
  }
}
