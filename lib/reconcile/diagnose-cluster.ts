import { diagnose } from '../diagnosis/diagnose.ts'
import type { ClusterConfig } from '../domain/cluster-config.ts'
import type { Diagnosis } from '../domain/diagnosis.ts'
import { type Evidence, gatherClusterEvidence } from '../evidence/gather.ts'
import { evidenceSources, sourceAccess } from '../evidence/sources.ts'
import { type HeapInputs, NO_HEAP_INPUTS } from '../heap/inputs.ts'
import { findModelErrors } from '../heap/model-check.ts'
import type { StoredState } from '../incident/store.ts'
import type { Observation } from './observe.ts'
import type { Ports } from './ports.ts'

/**
 * What is wrong, from a snapshot alone where that tells; where memory ran out anew, with evidence that is asked for:
 * a cluster that is healthy, or whose trouble is known, costs no further request.
 */
export async function diagnoseCluster(
  cluster: ClusterConfig,
  memory: StoredState,
  observation: Extract<Observation, { is: 'read' }>,
  { connect, cloudWatch, signal }: Pick<Ports, 'connect' | 'cloudWatch' | 'signal'>,
): Promise<readonly Diagnosis[]> {
  const look = (evidence: Evidence | null) =>
    diagnose({ ...snapshotInput(cluster, memory, observation), heap: toHeapInputs(cluster, evidence) })
  const diagnoses = look(null)
  const starved = diagnoses.filter(
    (diagnosis) => diagnosis.kind === 'out-of-memory' && !isKnown(diagnosis, memory),
  )
  if (starved.length === 0) return diagnoses
  const evidence = await gatherClusterEvidence({
    snapshot: observation.snapshot,
    connectors: [...new Set(starved.map(({ connector }) => connector))],
    cluster,
    connect,
    sources: evidenceSources(cluster, sourceAccess(cluster, cloudWatch)),
    signal,
  })
  const live = [...evidence.heaps].flatMap(([id, { used, usedBytes }]) =>
    used === 'after-gc' && usedBytes !== null ? [[id, usedBytes] as const] : [],
  )
  const doubts = findModelErrors(observation.snapshot, toHeapInputs(cluster, evidence), new Map(live))
  const explained = new Set(starved.map(({ connector }) => connector))
  return look(evidence).map((diagnosis) =>
    explained.has(diagnosis.connector) && diagnosis.kind === 'out-of-memory'
      ? { ...diagnosis, evidence: [...diagnosis.evidence, ...doubts, ...evidence.missing] }
      : diagnosis,
  )
}

/** The same failure as at the last scan: the incident knows what could be known when it was new. */
function isKnown({ connector, fingerprint }: Diagnosis, { incidents }: StoredState): boolean {
  const incident = incidents.get(connector)?.value
  return (
    incident !== undefined &&
    incident.phase !== 'recovered' &&
    incident.health.is === 'failed' &&
    incident.diagnosis.fingerprint === fingerprint
  )
}

function snapshotInput(
  cluster: ClusterConfig,
  { incidents }: StoredState,
  { snapshot, state: { unplaced } }: Extract<Observation, { is: 'read' }>,
) {
  const open = [...incidents.values()].map(({ value }) => value).filter(({ phase }) => phase !== 'recovered')
  return {
    snapshot,
    waitedMs: new Map(Object.entries(unplaced).map(([name, since]) => [name, snapshot.takenAt - since])),
    rebalanceDelayMs: cluster.governor.rebalanceDelayMs,
    keptTraces: new Map(open.map(({ connector, diagnosis }) => [connector, diagnosis.trace])),
  }
}

/** What clusters.yml says of memory, and evidence if there is any. */
export function toHeapInputs(cluster: ClusterConfig, evidence: Evidence | null): HeapInputs {
  const configured: HeapInputs = {
    ...NO_HEAP_INPUTS,
    workerHeapBytes: cluster.workerHeapBytes,
    workers: cluster.workers,
    kafkaVersion: cluster.kafkaVersion,
    workerConfig: cluster.workerConfig,
    likes: new Map(cluster.like.map((each) => [each.class, each])),
    partitions: new Map(Object.entries(cluster.partitions)),
  }
  if (evidence === null) return configured
  const { offsets, activeTopics, versions, lags } = evidence
  const heaps = [...evidence.heaps].flatMap(([id, { maxBytes }]) =>
    maxBytes === null ? [] : [[id, maxBytes] as const],
  )
  const kafkaVersion = cluster.kafkaVersion ?? evidence.kafkaVersion
  return { ...configured, kafkaVersion, heaps: new Map(heaps), offsets, activeTopics, versions, lags }
}
