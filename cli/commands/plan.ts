import { createConnectClient } from '../../lib/connect/client.ts'
import { listTopics } from '../../lib/domain/topics.ts'
import { partitionsMissing } from '../../lib/evidence/missing.ts'
import { type HeapInputs, NO_HEAP_INPUTS, toClusterLoad } from '../../lib/heap/inputs.ts'
import type { ClusterLoad, ConnectorFacts } from '../../lib/heap/model.ts'
import { withPartitions, withTasks } from '../../lib/heap/simulate.ts'
import { connectionOptions, readConnection } from '../connection.ts'
import { findConnector } from '../connector-in.ts'
import { gatherEvidence } from '../evidence.ts'
import { InputError } from '../input.ts'
import { applyChanges, type Changes, changeOptions, describeChanges, parseChanges } from '../plan/changes.ts'
import { planTable } from '../plan/plan-table.ts'
import { fullestConnector, type PlanQuestion, simulatePlan } from '../plan/simulate-plan.ts'
import { readCluster, type SavedCluster } from '../saved.ts'
import { type ExitCode, paintFor, plainJson, type Terminal } from '../terminal.ts'
import { parseOptions, UsageError } from '../usage.ts'

/** `connect-medic plan`: what a connector holds of its workers' memory, and what would change that. */
export async function runPlan(args: readonly string[], terminal: Terminal): Promise<ExitCode> {
  const isLive = args.some((arg) => arg === '--url' || arg.startsWith('--url='))
  const options = { ...connectionOptions, ...changeOptions, json: { type: 'boolean' } } as const
  const { values, positionals } = isLive
    ? parseOptions(args, options, ['NAME'])
    : parseOptions(args, options, ['FILE'], ['NAME'])
  const changes = parseChanges(values)
  const [file = '-', given = null] = isLive ? [undefined, positionals[0]] : positionals
  const source = isLive
    ? await liveCluster(await readConnection(values, terminal.env))
    : await readCluster(file, terminal.stdin)
  const answer = simulatePlan(await questionOf(source, given, changes))
  const { stdout } = terminal
  stdout.write(values.json === true ? `${plainJson(answer)}\n` : planTable(answer, paintFor(stdout)))
  return 0
}

async function liveCluster(connection: Parameters<typeof createConnectClient>[0]): Promise<SavedCluster> {
  const connect = createConnectClient(connection)
  // Never aborted: each request has its own time limit, and Ctrl-C ends the process.
  const snapshot = await connect.scan(new AbortController().signal)
  return { cluster: connection.cluster, snapshot, heap: NO_HEAP_INPUTS, connect }
}

/** What was not known and is told now goes into the cluster of today; the rest of the options is a change of it. */
async function questionOf(
  { cluster, snapshot, heap, connect }: SavedCluster,
  given: string | null,
  changes: Changes,
): Promise<PlanQuestion> {
  const sizes = toldSizes(changes, heap, toClusterLoad(snapshot, heap).workers.length)
  const told = { ...heap, ...sizes }
  const name = given ?? fullestConnector(toClusterLoad(snapshot, told))
  if (name === null) throw nothingPlaced()
  const asked = findConnector(snapshot, name)
  const evidence = await gatherEvidence(
    { ...told, partitions: changes.partitions },
    snapshot,
    [name],
    connect,
  )
  const seen = toClusterLoad(snapshot, { ...evidence.heap, partitions: heap.partitions })
  checkPartitions(changes, factsIn(seen, name))
  const known = factsIn(seen, name).partitions ?? new Map<string, number>()
  const isTold = ([topic]: readonly [string, number]) => !known.has(topic)
  const load = placed(
    [...changes.partitions]
      .filter(isTold)
      .reduce((each, [topic, number]) => withPartitions(each, name, topic, number), seen),
    name,
  )
  const rest: Changes = {
    ...changes,
    workerHeapBytes: sizes.workerHeapBytes === changes.workerHeapBytes ? null : changes.workerHeapBytes,
    workers: sizes.workers === changes.workers ? null : changes.workers,
    partitions: new Map([...changes.partitions].filter((each) => !isTold(each))),
  }
  const what = describeChanges(rest)
  const yours = what === '' ? null : { what, load: applyChanges(load, name, rest) }
  const open = openTopics(factsIn(yours?.load ?? load, name))
  const partitions = open.length === 0 ? [] : [partitionsMissing(asked, open)]
  const connector = factsIn(load, name)
  return {
    cluster,
    load,
    connector,
    yours,
    assumptions: [
      ...(asked.tasks.length > 0
        ? []
        : [`It has no tasks now: ${connector.tasks.length} by tasks.max, placed as Kafka Connect would.`]),
      ...(open.length > 0 && connector.partitions !== null
        ? [`Topics whose partitions are not known are left out: ${open.length}, so it holds more than this.`]
        : []),
    ],
    missing: [...new Set([...partitions, ...evidence.missing])],
  }
}

function toldSizes(
  { workerHeapBytes, workers }: Changes,
  memory: HeapInputs,
  used: number,
): Pick<HeapInputs, 'workerHeapBytes' | 'workers'> {
  const tellsWorkers = memory.workers === null && workers !== null && workers >= used
  return {
    workerHeapBytes: memory.workerHeapBytes ?? workerHeapBytes,
    workers: tellsWorkers ? workers : memory.workers,
  }
}

function factsIn({ connectors }: ClusterLoad, name: string): ConnectorFacts {
  const found = connectors.find((connector) => connector.name === name)
  if (found === undefined) throw new RangeError('the connector is not in the cluster')
  return found
}

/** A connector without tasks, such as a stopped one, as it would be placed. */
function placed(load: ClusterLoad, name: string): ClusterLoad {
  const { tasks, config } = factsIn(load, name)
  if (tasks.length > 0) return load
  if (load.workers.length === 0) throw nothingPlaced()
  const most = Number(config['tasks.max'] ?? 1)
  return withTasks(load, name, Number.isSafeInteger(most) && most >= 1 && most <= 10_000 ? most : 1)
}

/** Topics that it lists and whose partitions nobody told. */
function openTopics({ type, config, partitions }: ConnectorFacts): readonly string[] {
  return type === 'source' ? [] : listTopics(config).filter((topic) => !partitions?.has(topic))
}

const nothingPlaced = () => new InputError('no task is on a worker, so there is nothing to weigh')

function checkPartitions({ partitions }: Changes, { config, type }: ConnectorFacts): void {
  const topics = listTopics(config)
  if (partitions.size > 0 && type === 'source')
    throw new UsageError('--partitions is for sinks, and this connector is a source')
  if (topics.length > 0 && [...partitions.keys()].some((topic) => !topics.includes(topic))) {
    throw new UsageError('--partitions names a topic that is not in the topics of the connector')
  }
}
