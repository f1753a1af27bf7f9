import { isDeepStrictEqual } from 'node:util'
import type { ClusterIncident } from '../domain/cluster-incident.ts'
import type { ClusterDecision, Decision } from '../domain/decision.ts'
import type { Incident } from '../domain/incident.ts'
import type { OffsetPoint } from '../domain/offsets.ts'
import type { Policy } from '../domain/policy.ts'
import { closeClusterIncident, escalateClusterIncident } from '../incident/cluster-transitions.ts'
import type { Stored } from '../incident/store.ts'
import {
  announceIncident,
  claimRestart,
  closeIncident,
  escalateIncident,
  proposeRestart,
  recordRestart,
} from '../incident/transitions.ts'
import { proveRecovery } from '../policy/recovery.ts'
import { restartFailed } from '../remediation/restart.ts'
import type { Ports } from './ports.ts'
import type { IncidentUpdate, Update } from './update-incidents.ts'

type ExecutionPorts = Pick<Ports, 'connect' | 'store' | 'now' | 'signal'>

/**
 * Does what was decided about one incident, and stores the incident as it is then. A restart is claimed in the store
 * before it is asked for: killed in between, the next scan finds a claim without a result and looks up what came of it.
 * @throws ConflictError if another invocation has changed the incident since it was read; then nothing was done
 */
export async function executeDecision(
  decision: Decision | undefined,
  { before, seen, connector }: IncidentUpdate,
  policy: Policy,
  { connect, store, now, signal }: ExecutionPorts,
): Promise<Stored<Incident>> {
  const save = (incident: Incident, stored: Stored<Incident> | undefined) =>
    saveChanged(incident, stored, (changed) => store.saveIncident(changed, signal))
  const point = async (): Promise<OffsetPoint> =>
    connector === undefined
      ? { type: 'unavailable', why: 'it does not exist.' }
      : connect.offsetPoint(connector.name, connector.type, signal)

  switch (decision?.do) {
    case undefined:
      return save(seen, before)
    case 'wait':
      // Where the offsets stand is read when its turn comes: many may have to wait.
      return save(announceIncident(seen, decision, now()), before)
    case 'leave':
      return save(announceIncident(await withPoint(seen, point), decision, now()), before)
    case 'propose':
      return save(proposeRestart(await withPoint(seen, point), decision, now()), before)
    case 'escalate':
      return save(escalateIncident(await withPoint(seen, point), decision, now()), before)
    case 'close':
      return save(closeIncident(seen, decision, now()), before)
    case 'verify': {
      const verdict = proveRecovery(seen, await point(), policy, now())
      if (!verdict.proven) return save(seen, before)
      return save(
        closeIncident(
          seen,
          { action: `It runs again. ${verdict.by}`, next: 'There is nothing left to do.' },
          now(),
        ),
        before,
      )
    }
    case 'restart': {
      const claim = claimRestart(seen, decision, await point(), now())
      const claimed = await save(claim, before)
      const { result, detail } = await restartFailed(connect, seen.connector, seen.diagnosis.tasks, signal)
      return save(recordRestart(claimed.value, result, detail), claimed)
    }
  }
}

/** @throws ConflictError if another invocation has changed the incident since it was read */
export function executeClusterDecision(
  decision: ClusterDecision | null,
  { before, seen }: Update<ClusterIncident>,
  { store, now, signal }: Pick<Ports, 'store' | 'now' | 'signal'>,
): Promise<Stored<ClusterIncident>> {
  const save = (incident: ClusterIncident) =>
    saveChanged(incident, before, (changed) => store.saveClusterIncident(changed, signal))
  switch (decision?.do) {
    case undefined:
      return save(seen)
    case 'escalate':
      return save(escalateClusterIncident(seen, decision, now()))
    case 'close':
      return save(closeClusterIncident(seen, decision, now()))
  }
}

async function saveChanged<I>(
  incident: I,
  stored: Stored<I> | undefined,
  save: (incident: Stored<I>) => Promise<Stored<I>>,
): Promise<Stored<I>> {
  return stored !== undefined && isDeepStrictEqual(stored.value, incident)
    ? stored
    : save({ value: incident, version: stored?.version ?? 0 })
}

/** A new incident remembers where the offsets stand, so that a recovery by hand can be proven as well. */
async function withPoint(incident: Incident, point: () => Promise<OffsetPoint>): Promise<Incident> {
  return incident.transitions === 0 && incident.failurePoint === null
    ? { ...incident, failurePoint: await point() }
    : incident
}
