import { isDeepStrictEqual } from 'node:util'
import type { ConnectClient } from '../connect/client.ts'
import type { Decision } from '../domain/decision.ts'
import type { Incident } from '../domain/incident.ts'
import type { OffsetPoint } from '../domain/offsets.ts'
import type { Policy } from '../domain/policy.ts'
import type { ConnectorSnapshot } from '../domain/snapshot.ts'
import type { IncidentStore, Stored } from '../incident/store.ts'
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

export interface ExecutionPorts {
  readonly connect: ConnectClient
  readonly store: IncidentStore
  readonly now: () => number
  readonly signal: AbortSignal
}

/**
 * Does what was decided about one incident, and stores the incident as it is then. A restart is claimed in the store
 * before it is asked for: killed in between, the next scan finds a claim without a result and looks up what came of it.
 * @param before as it is stored; undefined if it is new
 * @param seen the same incident after the present scan
 * @param connector undefined if the decision does not concern a connector that exists
 * @throws ConflictError if another invocation has changed the incident since it was read; then nothing was done
 */
export async function executeDecision(
  decision: Decision | undefined,
  before: Stored<Incident> | undefined,
  seen: Incident,
  connector: ConnectorSnapshot | undefined,
  policy: Policy,
  means: ExecutionPorts,
): Promise<Stored<Incident>> {
  const { connect, store, now, signal } = means
  const save = (incident: Incident, stored: Stored<Incident> | undefined): Promise<Stored<Incident>> =>
    stored !== undefined && isDeepStrictEqual(stored.value, incident)
      ? Promise.resolve(stored)
      : store.saveIncident({ value: incident, version: stored?.version ?? 0 }, signal)
  const point = async (): Promise<OffsetPoint> =>
    connector === undefined
      ? { type: 'unavailable', why: 'it does not exist.' }
      : connect.offsetPoint(connector.name, connector.type, signal)

  switch (decision?.do) {
    case undefined:
      return save(seen, before)
    case 'wait':
      // Where the offsets stand is read when its turn comes: many may have to wait.
      return save(announceIncident(seen, words(decision), now()), before)
    case 'leave':
      return save(announceIncident(await withPoint(seen, point), words(decision), now()), before)
    case 'propose':
      return save(proposeRestart(await withPoint(seen, point), words(decision), now()), before)
    case 'escalate':
      return save(escalateIncident(await withPoint(seen, point), words(decision), now()), before)
    case 'close':
      return save(closeIncident(seen, words(decision), now()), before)
    case 'verify': {
      const verdict = proveRecovery(seen, await point(), policy, now())
      if (!verdict.proven) return save(seen, before)
      return save(
        closeIncident(seen, { what: `It runs again. ${verdict.by}`, next: 'Nothing more is done.' }, now()),
        before,
      )
    }
    case 'restart': {
      const claim = claimRestart(seen, words(decision), await point(), now())
      const claimed = await save(claim, before)
      const { result, detail } = await restartFailed(connect, seen.connector, seen.diagnosis.tasks, signal)
      return save(recordRestart(claimed.value, result, detail), claimed)
    }
  }
}

const words = ({ why, next }: Exclude<Decision, { do: 'verify' }>) => ({ what: why, next })

/** A new incident remembers where the offsets stand, so that a recovery by hand can be proven as well. */
async function withPoint(incident: Incident, point: () => Promise<OffsetPoint>): Promise<Incident> {
  return incident.transitions === 0 && incident.failurePoint === null
    ? { ...incident, failurePoint: await point() }
    : incident
}
