import type { ConnectorSnapshot, InstanceStatus, Snapshot, TaskStatus } from '../domain/snapshot.ts'
import type { TraceFindings } from '../domain/trace-findings.ts'
import { memoizeText } from '../util/memoize-text.ts'
import { findRichest } from './same-failure.ts'
import { TraceReading } from './trace-reading.ts'

/** Instances of one connector that failed with the same fault. */
export interface Failure {
  readonly connector: ConnectorSnapshot
  /** Of the richest trace that is known of this failure. */
  readonly findings: TraceFindings
  /** Whole and unmasked; one of those that the instances have now. */
  readonly trace: string
  /** Whether the connector instance is one of them. */
  readonly hasInstance: boolean
  readonly tasks: readonly TaskStatus[]
}

/**
 * What has failed in a cluster, each distinct trace read once.
 * @param known connector name to what was found in the trace of its open incident
 */
export function classifyFailures(
  { connectors }: Snapshot,
  known: ReadonlyMap<string, TraceFindings>,
): readonly Failure[] {
  // Tasks of one connector mostly fail with the same text.
  const read = memoizeText((trace) => new TraceReading(trace))
  return connectors.flatMap((connector) => {
    const failed = instancesOf(connector).filter(({ status }) => status.state === 'FAILED')
    if (failed.length === 0) return []
    const readings = failed.map((instance) => ({ ...instance, reading: read(instance.status.trace ?? '') }))
    const failures = toFailures(connector, readings, known.get(connector.name))
    for (const { reading } of readings) reading.release()
    return failures
  })
}

/** The connector instance, or a task. */
interface Instance {
  readonly status: InstanceStatus
  readonly task: TaskStatus | null
}

interface ReadInstance extends Instance {
  readonly reading: TraceReading
}

function instancesOf({ connector, tasks }: ConnectorSnapshot): readonly Instance[] {
  return [{ status: connector, task: null }, ...tasks.map((task) => ({ status: task, task }))]
}

function toFailures(
  connector: ConnectorSnapshot,
  instances: readonly ReadInstance[],
  known: TraceFindings | undefined,
): readonly Failure[] {
  const alike = Map.groupBy(instances, ({ reading: { classification, fingerprint } }) =>
    keyOf(classification.kind, fingerprint),
  )
  const groups = [...alike.values()].flatMap((group) => {
    const best = group.find(({ reading }) => reading.hasFrames) ?? group[0]
    return best === undefined ? [] : [{ group, trace: best.reading.trace, own: best.reading.findings() }]
  })
  const others = [...groups.map(({ own }) => own), ...(known === undefined ? [] : [known])]
  const merged = Map.groupBy(
    groups.map((each) => ({ ...each, findings: findRichest(each.own, others) })),
    ({ findings: { classification, fingerprint } }) => keyOf(classification.kind, fingerprint),
  )
  return [...merged.values()].flatMap((same) => {
    const best = same.find(({ own, findings }) => own === findings) ?? same[0]
    if (best === undefined) return []
    const tasks = same.flatMap(({ group }) => group.flatMap(({ task }) => task ?? []))
    return [
      {
        connector,
        findings: best.findings,
        trace: best.trace,
        hasInstance: same.some(({ group }) => group.some(({ task }) => task === null)),
        tasks: tasks.sort((a, b) => a.id - b.id),
      },
    ]
  })
}

function keyOf(kind: string, fingerprint: string): string {
  return `${kind} ${fingerprint}`
}
