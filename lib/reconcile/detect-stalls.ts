import pLimit from 'p-limit'
import { detectStall, diagnoseStall, updateProgress } from '../diagnosis/stalled.ts'
import type { ClusterConfig } from '../domain/cluster-config.ts'
import type { Diagnosis } from '../domain/diagnosis.ts'
import type { ConnectorSnapshot, Snapshot } from '../domain/snapshot.ts'
import { listTopics } from '../domain/topics.ts'
import { evidenceSources, sourceAccess } from '../evidence/sources.ts'
import type { ClusterState } from '../incident/store.ts'
import { isAddressable } from '../util/path-segment.ts'
import type { Ports } from './ports.ts'

type ProgressRecords = ClusterState['progress']

/** RUNNING without progress for so long is none; sinks that rotate their files commit with each file. Milliseconds. */
const STALLED_AFTER_MS = 30 * 60_000
/** Sinks whose offsets are read in one scan: those that have stood longest, and as many that were not looked at. */
const MAX_STANDING = 20
const MAX_NEW = 20
const MAX_CONCURRENT_LOOKUPS = 4

/**
 * Sinks that say RUNNING, have something to read, and stand still over scans. Only where clusters.yml names a source of
 * lag is anything asked, and claimed.
 */
export async function detectStalls(
  cluster: ClusterConfig,
  before: ProgressRecords,
  snapshot: Snapshot,
  { connect, cloudWatch, signal }: Pick<Ports, 'connect' | 'cloudWatch' | 'signal'>,
): Promise<{ readonly progress: ProgressRecords; readonly stalls: readonly Diagnosis[] }> {
  const { lags: read } = evidenceSources(cluster, sourceAccess(cluster, cloudWatch))
  if (read === null) return { progress: {}, stalls: [] }
  const sinks = snapshot.connectors.filter(isRunningSink)
  const { values: lags } = await read(sinks.map(targetOf), signal)
  const behind = sinks.filter(({ name }) => (lags.get(name) ?? 0) > 0)
  const limit = pLimit(MAX_CONCURRENT_LOOKUPS)
  const looked = await Promise.all(
    chosen(behind, before).map((sink) =>
      limit(async () => {
        const history = before[sink.name] ?? null
        const point = await connect.offsetPoint(sink.name, sink.type, signal)
        const now = snapshot.takenAt
        const stall = detectStall({
          history,
          point,
          lag: lags.get(sink.name) ?? null,
          thresholdMs: stallThresholdMs(sink),
          now,
        })
        return { sink, stall, standing: updateProgress(history, point, now) }
      }),
    ),
  )
  const names = new Set(behind.map(({ name }) => name))
  const kept = Object.entries(before).filter(([name]) => names.has(name))
  const seen = looked.flatMap(({ sink, standing: now }) => (now === null ? [] : [[sink.name, now] as const]))
  return {
    progress: Object.fromEntries([...kept, ...seen]),
    stalls: looked.flatMap(({ sink, stall }) => (stall.stalled ? [diagnoseStall(sink, stall.words)] : [])),
  }
}

function chosen(behind: readonly ConnectorSnapshot[], before: ProgressRecords): readonly ConnectorSnapshot[] {
  const since = ({ name }: ConnectorSnapshot) => before[name]?.since ?? Number.POSITIVE_INFINITY
  const known = behind
    .filter((sink) => before[sink.name] !== undefined)
    .toSorted((a, b) => since(a) - since(b))
  const fresh = behind.filter((sink) => before[sink.name] === undefined)
  return [...known.slice(0, MAX_STANDING), ...fresh.slice(0, MAX_NEW)]
}

function isRunningSink({ name, type, connector, tasks }: ConnectorSnapshot): boolean {
  const isRunning = [connector, ...tasks].every(({ state }) => state === 'RUNNING')
  return type === 'sink' && isRunning && tasks.length > 0 && isAddressable(name)
}

function targetOf({ name, config, tasks }: ConnectorSnapshot) {
  return { name, topics: listTopics(config ?? {}), workerIds: tasks.map(({ workerId }) => workerId) }
}

/** A sink that keeps files open commits when it closes them: two rotations are patience enough. */
function stallThresholdMs({ config }: ConnectorSnapshot): number {
  const rotations = ['rotate.interval.ms', 'rotate.schedule.interval.ms'].map((key) =>
    Number(config?.[key] ?? 0),
  )
  return Math.max(STALLED_AFTER_MS, ...rotations.filter(Number.isFinite).map((ms) => 2 * ms))
}
