import type { Settings } from '../../lib/domain/cluster-config.ts'
import { findFamily } from '../../lib/heap/connectors/index.ts'
import { toJvm } from '../../lib/heap/g1.ts'
import type { ConnectorFacts, Family, Share, TaskFacts } from '../../lib/heap/model.ts'
import { type Bytes, MIB, sumBytes } from '../../lib/util/bytes.ts'

export interface Given extends Partial<ConnectorFacts> {
  /** Partitions of the task; null: not known. */
  readonly held?: number | null
  readonly heapMib?: number
  readonly pollRecords?: number
}

/** One task of a connector of that class, on a worker of 2 GiB. */
export function given(
  className: string,
  config: Settings,
  { held = 0, heapMib = 2048, pollRecords = 500, ...facts }: Given = {},
): TaskFacts & { readonly family: Family } {
  const connector: ConnectorFacts = {
    name: 'orders',
    type: /Source|debezium\.connector\.(?!jdbc)/.test(className) ? 'source' : 'sink',
    config: { 'connector.class': className, ...config },
    workerConfig: {},
    kafkaVersion: null,
    version: null,
    like: null,
    tasks: [{ id: 0, workerId: 'a:8083' }],
    partitions: null,
    activeTopics: null,
    backlog: null,
    recordBytes: null,
    ...facts,
  }
  const known = findFamily(connector)
  if (known === null) throw new Error(`no family for ${className}`)
  return {
    ...known,
    connector,
    jvm: toJvm(heapMib * MIB),
    partitions:
      held === null ? null : Array.from({ length: held }, (_, partition) => ({ topic: 't', partition })),
    pollRecords,
  }
}

export function sharesOf(task: TaskFacts & { readonly family: Family }): readonly Share[] {
  return task.family.shares(task)
}

export function totalOf(task: TaskFacts & { readonly family: Family }): Bytes {
  return sumBytes(sharesOf(task).map(({ bytes }) => bytes))
}

/** In MiB, to a tenth. */
export function mib({ low, high }: Bytes): Bytes {
  const tenths = (bytes: number) => Math.round((bytes / MIB) * 10) / 10
  return { low: tenths(low), high: tenths(high) }
}
