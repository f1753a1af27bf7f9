import type { ClusterIncident } from '../domain/cluster-incident.ts'
import type { Diagnosis } from '../domain/diagnosis.ts'
import type { Incident, Transition } from '../domain/incident.ts'

/** An incident as version 0.1.0 stored it; that of a cluster itself had the same shape, without a connector. */
export interface FormerIncident extends Omit<Incident, 'diagnosis' | 'outbox'> {
  readonly diagnosis: Omit<
    Diagnosis,
    'minRestartDelayMs' | 'rule' | 'restartReaches' | 'maxRestarts' | 'findings'
  > & {
    readonly settleMs: number
  }
  readonly outbox: readonly FormerTransition[]
}

type FormerTransition = Omit<Transition, 'action'> & { readonly what: string }

export function upgradeIncident(stored: Incident | FormerIncident): Incident {
  if (!isFormer(stored)) return stored
  const { settleMs, ...diagnosis } = stored.diagnosis
  return {
    ...stored,
    // The next scan that sees it diagnoses it again, before anything is decided.
    diagnosis: {
      ...diagnosis,
      minRestartDelayMs: settleMs,
      rule: null,
      restartReaches: 'failed-tasks',
      maxRestarts: 1,
      findings: null,
    },
    outbox: stored.outbox.map(upgradeTransition),
  }
}

function isFormer(stored: Incident | FormerIncident): stored is FormerIncident {
  return 'settleMs' in stored.diagnosis
}

export function upgradeClusterIncident(stored: ClusterIncident | FormerIncident): ClusterIncident {
  if (!('diagnosis' in stored)) return stored
  const { cluster, phase, openedAt, closedAt, health, diagnosis, outbox, transitions } = stored
  const [remedy = { remedy: 'human' as const, effect: 'look at what answers at the URL of the cluster' }] =
    diagnosis.remedies
  return {
    cluster,
    phase: phase === 'acting' ? 'open' : phase,
    openedAt,
    closedAt,
    problem: { kind: diagnosis.kind, reason: diagnosis.rootCause, remedy },
    health: { is: health.is === 'running' ? 'readable' : 'unreadable', since: health.since },
    outbox: outbox.map(upgradeTransition),
    transitions,
  }
}

function upgradeTransition({ what, ...transition }: FormerTransition): Transition {
  return { ...transition, action: what }
}
