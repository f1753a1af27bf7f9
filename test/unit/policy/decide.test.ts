import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { DEFAULT_GOVERNOR, DEFAULT_POLICY } from '../../../lib/config/defaults.ts'
import type { Attempt, Incident } from '../../../lib/domain/incident.ts'
import { decideConnectors } from '../../../lib/policy/decide.ts'
import type { PolicyInput } from '../../../lib/policy/input.ts'
import { HOUR, MINUTE } from '../../support/clinic.ts'
import { diagnosisOf, incidentOf } from '../../support/incidents.ts'

function facts(given: Partial<PolicyInput>): PolicyInput {
  return {
    now: 0,
    incidents: [],
    rebalancing: false,
    governor: DEFAULT_GOVERNOR,
    policyOf: () => DEFAULT_POLICY,
    isAddressable: () => true,
    ...given,
  }
}

function restarted(...times: readonly number[]): readonly Attempt[] {
  return times.map((at) => ({ at, incidentOpenedAt: 0, kind: 'network', result: 'accepted', detail: '' }))
}

const verdict = (incident: Incident, given: Partial<PolicyInput> = {}) =>
  decideConnectors(facts({ incidents: [incident], ...given }))[0]

describe('what is done about a failed connector', () => {
  it('is a restart at once where a restart helps', () => {
    expect(verdict(incidentOf())).toMatchObject({ do: 'restart', connector: 'sink' })
  })

  it('is to wait while what failed needs to settle', () => {
    const throttled = incidentOf({
      diagnosis: diagnosisOf({ kind: 'throttled', minRestartDelayMs: 10 * MINUTE }),
    })
    expect(verdict(throttled, { now: 9 * MINUTE })).toMatchObject({ do: 'wait' })
    expect(verdict(throttled, { now: 10 * MINUTE })).toMatchObject({ do: 'restart' })
  })

  it('is to call a person, and nothing else, where a restart is useless', () => {
    const useless = diagnosisOf({ kind: 'bad-record', restart: 'useless' })
    expect(verdict(incidentOf({ diagnosis: useless }))).toMatchObject({ do: 'escalate' })
  })

  it.each(['not-placed', 'stalled'] as const)(
    'is to call a person where a restart of failed tasks does not touch it: %s',
    (kind) => {
      expect(verdict(incidentOf({ diagnosis: diagnosisOf({ kind, restart: 'once' }) }))).toMatchObject({
        do: 'escalate',
      })
    },
  )

  it('is to call a person where no path reaches the connector', () => {
    expect(verdict(incidentOf({ connector: 'a/b' }), { isAddressable: () => false })).toMatchObject({
      do: 'escalate',
    })
  })

  it.each([
    ['once', 'connector-bug', 1],
    ['once', 'unknown', 2],
    ['helps', 'network', 6],
  ] as const)(
    'a restart that %s (%s) is tried %i times before a person is called',
    (restart, kind, tries) => {
      const diagnosis = diagnosisOf({ restart, kind })
      const attempts = (count: number) =>
        restarted(...Array.from({ length: count }, (_, index) => index)).map((each) => ({ ...each, kind }))
      expect(verdict(incidentOf({ diagnosis, attempts: attempts(tries - 1) }), { now: HOUR })).toMatchObject({
        do: 'restart',
      })
      expect(verdict(incidentOf({ diagnosis, attempts: attempts(tries) }), { now: 2 * HOUR })).toMatchObject({
        do: 'escalate',
      })
    },
  )

  it('is to call a person after a restart was refused twice, and to say why', () => {
    const refused = restarted(0, 1).map((each) => ({
      ...each,
      result: 'refused' as const,
      detail: 'Kafka Connect refused it: 403.',
    }))
    expect(verdict(incidentOf({ attempts: refused.slice(0, 1) }), { now: HOUR })).toMatchObject({
      do: 'restart',
    })
    expect(verdict(incidentOf({ attempts: refused }), { now: HOUR })).toMatchObject({
      do: 'escalate',
      action: expect.stringContaining('403'),
    })
  })

  it('does not count a restart that was certainly not done', () => {
    const attempts = restarted(0).map((attempt) => ({ ...attempt, result: 'not-now' as const }))
    expect(verdict(incidentOf({ diagnosis: diagnosisOf({ restart: 'once' }), attempts }))).toMatchObject({
      do: 'restart',
    })
  })

  it('is to call a person when the day’s restarts are used up, over all incidents', () => {
    const earlier = restarted(...Array.from({ length: 24 }, (_, hour) => hour * 30 * MINUTE)).map((each) => ({
      ...each,
      incidentOpenedAt: -1,
    }))
    expect(verdict(incidentOf({ attempts: earlier }), { now: 13 * HOUR })).toMatchObject({ do: 'escalate' })
    expect(verdict(incidentOf({ attempts: earlier }), { now: 25 * HOUR })).toMatchObject({ do: 'restart' })
  })

  it('is nothing while it is paused, and a look at its offsets once it has run for long enough', () => {
    expect(verdict(incidentOf({ health: { is: 'other', since: 0, what: 'PAUSED' } }))).toMatchObject({
      do: 'leave',
    })
    const running = incidentOf({ health: { is: 'running', since: 0 } })
    expect(verdict(running, { now: 10 * MINUTE - 1 })).toBeUndefined()
    expect(verdict(running, { now: 10 * MINUTE })).toMatchObject({ do: 'verify' })
  })
})

