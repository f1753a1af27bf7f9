import { CloudWatchClient } from '@aws-sdk/client-cloudwatch'
import { DEFAULT_GOVERNOR, DEFAULT_POLICY } from '../../lib/config/defaults.ts'
import type { ClusterConfig } from '../../lib/domain/cluster-config.ts'
import type { Governor, Policy } from '../../lib/domain/policy.ts'
import {
  connectorOf,
  eventOf,
  type IncidentMessage,
  type Message,
  type MessageEvent,
} from '../../lib/notification/message.ts'
import type { PublishError } from '../../lib/notification/sns.ts'
import type { Ports } from '../../lib/reconcile/ports.ts'
import { reconcile } from '../../lib/reconcile/reconcile.ts'
import { clusterConfig } from './cluster-config.ts'
import { ClusterInMemory } from './cluster-in-memory.ts'
import { StoreInMemory } from './store-in-memory.ts'

export const MINUTE = 60_000
export const HOUR = 60 * MINUTE

export const TRACES = {
  network:
    'org.apache.kafka.connect.errors.ConnectException: Exiting WorkerSinkTask due to unrecoverable exception.\n\tat org.apache.kafka.connect.runtime.WorkerSinkTask.deliverMessages(WorkerSinkTask.java:632)\nCaused by: java.net.ConnectException: Connection refused\n\tat java.base/sun.nio.ch.Net.pollConnect(Native Method)\n\tat org.example.Sink.put(Sink.java:10)',
  badRecord:
    'org.apache.kafka.connect.errors.ConnectException: Tolerance exceeded in error handler\n\tat org.apache.kafka.connect.runtime.errors.RetryWithToleranceOperator.execAndHandleError(RetryWithToleranceOperator.java:230)\nCaused by: org.apache.kafka.connect.errors.DataException: Failed to deserialize data for topic orders to Avro: \n\tat io.confluent.connect.avro.AvroConverter.toConnectData(AvroConverter.java:110)\nCaused by: org.apache.kafka.common.errors.SerializationException: Unknown magic byte!',
  outOfMemory:
    'org.apache.kafka.connect.errors.ConnectException: Exiting WorkerSinkTask due to unrecoverable exception.\n\tat org.apache.kafka.connect.runtime.WorkerSinkTask.deliverMessages(WorkerSinkTask.java:632)\nCaused by: java.lang.OutOfMemoryError: Java heap space\n\tat java.base/java.nio.HeapByteBuffer.<init>(HeapByteBuffer.java:64)\n\tat io.confluent.connect.s3.storage.S3OutputStream.<init>(S3OutputStream.java:110)\n\tat io.confluent.connect.s3.S3SinkTask.put(S3SinkTask.java:250)',
} as const

/** A medic at work on a cluster in memory, a scan a minute, and all that people were told. */
export class Clinic {
  readonly cluster = new ClusterInMemory()
  readonly store = new StoreInMemory()
  readonly told: Message[] = []
  /** What the next publishes fail with. */
  publishFault: (() => PublishError | undefined) | undefined
  readonly #config: ClusterConfig

  constructor({
    policy = {},
    governor = {},
    workerHeapBytes = null,
    partitions = {},
  }: {
    policy?: Partial<Policy>
    governor?: Partial<Governor>
    workerHeapBytes?: number | null
    partitions?: ClusterConfig['partitions']
  } = {}) {
    this.#config = clusterConfig({
      workerHeapBytes,
      partitions,
      governor: { ...DEFAULT_GOVERNOR, ...governor },
      defaults: { ...DEFAULT_POLICY, ...policy },
    })
  }

  scan() {
    return reconcile(this.#config, this.#ports())
  }

  /** Scans once a minute for so long, the first one a minute from now. */
  async watch(ms: number): Promise<void> {
    const until = this.cluster.now + ms
    while (this.cluster.now < until) {
      this.cluster.now += MINUTE
      await this.scan()
    }
  }

  /** What people were told of incidents. */
  incidents(): readonly IncidentMessage[] {
    return this.told.filter((message) => message.about === 'incident')
  }

  /** @param connector null: of the cluster itself */
  events(connector?: string | null): readonly MessageEvent[] {
    return this.told
      .filter((message) => connector === undefined || connectorOf(message) === connector)
      .map(eventOf)
  }

  #ports(): Ports {
    return {
      connect: this.cluster,
      cloudWatch: new CloudWatchClient({ region: 'eu-west-1' }),
      store: this.store,
      publish: async (message) => {
        const error = this.publishFault?.()
        if (error !== undefined) throw error
        this.told.push(message)
      },
      now: () => this.cluster.now,
      signal: new AbortController().signal,
      log: { info() {}, warn() {} },
    }
  }
}
