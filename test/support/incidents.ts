import { restartLimits } from '../../lib/diagnosis/kinds.ts'
import type { Diagnosis } from '../../lib/domain/diagnosis.ts'
import type { Incident } from '../../lib/domain/incident.ts'

export function diagnosisOf(given: Partial<Diagnosis> = {}): Diagnosis {
  return {
    connector: 'sink',
    scope: 'tasks',
    tasks: [0],
    workers: ['10.0.0.1:8083'],
    kind: 'network',
    restart: 'helps',
    ...restartLimits(given.kind ?? 'network', given.restart ?? 'helps'),
    probe: false,
    minRestartDelayMs: 0,
    remedies: [],
    summary: 'The other side could not be reached.',
    evidence: [],
    rootCause: 'java.net.ConnectException: Connection refused',
    fingerprint: 'java.net.ConnectException@org.example.Sink.put',
    rule: 'connection-refused-or-reset',
    findings: null,
    trace: 'java.net.ConnectException: Connection refused',
    ...given,
  }
}

export function incidentOf(given: Partial<Incident> = {}): Incident {
  return {
    cluster: 'test',
    connector: 'sink',
    phase: 'open',
    openedAt: 0,
    closedAt: null,
    relapse: false,
    diagnosis: diagnosisOf(),
    health: { is: 'failed', since: 0 },
    timeToFailMs: null,
    attempts: [],
    failurePoint: null,
    outbox: [],
    transitions: 0,
    ...given,
  }
}
