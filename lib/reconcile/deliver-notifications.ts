import type { Outbox, Transition } from '../domain/incident.ts'
import type { Policy } from '../domain/policy.ts'
import { claimSending, dueTransitions, keepLatest, markNotSent, markSent } from '../incident/outbox.ts'
import type { Stored } from '../incident/store.ts'
import type { Message } from '../notification/message.ts'
import { PublishError } from '../notification/sns.ts'
import type { Ports } from './ports.ts'

export interface Delivered<I> {
  /** The incident as it is stored. */
  readonly stored: Stored<I>
  /** Why some of it could not be sent. */
  readonly failures: readonly PublishError[]
}

/** What deliverNotifications needs to know of the incident. */
export interface Notifying<I> {
  readonly policy: Policy
  readonly save: (incident: Stored<I>) => Promise<Stored<I>>
  readonly toMessage: (incident: I, transition: Transition) => Message
}

/**
 * Tells people what they have not been told about an incident, each transition once. The sending is claimed in the
 * store first, so that two invocations never tell the same; what was certainly not sent is tried with the next scan.
 * @throws ConflictError if another invocation is telling
 */
export async function deliverNotifications<I extends Outbox>(
  stored: Stored<I>,
  { policy, save, toMessage }: Notifying<I>,
  ports: Pick<Ports, 'publish' | 'now' | 'signal'>,
): Promise<Delivered<I>> {
  const startedAt = ports.now()
  if (dueTransitions(stored.value, startedAt).length === 0) return { stored, failures: [] }
  if (isMuted(policy, startedAt)) {
    const latest = keepLatest(stored.value)
    return {
      stored: latest === stored.value ? stored : await save({ ...stored, value: latest }),
      failures: [],
    }
  }
  const claimed = await save({ ...stored, value: claimSending(stored.value, startedAt) })
  const failures: PublishError[] = []
  let incident = claimed.value
  for (const transition of claimed.value.outbox.filter(({ sendingSince }) => sendingSince === startedAt)) {
    const failure = await publishMessage(toMessage(incident, transition), policy, ports)
    if (failure === null) incident = markSent(incident, transition.number)
    else failures.push(failure)
    if (failure?.outcome === 'not-sent') incident = markNotSent(incident, transition.number)
  }
  return { stored: await save({ value: incident, version: claimed.version }), failures }
}

export function isMuted({ muteUntil }: Policy, now: number): boolean {
  return muteUntil !== null && now < muteUntil
}

/** @returns why it was not, or perhaps not, published; null: it was */
export async function publishMessage(
  message: Message,
  { topicArn }: Policy,
  { publish, now, signal }: Pick<Ports, 'publish' | 'now' | 'signal'>,
): Promise<PublishError | null> {
  try {
    await publish(message, { topicArn, now: now(), signal })
    return null
  } catch (error) {
    if (error instanceof PublishError) return error
    throw error
  }
}
