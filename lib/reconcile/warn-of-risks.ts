import { policyFor } from '../config/config.ts'
import { findRisks } from '../diagnosis/risks.ts'
import type { ClusterConfig } from '../domain/cluster-config.ts'
import type { Risk } from '../domain/risk.ts'
import type { Snapshot } from '../domain/snapshot.ts'
import type { ClusterState, Stored } from '../incident/store.ts'
import type { Message } from '../notification/message.ts'
import { isMuted, publishMessage } from './deliver-notifications.ts'
import { toHeapInputs } from './diagnose-cluster.ts'
import { deliveryOf } from './handle-incidents.ts'
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
 * @param stored the state with `warned` as it is to be
 */
export async function warnOfRisks(
  cluster: ClusterConfig,
  risks: readonly Risk[],
  before: Warned,
  stored: Stored<ClusterState>,
  ports: Ports,
): Promise<void> {
  const { store, now, signal, log } = ports
  const { warned } = stored.value
  const unsent: string[] = []
  for (const risk of risks.filter(({ connector }) => before[connector] !== warned[connector])) {
    const policy = policyFor(cluster, risk.connector)
    if (isMuted(policy, now())) continue
    const message: Message = {
      about: 'risk',
      cluster: cluster.name,
      risk,
      at: now(),
      ...deliveryOf(cluster, false),
    }
    const failure = await publishMessage(message, policy, ports)
    if (failure === null) continue
    log.warn('People could not be warned', {
      cluster: cluster.name,
      connector: risk.connector,
      problem: failure.message,
    })
    if (failure.outcome === 'not-sent') unsent.push(risk.connector)
  }
  if (unsent.length === 0) return
  const told = Object.fromEntries(Object.entries(warned).filter(([connector]) => !unsent.includes(connector)))
  await store.saveCluster(cluster.name, { ...stored, value: { ...stored.value, warned: told } }, signal)
}
