import { setTimeout as sleep } from 'node:timers/promises'
import { styleText } from 'node:util'
import { DEFAULT_GOVERNOR, DEFAULT_POLICY } from '../lib/config/defaults.ts'
import type { ClusterConfig } from '../lib/domain/cluster-config.ts'
import type { Policy } from '../lib/domain/policy.ts'
import { MIB } from '../lib/util/bytes.ts'
import { startAws } from './aws.ts'
import { createConnector, reconfigure } from './create-connector.ts'
import { FOUNDING_TOPICS, foundingSink } from './founding-sink.ts'
import { type ConnectSandbox, startConnect } from './http.ts'
import { incidentTable } from './incident-table.ts'
import { runLambdas } from './lambdas.ts'
import { Mailbox } from './mailbox.ts'

/** A night in a few seconds: where clusters.yml has minutes, the story has these, in milliseconds. */
const POLICY: Policy = {
  ...DEFAULT_POLICY,
  restartsPerIncident: 3,
  backoffMs: 1_500,
  maxBackoffMs: 3_000,
  provenAfterMs: 2_500,
}
const SCAN_EVERY_MS = 500
const PATIENCE_MS = 20_000

/** The story did not go as it should: the service, or the sandbox, is broken. */
export class StoryError extends Error {
  override readonly name = 'StoryError'
}

/** Tells the story of three failures on an embedded cluster, through the real handlers. @throws StoryError */
export async function tellStory(): Promise<void> {
  const connect = await startConnect({ workerHeapBytes: [2048 * MIB, 2048 * MIB] })
  const aws = await startAws({ tables: [incidentTable('incidents')] })
  const lambdas = await runLambdas(aws, { clusters: [clusterOf(connect.urls)] }, 'incidents')
  const mailbox = new Mailbox(aws)

  /** Scans and shows mail until people have been told this of the connector. */
  const until = async (event: string, connector: string): Promise<void> => {
    const deadline = Date.now() + PATIENCE_MS
    while (Date.now() < deadline) {
      await lambdas.schedule()
      await sleep(SCAN_EVERY_MS)
      if (mailbox.open().some((told) => told.event === event && told.connector === connector)) return
    }
    throw new StoryError(`nobody was told within ${PATIENCE_MS / 1000} s that ${connector} was ${event}`)
  }

  try {
    chapter('A Kafka Connect cluster of two workers, 2 GiB of heap each. All is well.')
    connect.cluster.broker.createTopic('orders', 4, 20)
    await createConnector(connect, 'orders-db', {
      'connector.class': 'io.confluent.connect.jdbc.JdbcSinkConnector',
      'tasks.max': '2',
      topics: 'orders',
      'connection.url': 'jdbc:postgresql://db.example:5432/shop',
      'connection.password': 'correct-horse',
    })
    await running(connect, 'orders-db')
    await lambdas.schedule()
    await sleep(SCAN_EVERY_MS)

    chapter('The database goes away. Kafka Connect kills the tasks, and leaves them dead.')
    connect.cluster.outage('orders-db', Date.now() + 8_000)
    await until('escalated', 'orders-db')

    chapter('The budget is used up, and a person was called. The database comes back by itself.')
    await until('recovered', 'orders-db')

    chapter('A record that is no Avro arrives. No restart can help, so none is tried.')
    connect.cluster.broker.createTopic('clicks', 2, 20)
    connect.cluster.broker.poison('clicks', 1, 30)
    await createConnector(connect, 'clicks-db', {
      'connector.class': 'io.confluent.connect.jdbc.JdbcSinkConnector',
      'tasks.max': '2',
      topics: 'clicks',
      'connection.url': 'jdbc:postgresql://db.example:5432/shop',
    })
    await until('escalated', 'clicks-db')

    chapter('An S3 sink over 22 topics of 4 partitions, default settings: its part buffers do not fit.')
    await foundingSink(connect, 'billing-s3')
    await until('escalated', 'billing-s3')

    chapter('A person does what the message offers first: smaller parts.')
    await reconfigure(connect, 'billing-s3', { 's3.part.size': '5242880' })
    await until('recovered', 'billing-s3')

    const leaks = aws.published.filter(({ message }) => message.includes('correct-horse'))
    if (leaks.length > 0) throw new StoryError('a message holds a password')
    const restarts = `${aws.published.length} messages, each told once; no password in any of them`
    chapter(`The end: ${restarts}.`)
  } finally {
    await lambdas.close()
    await aws.close()
    await connect.close()
  }
}

function clusterOf(urls: readonly string[]): ClusterConfig {
  return {
    name: 'sandbox',
    urls,
    auth: { type: 'none' },
    tls: { ca: null, clientCertificate: null },
    alarms: [],
    kafkaVersion: null,
    workerHeapBytes: 2048 * MIB,
    workers: 2,
    workerConfig: {},
    like: [],
    partitions: FOUNDING_TOPICS,
    heap: null,
    lag: null,
    governor: { ...DEFAULT_GOVERNOR, rebalanceDelayMs: 6_000 },
    defaults: POLICY,
    policies: [],
  }
}

async function running({ cluster }: ConnectSandbox, name: string): Promise<void> {
  for (let tries = 0; tries < 100; tries++) {
    const tasks = cluster.connectors.get(name)?.tasks ?? []
    if (tasks.length > 0 && tasks.every(({ status }) => status?.state === 'RUNNING')) return
    await sleep(50)
  }
  throw new StoryError(`${name} does not run`)
}

function chapter(title: string): void {
  console.log(`\n${styleText(['bold', 'yellow'], `▶ ${title}`)}\n`)
}
