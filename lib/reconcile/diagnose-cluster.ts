import { classifyFailures, type Failure } from '../diagnosis/classify-failures.ts'
import { diagnoseFailures, ranOutOfMemory } from '../diagnosis/diagnose.ts'
import type { ClusterConfig } from '../domain/cluster-config.ts'
import type { Diagnosis } from '../domain/diagnosis.ts'
import type { Snapshot } from '../domain/snapshot.ts'
import { type Evidence, gatherClusterEvidence } from '../evidence/gather.ts'
import { evidenceSources, sourceAccess } from '../evidence/sources.ts'
import { type HeapInputs, NO_HEAP_INPUTS } from '../heap/inputs.ts'
import { findModelErrors } from '../heap/model-check.ts'
import type { StoredState } from '../incident/store.ts'
import type { ReadObservation } from './observe.ts'
import type { Ports } from './ports.ts'

/**
 * What is wrong, from a snapshot alone where that shows it; where memory ran out anew, with evidence that is asked for:
 * a cluster that is healthy, or whose trouble is known, costs no further request.
 */
export async function diagnoseCluster(
  cluster: ClusterConfig,
  { incidents }: StoredState,
  { snapshot, state: { unplaced } }: ReadObservation,
  ports: Pick<Ports, 'connect' | 'cloudWatch' | 'signal'>,
): Promise<readonly Diagnosis[]> {
  const open = [...incidents.values()].map(({ value }) => value).filter(({ phase }) => phase !== 'recovered')
  const failures = classifyFailures(
    snapshot,
    new Map(
      open.flatMap(({ connector, diagnosis: { findings } }) => (findings ? [[connector, findings]] : [])),
    ),
  )
  const starved = failures.filter(ranOutOfMemory)
  const known = new Map(
    open
      .filter(({ health }) => health.is === 'failed')
      .map(({ connector, diagnosis }) => [connector, diagnosis]),
  )
  const knownDiagnosis = (failure: Failure) => findKnown(failure, known, starved)
  const fresh = starved.filter((failure) => knownDiagnosis(failure) === null)
  const evidence = fresh.length === 0 ? null : await gatherEvidenceFor(fresh, cluster, snapshot, ports)
  const heap = toHeapInputs(cluster, evidence)
  const diagnoses = diagnoseFailures(
    failures,
    {
      snapshot,
      heap,
      waitedMs: new Map(Object.entries(unplaced).map(([name, since]) => [name, snapshot.takenAt - since])),
      rebalanceDelayMs: cluster.governor.rebalanceDelayMs,
    },
    knownDiagnosis,
  )
  return evidence === null ? diagnoses : withDoubts(diagnoses, fresh, evidence, snapshot, heap)
}

/**
 * Why memory ran out is worked out once, when the failure is new. Null: it is new, or the connector that it died of is
 * in no trouble any more.
 */
function findKnown(
  failure: Failure,
  known: ReadonlyMap<string, Diagnosis>,
  starved: readonly Failure[],
): Diagnosis | null {
  const before = known.get(failure.connector.name)
  if (before?.oom === undefined || before.fingerprint !== failure.findings.fingerprint) return null
  const { consequenceOf } = before
  return consequenceOf === undefined || starved.some(({ connector }) => connector.name === consequenceOf)
    ? before
    : null
}

function gatherEvidenceFor(
  failures: readonly Failure[],
  cluster: ClusterConfig,
  snapshot: Snapshot,
  { connect, cloudWatch, signal }: Pick<Ports, 'connect' | 'cloudWatch' | 'signal'>,
): Promise<Evidence> {
  return gatherClusterEvidence({
    snapshot,
    connectors: [...new Set(failures.map(({ connector }) => connector.name))],
    cluster,
    connect,
    sources: evidenceSources(cluster, sourceAccess(cluster, cloudWatch)),
    signal,
  })
}

/** What the model can't be right about, and what could not be asked, with each diagnosis that rests on it. */
function withDoubts(
  diagnoses: readonly Diagnosis[],
  explained: readonly Failure[],
  { heaps, missing }: Evidence,
  snapshot: Snapshot,
  heap: HeapInputs,
): readonly Diagnosis[] {
  const live = [...heaps].flatMap(([id, { used, usedBytes }]) =>
    used === 'after-gc' && usedBytes !== null ? [[id, usedBytes] as const] : [],
  )
  const doubts = [...findModelErrors(snapshot, heap, new Map(live)), ...missing]
  const names = new Set(explained.map(({ connector }) => connector.name))
  return diagnoses.map((diagnosis) =>
    names.has(diagnosis.connector) && diagnosis.kind === 'out-of-memory'
      ? { ...diagnosis, evidence: [...diagnosis.evidence, ...doubts] }
      : diagnosis,
  )
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
