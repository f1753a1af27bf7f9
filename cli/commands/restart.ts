import { setTimeout } from 'node:timers/promises'
import { type ConnectClient, createConnectClient } from '../../lib/connect/client.ts'
import { UnknownOutcomeError } from '../../lib/connect/errors.ts'
import { diagnose } from '../../lib/diagnosis/diagnose.ts'
import type { ConnectorSnapshot, InstanceStatus, Snapshot } from '../../lib/domain/snapshot.ts'
import { NO_HEAP_INPUTS } from '../../lib/heap/inputs.ts'
import { isAddressable } from '../../lib/util/path-segment.ts'
import { connectionOptions, readConnection } from '../connection.ts'
import { findConnector } from '../connector-in.ts'
import { InputError } from '../input.ts'
import { type ExitCode, plainText, type Terminal } from '../terminal.ts'
import { parseOptions } from '../usage.ts'

/** Workers carry a restart out some time after it was accepted; a task that fails at once has then failed again. */
const MAX_LOOKS = 10
const BETWEEN_LOOKS_MS = 1_000

/** `connect-medic restart NAME`: restarts what has FAILED of one connector, and looks what came of it. */
export async function runRestart(args: readonly string[], terminal: Terminal): Promise<ExitCode> {
  const options = { ...connectionOptions, 'dry-run': { type: 'boolean' } } as const
  const { values, positionals } = parseOptions(args, options, ['NAME'])
  const [name = ''] = positionals
  if (!isAddressable(name)) {
    throw new InputError(
      'NAME holds "/", "%", "\\" or a control character, or is "." or "..": the REST API can list such a connector, but not restart it',
    )
  }
  const say = (line: string) => terminal.stdout.write(`${plainText(line)}\n`)
  const client = createConnectClient(await readConnection(values, terminal.env))
  // Never aborted: each request has its own time limit, and Ctrl-C ends the process.
  const { signal } = new AbortController()
  const snapshot = await client.scan(signal)
  const failed = failedOf(findConnector(snapshot, name))
  if (failed.length === 0) {
    say(`${name}: nothing is FAILED, nothing to restart`)
    return 0
  }
  say(
    `${name}: ${values['dry-run'] ? 'would restart' : 'restarting'} what has FAILED: ${failed.map(nameOf).join(', ')}`,
  )
  for (const doubt of restartDoubts(snapshot, name)) say(doubt)
  if (values['dry-run']) return 0
  await restartAll(client, name, failed, say, signal)
  return await watchRestart(client, name, failed, say, signal)
}

/** The connector instance, or one of its tasks. */
type Part = InstanceStatus & { readonly id?: number }

const nameOf = ({ id }: Part) => (id === undefined ? 'the connector itself' : `task ${id}`)

const partsOf = ({ connector, tasks }: ConnectorSnapshot): readonly Part[] => [connector, ...tasks]

const failedOf = (connector: ConnectorSnapshot) =>
  partsOf(connector).filter(({ state }) => state === 'FAILED')

function restartDoubts(snapshot: Snapshot, name: string): readonly string[] {
  const known = { heap: NO_HEAP_INPUTS, waitedMs: new Map() }
  return diagnose({ snapshot, rebalanceDelayMs: 0, ...known })
    .filter(({ connector, restart }) => connector === name && restart === 'useless')
    .map(({ kind, summary }) => `a restart is not likely to help (${kind}): ${summary}`)
}

async function restartAll(
  client: ConnectClient,
  name: string,
  failed: readonly Part[],
  say: (line: string) => void,
  signal: AbortSignal,
): Promise<void> {
  const answer = await client.restartFailed(name, signal).catch(unknown)
  if (answer === 'unknown') say('it is not known whether that was done; looking')
  if (answer !== 'connector-only') return
  say('this is Kafka before 3.0: each failed task is restarted by itself')
  for (const { id } of failed) {
    if (id === undefined) continue
    const done = await client.restartTask(name, id, signal).catch(unknown)
    if (done === 'unknown') say(`task ${id}: it is not known whether that was done`)
  }
}

function unknown(error: unknown): 'unknown' {
  if (error instanceof UnknownOutcomeError) return 'unknown'
  throw error
}

/** Looks until all that was restarted runs at two looks, for a task shows RUNNING before it has read a record. */
async function watchRestart(
  client: ConnectClient,
  name: string,
  failed: readonly Part[],
  say: (line: string) => void,
  signal: AbortSignal,
): Promise<ExitCode> {
  let parts: readonly Part[] = []
  let good = 0
  for (let look = 0; look < MAX_LOOKS && good < 2; look++) {
    await setTimeout(BETWEEN_LOOKS_MS)
    const now = partsOf(findConnector(await client.scan(signal), name))
    parts = now.filter(({ id }) => failed.some((part) => part.id === id))
    good = parts.every(isUp) ? good + 1 : 0
  }
  for (const part of parts) say(`${nameOf(part)}: ${part.stateText} on ${part.workerId}`)
  if (good < 2) say(`${name}: not all of it runs; see what "check" says of it`)
  return good < 2 ? 1 : 0
}

/** A paused connector's tasks are PAUSED after a restart. */
const isUp = ({ state }: Part) => state === 'RUNNING' || state === 'PAUSED'
