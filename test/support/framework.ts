import { maxPollRecords } from '../../lib/heap/framework.ts'
import { toJvm } from '../../lib/heap/g1.ts'
import type { ConnectorFacts, TaskFacts } from '../../lib/heap/model.ts'
import { MIB } from '../../lib/util/bytes.ts'

/** A sink of which nothing is known but what is given. */
export function sink(facts: Partial<ConnectorFacts> = {}): ConnectorFacts {
  return {
    name: 'orders',
    type: 'sink',
    config: {},
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
}

/** Its task, with so many partitions on a worker of 2 GiB; null: not known how many. */
export function taskOf(connector: ConnectorFacts, partitions: number | null): TaskFacts {
  return {
    connector,
    config: connector.config,
    jvm: toJvm(2048 * MIB),
    partitions:
      partitions === null
        ? null
        : Array.from({ length: partitions }, (_, partition) => ({ topic: 't', partition })),
    pollRecords: maxPollRecords(connector),
  }
}
