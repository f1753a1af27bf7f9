import { policyFor } from '../config/config.ts'
import { findRisks } from '../diagnosis/risks.ts'
import type { ClusterConfig } from '../domain/cluster-config.ts'
import type { Risk } from '../domain/risk.ts'
import type { Snapshot } from '../domain/snapshot.ts'
import type { ClusterState, Stored } from '../incident/store.ts'
import type { Message } from '../notification/message.ts'
import { PublishError } from '../notification/sns.ts'
import { toHeapInputs } from './diagnose-cluster.ts'
import type { Ports } from './ports.ts'

type Warned = ClusterState['warned']

/** Risks of connectors whose policy asks for warnings; that costs no request, and nothing where no policy asks. */
export function findRisksToWarnOf(cluster: ClusterConfig, snapshot: Snapshot): readonly Risk[] {
  const asks = [cluster.defaults, ...cluster.policies.map(({ policy }) => policy)].some(({ warn }) => warn)
  if (!asks) return []
  const failed = snapshot.connectors.filter(({ connector, tasks }) =>
    [connector, ...tasks].some(({ state }) => state === 'FAILED'),
  )
  return findRisks(snapshot, toHeapInputs(cluster, null), new Set(failed.map(({ name }) => name))).filter(
    ({ connector }) => policyFor(cluster, connector).warn,
  )
}

/** What people know once they have been told of these risks: a risk that has changed is told again. */
export function warnedRisks(risks: readonly Risk[]): Warned {
  return Object.fromEntries(risks.map((risk) => [risk.connector, `${risk.when} ${risk.fit} ${risk.worker}`]))
}

/**
 * Tells people of risks that they do not know. What they are told is in the store already, so that nobody tells it
 * twice; what certainly was not sent is taken out of it again.
 * @param stored the memory with `warned` as it is to be
 */
export async function warnOfRisks(
  cluster: ClusterConfig,
  risks: readonly Risk[],
  before: Warned,
  stored: Stored<ClusterState>,
  { store, publish, now, signal, log }: Ports,
): Promise<void> {
  const { warned } = stored.value
  const unsent: string[] = []
  for (const risk of risks.filter(({ connector }) => before[connector] !== warned[connector])) {
    const { muteUntil, topicArn } = policyFor(cluster, risk.connector)
    if (muteUntil !== null && now() < muteUntil) continue
    try {
      await publish(messageOf(cluster, risk, now()), { topicArn, now: now(), signal })
    } catch (error) {
      if (!(error instanceof PublishError)) throw error
      log.warn('People could not be warned', {
        cluster: cluster.name,
        connector: risk.connector,
        problem: error.message,
      })
      if (error.outcome === 'not-sent') unsent.push(risk.connector)
    }
  }
  if (unsent.length === 0) return
  const told = Object.fromEntries(Object.entries(warned).filter(([connector]) => !unsent.includes(connector)))
  await store.saveCluster(cluster.name, { ...stored, value: { ...stored.value, warned: told } }, signal)
}

/** A warning in the shape of all messages: of an incident that there is not yet. */
function messageOf(cluster: ClusterConfig, risk: Risk, now: number): Message {
  const { connector, worker, summary, remedies } = risk
  return {
    incident: {
      cluster: cluster.name,
      connector,
      phase: 'open',
      openedAt: now,
      closedAt: null,
      relapse: false,
      diagnosis: {
        connector,
        scope: 'worker',
        tasks: [],
        workers: [worker],
        kind: 'out-of-memory',
        restart: 'useless',
        probe: false,
        minRestartDelayMs: 0,
        remedies,
        summary,
        evidence: [],
        rootCause: '',
        fingerprint: 'risk',
        findings: null,
        trace: '',
      },
      health: { is: 'running', since: now },
      timeToFailMs: null,
      attempts: [],
      failurePoint: null,
      outbox: [],
      transitions: 1,
    },
    transition: {
      number: 1,
      at: now,
      event: 'warned',
      what: 'Nothing: it runs. It may run out of heap.',
      next: 'You hear of it again if it changes, or if it comes to that.',
      sendingSince: now,
      perhapsSent: false,
    },
    dryRun: cluster.governor.dryRun,
    perhapsRepeated: false,
    connectUrl: cluster.urls[0] ?? '',
  }
}
