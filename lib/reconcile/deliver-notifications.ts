import type { Incident } from '../domain/incident.ts'
import type { Policy } from '../domain/policy.ts'
import { claimSending, dueTransitions, keepLatest, markNotSent, markSent } from '../incident/outbox.ts'
import type { IncidentStore, Stored } from '../incident/store.ts'
import { type Publish, PublishError } from '../notification/sns.ts'

export interface NotificationPorts {
  readonly store: IncidentStore
  readonly publish: Publish
  readonly now: () => number
  readonly signal: AbortSignal
  readonly dryRun: boolean
  /** Base URL of the cluster, for the commands in the text. */
  readonly connectUrl: string
}

/**
 * Tells people what they have not been told about an incident, each transition once. The sending is claimed in the
 * store first, so that two invocations never tell the same; what was certainly not sent is tried with the next scan.
 * @returns the incident as stored, and the PublishErrors of what could not be sent
 * @throws ConflictError if another invocation is telling
 */
export async function deliverNotifications(
  stored: Stored<Incident>,
  policy: Policy,
  voice: NotificationPorts,
): Promise<{ readonly stored: Stored<Incident>; readonly failures: readonly PublishError[] }> {
  const { store, publish, now, signal, dryRun, connectUrl } = voice
  const startedAt = now()
  if (dueTransitions(stored.value, startedAt).length === 0) return { stored, failures: [] }
  if (policy.muteUntil !== null && startedAt < policy.muteUntil) {
    const silent = keepLatest(stored.value)
    return {
      stored:
        silent === stored.value ? stored : await store.saveIncident({ ...stored, value: silent }, signal),
      failures: [],
    }
  }
  const claimed = await store.saveIncident(
    { ...stored, value: claimSending(stored.value, startedAt) },
    signal,
  )
  const failures: PublishError[] = []
  let incident = claimed.value
  for (const transition of claimed.value.outbox.filter(({ sendingSince }) => sendingSince === startedAt)) {
    const message = {
      incident,
      transition,
      dryRun,
      connectUrl,
      perhapsRepeated: transition.perhapsSent,
    }
    try {
      await publish(message, { topicArn: policy.topicArn, now: now(), signal })
      incident = markSent(incident, transition.number)
    } catch (error) {
      if (!(error instanceof PublishError)) throw error
      failures.push(error)
      if (error.outcome === 'not-sent') incident = markNotSent(incident, transition.number)
    }
  }
  return { stored: await store.saveIncident({ value: incident, version: claimed.version }, signal), failures }
}
