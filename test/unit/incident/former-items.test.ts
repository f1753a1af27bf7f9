import { describe, expect, it } from 'vitest'
import {
  type FormerIncident,
  upgradeClusterIncident,
  upgradeIncident,
} from '../../../lib/incident/former-items.ts'
import { diagnosisOf, incidentOf } from '../../support/incidents.ts'

const WAITING = {
  number: 1,
  at: 5,
  event: 'opened',
  what: 'Nothing yet.',
  next: 'Its tasks are restarted.',
  sendingSince: null,
  perhapsSent: false,
} as const

function formerIncident(): FormerIncident {
  const {
    minRestartDelayMs: _,
    findings: __,
    rule: ___,
    restartReaches: ____,
    maxRestarts: _____,
    ...diagnosis
  } = diagnosisOf()
  return { ...incidentOf(), diagnosis: { ...diagnosis, settleMs: 600_000 }, outbox: [WAITING] }
}

describe('upgradeIncident', () => {
  it('reads what version 0.1.0 stored', () => {
    const upgraded = upgradeIncident(formerIncident())
    expect(upgraded.diagnosis).toMatchObject({ minRestartDelayMs: 600_000, findings: null })
    expect(upgraded.outbox[0]).toMatchObject({ action: 'Nothing yet.', next: 'Its tasks are restarted.' })
  })

  it('leaves what is stored now as it is', () => {
    expect(upgradeIncident(incidentOf())).toEqual(incidentOf())
  })
})

describe('upgradeClusterIncident', () => {
  it('reads a cluster’s own incident, which had the shape of a connector’s', () => {
    const former = formerIncident()
    const upgraded = upgradeClusterIncident({
      ...former,
      connector: '',
      phase: 'escalated',
      diagnosis: { ...former.diagnosis, kind: 'network', rootCause: 'connect ECONNREFUSED' },
    })
    expect(upgraded).toMatchObject({
      cluster: 'test',
      phase: 'escalated',
      problem: { kind: 'network', reason: 'connect ECONNREFUSED' },
      health: { is: 'unreadable' },
      outbox: [{ action: 'Nothing yet.' }],
    })
  })
})
