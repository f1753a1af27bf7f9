import type { Outbox, Transition } from '../domain/incident.ts'

/**
 * A publish that began so long ago was cut short: no invocation lives for longer. SNS can't be asked whether it took
 * the message, so it is sent again, and says that it may be a repetition. Milliseconds.
 */
const CUT_SHORT_MS = 15 * 60_000

/** People who could not be told for so long are told the latest, not all. */
const MAX_WAITING = 10

/** Sentences for people. */
export interface Words {
  /** What was done, or why nothing is. */
  readonly action: string
  readonly next: string
}

export function enqueueTransition<I extends Outbox>(
  incident: I,
  event: Transition['event'],
  { action, next }: Words,
  now: number,
): I {
  const number = incident.transitions + 1
  const transition: Transition = {
    number,
    at: now,
    event,
    action,
    next,
    sendingSince: null,
    perhapsSent: false,
  }
  return { ...incident, transitions: number, outbox: [...incident.outbox, transition].slice(-MAX_WAITING) }
}

/** The transitions that people should be told of now, oldest first. */
export function dueTransitions(incident: Outbox, now: number): readonly Transition[] {
  return incident.outbox.filter(
    ({ sendingSince }) => sendingSince === null || now - sendingSince > CUT_SHORT_MS,
  )
}

/** Claims the due transitions for publishing: to be stored before the first of them is published. */
export function claimSending<I extends Outbox>(incident: I, now: number): I {
  const claimed = new Set(dueTransitions(incident, now))
  return {
    ...incident,
    outbox: incident.outbox.map((transition) =>
      claimed.has(transition)
        ? {
            ...transition,
            sendingSince: now,
            perhapsSent: transition.perhapsSent || transition.sendingSince !== null,
          }
        : transition,
    ),
  }
}

export function markSent<I extends Outbox>(incident: I, number: number): I {
  return { ...incident, outbox: incident.outbox.filter((transition) => transition.number !== number) }
}

/** Certainly not published: the next scan tries again. */
export function markNotSent<I extends Outbox>(incident: I, number: number): I {
  return {
    ...incident,
    outbox: incident.outbox.map((transition) =>
      transition.number === number ? { ...transition, sendingSince: null } : transition,
    ),
  }
}

/** While a connector is muted only the latest state waits for the end of that, and nothing if it has recovered. */
export function keepLatest<I extends Outbox>(incident: I): I {
  const last = incident.outbox.at(-1)
  const outbox = last === undefined || last.event === 'recovered' ? [] : [last]
  return outbox.length === incident.outbox.length ? incident : { ...incident, outbox }
}
