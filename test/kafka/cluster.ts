import { execFile } from 'node:child_process'
import { randomBytes } from 'node:crypto'
import { mkdtemp, readFile, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { dirname, join } from 'node:path'
import { fileURLToPath } from 'node:url'
import { promisify } from 'node:util'
import type { Installation } from './jars.ts'
import { answers, freePorts, type JavaProcess, startJava } from './java-process.ts'

const LOGGING = `-Dlog4j2.configurationFile=${join(dirname(fileURLToPath(import.meta.url)), 'log4j2.yaml')}`
const READY_WITHIN_MS = 180_000

/** A running Kafka, as plain data: what test files in other processes need to use it. */
export interface KafkaAddress {
  readonly installation: Installation
  readonly bootstrap: string
  /** URL of the tool that creates topics and produces records. */
  readonly tool: string
  /** For the files of this Kafka, its workers and their sinks; removed when it is killed. */
  readonly dir: string
}

export interface Kafka extends KafkaAddress {
  /** Ends it by SIGKILL: what it stored is thrown away, so it needn't be written out. */
  kill(): Promise<void>
}

export interface Worker extends JavaProcess {
  readonly url: string
}

export interface WorkerOptions {
  /** -Xms and -Xmx; 256m by default, which leaves about 230 MiB for buffers. */
  readonly heap?: string
  /** Workers of one group are one cluster. */
  readonly group?: string
  /** Beside those for heap and logging, which come before them. */
  readonly jvmArgs?: readonly string[]
  /** Worker settings that differ from those below. */
  readonly properties?: Readonly<Record<string, string>>
}

export class KafkaToolError extends Error {
  override readonly name = 'KafkaToolError'
}

/** One KRaft node, broker and controller, on free ports and with a directory of its own. */
export async function startKafka(installation: Installation): Promise<Kafka> {
  const [port, controllerPort, toolPort] = await freePorts(3)
  const bootstrap = `127.0.0.1:${port}`
  const dir = await mkdtemp(join(tmpdir(), 'kafka-'))
  const config = join(dir, 'server.properties')
  await writeFile(
    config,
    properties({
      'log.dirs': join(dir, 'data'),
      'process.roles': 'broker,controller',
      'node.id': '1',
      'controller.quorum.voters': `1@127.0.0.1:${controllerPort}`,
      listeners: `PLAINTEXT://${bootstrap},CONTROLLER://127.0.0.1:${controllerPort}`,
      'advertised.listeners': `PLAINTEXT://${bootstrap}`,
      'controller.listener.names': 'CONTROLLER',
      'listener.security.protocol.map': 'CONTROLLER:PLAINTEXT,PLAINTEXT:PLAINTEXT',
      'offsets.topic.replication.factor': '1',
      'offsets.topic.num.partitions': '1',
      'transaction.state.log.replication.factor': '1',
      'transaction.state.log.min.isr': '1',
      'share.coordinator.state.topic.replication.factor': '1',
      'share.coordinator.state.topic.min.isr': '1',
      'group.initial.rebalance.delay.ms': '0',
    }),
  )
  await formatStorage(installation, config)
  const logFile = join(dir, 'kafka.log')
  const broker = await startJava(installation, {
    mainClass: 'kafka.Kafka',
    args: [config],
    jvmArgs: ['-Xmx512m', '-XX:+UseSerialGC', LOGGING],
    logFile,
    ready: async () => (await readFile(logFile, 'utf8')).includes('Kafka Server started'),
    readyWithinMs: READY_WITHIN_MS,
  })
  const tool = await startJava(installation, {
    mainClass: 'medic.Tool',
    args: [bootstrap, String(toolPort)],
    jvmArgs: ['-Xmx128m', '-XX:+UseSerialGC', LOGGING],
    logFile: join(dir, 'tool.log'),
    ready: () => answers(`http://127.0.0.1:${toolPort}/health`),
    readyWithinMs: READY_WITHIN_MS,
  })
  return {
    installation,
    bootstrap,
    tool: `http://127.0.0.1:${toolPort}`,
    dir,
    kill: async () => {
      await Promise.all([tool.kill(), broker.kill()])
      await rm(dir, { recursive: true, force: true })
    },
  }
}

/** A distributed Connect worker with the test sink, ready to serve. */
export async function startWorker(kafka: KafkaAddress, options: WorkerOptions = {}): Promise<Worker> {
  const { heap = '256m', group = 'connect' } = options
  const [port] = await freePorts(1)
  const url = `http://127.0.0.1:${port}`
  const dir = await mkdtemp(join(kafka.dir, 'worker-'))
  const config = join(dir, 'worker.properties')
  await writeFile(
    config,
    properties({
      'bootstrap.servers': kafka.bootstrap,
      'group.id': group,
      listeners: url,
      'rest.advertised.host.name': '127.0.0.1',
      'plugin.path': kafka.installation.plugins,
      'plugin.discovery': 'service_load',
      'key.converter': 'org.apache.kafka.connect.storage.StringConverter',
      'value.converter': 'org.apache.kafka.connect.storage.StringConverter',
      'config.storage.topic': `${group}-configs`,
      'offset.storage.topic': `${group}-offsets`,
      'status.storage.topic': `${group}-status`,
      'config.storage.replication.factor': '1',
      'offset.storage.replication.factor': '1',
      'status.storage.replication.factor': '1',
      'offset.storage.partitions': '1',
      'status.storage.partitions': '1',
      'offset.flush.interval.ms': '1000',
      'scheduled.rebalance.max.delay.ms': '3000',
      // workers hear of a rebalance, which every change of a connector is, by heartbeat: 3 s apart by default
      'heartbeat.interval.ms': '200',
      ...options.properties,
    }),
  )
  const worker = await startJava(kafka.installation, {
    mainClass: 'org.apache.kafka.connect.cli.ConnectDistributed',
    args: [config],
    jvmArgs: [`-Xms${heap}`, `-Xmx${heap}`, '-XX:+UseG1GC', LOGGING, ...(options.jvmArgs ?? [])],
    logFile: join(dir, 'worker.log'),
    ready: () => answers(`${url}/health`),
    readyWithinMs: READY_WITHIN_MS,
  })
  return { ...worker, url }
}

export async function createTopic(kafka: KafkaAddress, name: string, partitions: number): Promise<void> {
  await useTool(kafka, 'topics', { name, partitions: String(partitions) })
}

/** Writes `count` short text records; answers with the offset after the last. */
export async function produce(
  kafka: KafkaAddress,
  topic: string,
  partition: number,
  count: number,
): Promise<number> {
  return Number(
    await useTool(kafka, 'records', { topic, partition: String(partition), count: String(count) }),
  )
}

/** Topics of so many partitions, each of which has a record. */
export async function createFilledTopics(
  kafka: KafkaAddress,
  names: readonly string[],
  partitions: number,
): Promise<void> {
  await createTopic(kafka, names.join(), partitions)
  await fillTopics(kafka, names, partitions)
}

/** Writes records to each of the partitions: one short record, if nothing else is said. */
export async function fillTopics(
  kafka: KafkaAddress,
  names: readonly string[],
  partitions: number,
  { count = 1, bytes = 0 } = {},
): Promise<void> {
  await useTool(kafka, 'records', {
    topic: names.join(),
    partition: [...Array(partitions).keys()].join(),
    count: String(count),
    bytes: String(bytes),
  })
}

async function useTool(kafka: KafkaAddress, call: string, query: Record<string, string>): Promise<string> {
  const url = `${kafka.tool}/${call}?${new URLSearchParams(query)}`
  const response = await fetch(url, { method: 'POST', signal: AbortSignal.timeout(60_000) })
  const text = await response.text()
  if (!response.ok) throw new KafkaToolError(`${call} ${JSON.stringify(query)}: ${text}`)
  return text
}

async function formatStorage(installation: Installation, config: string): Promise<void> {
  // as Kafka's random-uuid, but for a JVM less
  const clusterId = randomBytes(16).toString('base64url')
  const format = ['kafka.tools.StorageTool', 'format', `--cluster-id=${clusterId}`, '-c', config]
  const jvm = ['-XX:TieredStopAtLevel=1', LOGGING, '-cp', installation.classPath]
  await promisify(execFile)(installation.java, [...jvm, ...format], { timeout: READY_WITHIN_MS })
}

function properties(settings: Readonly<Record<string, string>>): string {
  // a backslash is an escape in a properties file
  const lines = Object.entries(settings).map(([key, value]) => `${key}=${value.replaceAll('\\', '\\\\')}`)
  return `${lines.join('\n')}\n`
}
