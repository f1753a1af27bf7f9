import { setTimeout } from 'node:timers/promises'
import { DEFAULT_GOVERNOR } from '../../lib/config/defaults.ts'
import { type ConnectClient, createConnectClient } from '../../lib/connect/client.ts'
import type { ConnectorSnapshot, Snapshot } from '../../lib/domain/snapshot.ts'
import { NO_HEAP_INPUTS } from '../../lib/heap/inputs.ts'
import { sizeOptions, sizesOf } from '../amounts.ts'
import { connectionOptions, readConnection } from '../connection.ts'
import { diagnoseWithEvidence } from '../findings.ts'
import { printFindings } from '../show.ts'
import type { ExitCode, Terminal } from '../terminal.ts'
import { parseOptions } from '../usage.ts'

/** Long enough for a worker that is up to start the tasks of a connector that was just created. */
const SECOND_LOOK_MS = 2_000

/** `connect-medic check`: one request, unless the cluster may be settling, or memory ran out. */
export async function runCheck(args: readonly string[], terminal: Terminal): Promise<ExitCode> {
  const options = { ...connectionOptions, ...sizeOptions, json: { type: 'boolean' } } as const
  const { values } = parseOptions(args, options, [])
  const heap = { ...NO_HEAP_INPUTS, ...sizesOf(values) }
  const connection = await readConnection(values, terminal.env)
  const client = createConnectClient(connection)
  // Never aborted: each request has its own time limit, and Ctrl-C ends the process.
  const { signal } = new AbortController()
  const { rebalanceDelayMs } = DEFAULT_GOVERNOR
  const look = { ...(await scanSettled(client, signal)), heap, rebalanceDelayMs }
  const findings = await diagnoseWithEvidence(connection.cluster, look, client)
  printFindings(findings, look.snapshot, values.json === true, terminal)
  return findings.diagnoses.length === 0 ? 0 : 1
}

interface SettledScan {
  readonly snapshot: Snapshot
  readonly waitedMs: ReadonlyMap<string, number>
}

/** A second look, if the first may have met a connector that was just created, or a cluster that was just started. */
async function scanSettled(client: ConnectClient, signal: AbortSignal): Promise<SettledScan> {
  const first = await client.scan(signal)
  const early = first.connectors.filter(isUnplaced)
  const maySettle = early.some(hasNoTasks) || (early.length > 0 && early.length === first.connectors.length)
  if (!maySettle) return { snapshot: first, waitedMs: new Map() }
  await setTimeout(SECOND_LOOK_MS)
  const snapshot = await client.scan(signal)
  // What was not seen waiting before waits since a moment; for how long the others do is not known.
  const fresh = snapshot.connectors.filter(
    (connector) => isUnplaced(connector) && !early.some(({ name }) => name === connector.name),
  )
  return { snapshot, waitedMs: new Map(fresh.map(({ name }) => [name, 0])) }
}

const hasNoTasks = ({ connector, tasks }: ConnectorSnapshot) =>
  connector.state === 'RUNNING' && tasks.length === 0

const isUnplaced = (connector: ConnectorSnapshot) =>
  hasNoTasks(connector) ||
  [connector.connector, ...connector.tasks].every(({ state }) => state === 'UNASSIGNED')
