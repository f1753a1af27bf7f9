import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { attemptsOfIncident, type Incident } from '../../../lib/domain/incident.ts'
import type { ObservedHealth } from '../../../lib/domain/observed-health.ts'
import {
  announceIncident,
  applyObservation,
  claimRestart,
  closeIncident,
  escalateIncident,
  recordRestart,
} from '../../../lib/incident/transitions.ts'
import { diagnosisOf, incidentOf } from '../../support/incidents.ts'

const WORDS = { action: 'Something was done.', next: 'Something comes next.' }
const POINT = { type: 'sink', committed: 100, partitions: 1 } as const
const FAILED: ObservedHealth = { is: 'failed', diagnosis: diagnosisOf() }
const RUNNING: ObservedHealth = { is: 'running' }
const HOUR = 3_600_000

function seen(incident: Incident | undefined, sighting: ObservedHealth, now: number): Incident {
  const next = applyObservation('test', 'sink', incident, sighting, now)
  if (next === undefined) throw new Error('no incident')
  return next
}

describe('an incident', () => {
  it('opens with the first failure, and not before', () => {
    expect(applyObservation('test', 'sink', undefined, RUNNING, 1)).toBeUndefined()
    expect(seen(undefined, FAILED, 7)).toMatchObject({
      phase: 'open',
      openedAt: 7,
      relapse: false,
      transitions: 0,
    })
  })

  it('remembers since when the connector has been failed or running', () => {
    const opened = seen(undefined, FAILED, 10)
    expect(seen(opened, FAILED, 20).health).toEqual({ is: 'failed', since: 10 })
    const running = seen(opened, RUNNING, 30)
    expect(seen(running, RUNNING, 40).health).toEqual({ is: 'running', since: 30 })
  })

  it('keeps what was worked out about memory while the failure lasts, and looks again when it comes back', () => {
    const oom = { variant: 'heap', cause: 'open-writers' } as const
    const explained = diagnosisOf({ kind: 'out-of-memory', oom, summary: 'in bytes' })
    const bare = {
      is: 'failed',
      diagnosis: diagnosisOf({ kind: 'out-of-memory', oom, tasks: [0, 1] }),
    } as const
    const opened = seen(undefined, { is: 'failed', diagnosis: explained }, 10)
    expect(seen(opened, bare, 20).diagnosis).toMatchObject({ summary: 'in bytes', tasks: [0, 1] })
    expect(seen(seen(opened, RUNNING, 20), bare, 30).diagnosis.summary).not.toBe('in bytes')
  })

  it('takes a restart for the begin of the run that follows it, and measures how long that lasted', () => {
    const restarted = recordRestart(
      claimRestart(seen(undefined, FAILED, 0), WORDS, POINT, 5_000),
      'accepted',
      '',
    )
    const running = seen(restarted, RUNNING, 60_000)
    expect(running.health).toEqual({ is: 'running', since: 5_000 })
    expect(seen(running, FAILED, 305_000).timeToFailMs).toBe(300_000)
  })

  it('sees a failure that comes back before the next scan as a new one', () => {
    const restarted = recordRestart(
      claimRestart(seen(undefined, FAILED, 0), WORDS, POINT, 5_000),
      'accepted',
      '',
    )
    const again = seen(restarted, FAILED, 65_000)
    expect(again).toMatchObject({ health: { is: 'failed', since: 65_000 }, timeToFailMs: 60_000 })
    expect(seen(again, FAILED, 125_000)).toMatchObject({
      health: { is: 'failed', since: 65_000 },
      timeToFailMs: 60_000,
    })
  })

  it('does not take a restart whose outcome is unknown for one that failed again', () => {
    const claimed = claimRestart(seen(undefined, FAILED, 0), WORDS, POINT, 5_000)
    expect(seen(claimed, FAILED, 65_000)).toMatchObject({
      health: { is: 'failed', since: 0 },
      timeToFailMs: null,
    })
    expect(seen(claimed, RUNNING, 65_000).health).toEqual({ is: 'running', since: 5_000 })
  })

  it('does not take a restart that was certainly not done for a run', () => {
    const refused = recordRestart(
      claimRestart(seen(undefined, FAILED, 0), WORDS, POINT, 5_000),
      'not-now',
      'It rebalances.',
    )
    expect(seen(refused, FAILED, 65_000)).toMatchObject({
      health: { is: 'failed', since: 0 },
      timeToFailMs: null,
    })
  })

  it('is reopened by a failure within a day of its recovery, and new after that; the day’s attempts are kept', () => {
    const restarted = claimRestart(seen(undefined, FAILED, 0), WORDS, POINT, 1_000)
    const recovered = closeIncident(seen(restarted, RUNNING, HOUR), WORDS, 2 * HOUR)
    const relapse = seen(recovered, FAILED, 20 * HOUR)
    expect(relapse).toMatchObject({ relapse: true, phase: 'open', openedAt: 20 * HOUR })
    expect(relapse.attempts).toHaveLength(1)
    expect(attemptsOfIncident(relapse)).toHaveLength(0)
    const later = seen(recovered, FAILED, 27 * HOUR)
    expect(later).toMatchObject({ relapse: false, attempts: [] })
    expect(announceIncident(relapse, WORDS, 1).outbox[0]?.event).toBe('reopened')
    expect(announceIncident(later, WORDS, 1).outbox[0]?.event).toBe('opened')
  })

  it('tells of its opening once, however often it is announced', () => {
    const opened = announceIncident(seen(undefined, FAILED, 0), WORDS, 1)
    expect(announceIncident(opened, WORDS, 2)).toBe(opened)
    expect(
      escalateIncident(escalateIncident(opened, WORDS, 2), WORDS, 3).outbox.map(({ event }) => event),
    ).toEqual(['opened', 'escalated'])
  })

  it('says in the message about a restart what came of it, and not that it was done if it was not', () => {
    const of = (result: 'refused' | 'unknown') =>
      recordRestart(claimRestart(incidentOf(), WORDS, POINT, 1), result, 'It was cut short.')
    expect(of('refused').attempts.at(-1)).toMatchObject({ result: 'refused' })
    expect(of('refused').outbox.at(-1)?.action).toBe('It was cut short.')
    expect(of('unknown').outbox.at(-1)?.action).toBe('Something was done. It was cut short.')
  })

  it('does not tell of a further restart that was not done after all', () => {
    const told = incidentOf({ transitions: 1 })
    const refused = recordRestart(claimRestart(told, WORDS, POINT, 1), 'not-now', 'It rebalances.')
    expect(refused.outbox).toEqual([])
  })

  it('stays escalated when it is probed', () => {
    const escalated = escalateIncident(incidentOf(), WORDS, 1)
    expect(claimRestart(escalated, WORDS, POINT, 2).phase).toBe('escalated')
  })

  it('tells nobody of a recovery from trouble that nobody was told of', () => {
    expect(closeIncident(incidentOf(), WORDS, 1).outbox).toEqual([])
  })

  it('numbers its messages without gaps or repetition, whatever happens', () => {
    const steps = fc.array(
      fc.constantFrom('failed', 'running', 'other', 'restart', 'escalate', 'announce', 'recover'),
      { maxLength: 60 },
    )
    fc.assert(
      fc.property(steps, (script) => {
        let incident = seen(undefined, FAILED, 0)
        const numbers: string[] = []
        script.forEach((step, index) => {
          const now = (index + 1) * 60_000
          const before = incident
          if (step === 'failed') incident = seen(incident, FAILED, now)
          if (step === 'running') incident = seen(incident, RUNNING, now)
          if (step === 'other') incident = seen(incident, { is: 'other', what: 'PAUSED' }, now)
          if (step === 'restart') incident = claimRestart(incident, WORDS, POINT, now)
          if (step === 'escalate') incident = escalateIncident(incident, WORDS, now)
          if (step === 'announce') incident = announceIncident(incident, WORDS, now)
          if (step === 'recover') incident = closeIncident(incident, WORDS, now)
          if (incident.transitions > before.transitions)
            numbers.push(`${incident.openedAt}/${incident.outbox.at(-1)?.number}`)
          expect(incident.outbox.length).toBeLessThanOrEqual(10)
          expect(incident.attempts.length).toBeLessThanOrEqual(100)
        })
        expect(new Set(numbers).size).toBe(numbers.length)
      }),
    )
  })
})