describe('the governor', () => {
  const many = Array.from({ length: 40 }, (_, index) =>
    incidentOf({
      connector: `sink-${index}`,
      diagnosis: diagnosisOf({ connector: `sink-${index}` }),
      health: { is: 'failed', since: index },
    }),
  )
  const unlike = many.map((incident, index) => ({
    ...incident,
    diagnosis: { ...incident.diagnosis, fingerprint: `${index}` },
  }))

  it('restarts nothing while the cluster rebalances', () => {
    const decisions = decideConnectors(facts({ incidents: many, rebalancing: true }))
    expect(new Set(decisions.map((decision) => decision.do))).toEqual(new Set(['wait']))
  })

  it('restarts no more than it may in one scan, those that failed first', () => {
    const decisions = decideConnectors(facts({ incidents: unlike.toReversed(), now: MINUTE }))
    const restarts = decisions.filter((decision) => decision.do === 'restart')
    expect(restarts.map(({ connector }) => connector)).toEqual([
      'sink-0',
      'sink-1',
      'sink-2',
      'sink-3',
      'sink-4',
    ])
    expect(decisions).toHaveLength(40)
  })

  it('sends one canary where three or more fail alike, and all at once where two do', () => {
    const restarts = (count: number) =>
      decideConnectors(facts({ incidents: many.slice(0, count), now: MINUTE })).filter(
        (decision) => decision.do === 'restart',
      )
    expect(restarts(2)).toHaveLength(2)
    expect(restarts(3).map(({ connector }) => connector)).toEqual(['sink-0'])
  })

  it('waits for the canary, and lets the others follow when it has run for two minutes', () => {
    const [first, ...others] = many
    if (first === undefined) throw new Error('no incident')
    const canary = { ...first, attempts: restarted(0), health: { is: 'running', since: 0 } } as const
    const restarts = (now: number) =>
      decideConnectors(facts({ incidents: [canary, ...others], now })).filter(
        (decision) => decision.do === 'restart',
      )
    expect(restarts(MINUTE)).toHaveLength(0)
    expect(restarts(2 * MINUTE)).toHaveLength(5)
  })

  it('never restarts in a dry run, whatever happens', () => {
    const governor = { ...DEFAULT_GOVERNOR, dryRun: true }
    const decisions = decideConnectors(
      facts({
        incidents: [...many, ...unlike.map((each) => ({ ...each, connector: `${each.connector}b` }))],
        governor,
      }),
    )
    expect(decisions.some((decision) => decision.do === 'restart')).toBe(false)
    expect(decisions.some((decision) => decision.do === 'propose')).toBe(true)
  })
})

describe('whatever the facts are', () => {
  const attempt = fc.record({
    at: fc.integer({ min: -48 * HOUR, max: 0 }),
    incidentOpenedAt: fc.constantFrom(-HOUR, -30 * HOUR),
    kind: fc.constantFrom('network', 'out-of-memory', 'unknown'),
    result: fc.constantFrom('claimed', 'accepted', 'refused', 'not-now', 'unknown'),
    detail: fc.constant(''),
  }) satisfies fc.Arbitrary<Attempt>
  const incident = fc
    .record({
      attempts: fc.array(attempt, { maxLength: 40 }).map((all) => all.toSorted((a, b) => a.at - b.at)),
      restart: fc.constantFrom('helps', 'once', 'useless'),
      probe: fc.boolean(),
      kind: fc.constantFrom('network', 'out-of-memory', 'unknown', 'not-placed'),
      fingerprint: fc.constantFrom('a', 'b'),
      phase: fc.constantFrom('open', 'acting', 'escalated', 'recovered'),
      since: fc.integer({ min: -HOUR, max: 0 }),
      is: fc.constantFrom('failed', 'running'),
      timeToFailMs: fc.option(fc.integer({ min: 0, max: 10 * HOUR })),
    })
    .map(
      ({ since, is, restart, probe, kind, fingerprint, ...rest }): Incident =>
        incidentOf({
          ...rest,
          openedAt: -HOUR,
          health: is === 'failed' ? { is, since } : { is: 'running', since },
          diagnosis: diagnosisOf({ restart, probe, kind, fingerprint }),
        }),
    )
  const incidents = fc
    .array(incident, { maxLength: 20 })
    .map((all) => all.map((each, index) => ({ ...each, connector: `sink-${index}` })))

  it('there is at most one decision for each connector, no more restarts than allowed, and none beyond the budgets', () => {
    fc.assert(
      fc.property(incidents, fc.boolean(), (all, rebalancing) => {
        const decisions = decideConnectors(facts({ incidents: all, rebalancing }))
        expect(new Set(decisions.map(({ connector }) => connector)).size).toBe(decisions.length)
        const restarts = decisions.filter((decision) => decision.do === 'restart')
        expect(restarts.length).toBeLessThanOrEqual(rebalancing ? 0 : DEFAULT_GOVERNOR.restartsPerScan)
        for (const { connector } of restarts) {
          const chosen = all.find((each) => each.connector === connector)
          if (chosen === undefined) throw new Error('a decision about nothing')
          expect(chosen.health.is).toBe('failed')
          expect(chosen.phase).not.toBe('recovered')
          const day = chosen.attempts.filter(({ at, result }) => at > -24 * HOUR && result !== 'not-now')
          expect(day.length).toBeLessThan(DEFAULT_POLICY.restartsPerDay)
          expect(chosen.diagnosis.restart === 'useless' && !chosen.diagnosis.probe).toBe(false)
        }
      }),
    )
  })
})
