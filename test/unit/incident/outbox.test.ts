import { describe, expect, it } from 'vitest'
import type { Transition } from '../../../lib/domain/incident.ts'
import {
  claimSending,
  dueTransitions,
  keepLatest,
  markNotSent,
  markSent,
} from '../../../lib/incident/outbox.ts'
import { incidentOf } from '../../support/incidents.ts'

const MINUTE = 60_000

function waiting(number: number, event: Transition['event'] = 'acted'): Transition {
  return { number, at: 0, event, action: '', next: '', sendingSince: null, perhapsSent: false }
}

const incident = incidentOf({ outbox: [waiting(1, 'opened'), waiting(2)] })

describe('the outbox', () => {
  it('gives what nobody is sending, oldest first', () => {
    expect(dueTransitions(incident, 0).map(({ number }) => number)).toEqual([1, 2])
    expect(dueTransitions(claimSending(incident, 0), MINUTE)).toEqual([])
  })

  it('gives a message again when whoever was sending it must be dead', () => {
    const claimed = claimSending(incident, 0)
    expect(dueTransitions(claimed, 15 * MINUTE)).toEqual([])
    expect(dueTransitions(claimed, 16 * MINUTE).map(({ sendingSince }) => sendingSince)).toEqual([0, 0])
  })

  it('remembers that a message was perhaps sent, also when a later try certainly failed', () => {
    const late = claimSending(claimSending(incident, 0), 16 * MINUTE)
    expect(late.outbox.map(({ perhapsSent }) => perhapsSent)).toEqual([true, true])
    expect(markNotSent(late, 1).outbox[0]).toMatchObject({ sendingSince: null, perhapsSent: true })
    expect(claimSending(incident, 0).outbox[0]).toMatchObject({ perhapsSent: false })
  })

  it('forgets what was sent, and keeps what was certainly not for the next scan', () => {
    const claimed = claimSending(incident, 0)
    expect(dueTransitions(markNotSent(markSent(claimed, 1), 2), 1).map(({ number }) => number)).toEqual([2])
  })

  it('keeps only the latest while a connector is muted, and nothing once it has recovered', () => {
    expect(keepLatest(incident).outbox.map(({ number }) => number)).toEqual([2])
    expect(keepLatest(incidentOf({ outbox: [waiting(1), waiting(2, 'recovered')] })).outbox).toEqual([])
    const quiet = incidentOf()
    expect(keepLatest(quiet)).toBe(quiet)
  })
})
