import { InvalidConnectionError } from '../lib/connect/connection.ts'
import { ConnectError } from '../lib/connect/errors.ts'
import { help } from './help.ts'
import { InputError } from './input.ts'
import { type ExitCode, plainText, type Terminal } from './terminal.ts'
import { UsageError } from './usage.ts'

type Command = (args: readonly string[], terminal: Terminal) => Promise<ExitCode>

/** Loaded when used: starting takes longer than asking a cluster, and most of it is loading code. */
const commands: ReadonlyMap<string, () => Promise<Command>> = new Map([
  ['check', async () => (await import('./commands/check.ts')).runCheck],
  ['diagnose', async () => (await import('./commands/diagnose.ts')).runDiagnose],
  ['plan', async () => (await import('./commands/plan.ts')).runPlan],
  ['restart', async () => (await import('./commands/restart.ts')).runRestart],
])

/** Runs one command line. Never rejects: what goes wrong is one line on standard error. */
export async function runCommand(argv: readonly string[], terminal: Terminal): Promise<ExitCode> {
  const [name = '', ...args] = argv
  const load = commands.get(name)
  try {
    if (load === undefined) return await withoutCommand(name, terminal)
    if (wantsHelp(args)) return print(helpOf(name), terminal)
    const command = await load()
    return await command(args, terminal)
  } catch (error) {
    terminal.stderr.write(
      `connect-medic: ${plainText(lineOf(error, load === undefined ? '' : `${name} `))}\n`,
    )
    return 2
  }
}

async function withoutCommand(name: string, terminal: Terminal): Promise<ExitCode> {
  if (name === 'help' || wantsHelp([name])) return print(help.program, terminal)
  if (name === '--version') {
    const { default: manifest } = await import('../package.json', { with: { type: 'json' } })
    return print(`${manifest.version}\n`, terminal)
  }
  if (name === '') throw new UsageError('a command is missing: check, diagnose, plan or restart')
  if (name.startsWith('-')) throw new UsageError('the command comes first: check, diagnose, plan or restart')
  throw new UsageError('there is no such command; there are check, diagnose, plan and restart')
}

const wantsHelp = (args: readonly string[]) => args.includes('--help') || args.includes('-h')

function helpOf(name: string): string {
  return name === 'check' || name === 'diagnose' || name === 'plan' || name === 'restart'
    ? help[name]
    : help.program
}

function print(text: string, { stdout }: Terminal): ExitCode {
  stdout.write(text)
  return 0
}

function lineOf(error: unknown, command: string): string {
  if (error instanceof UsageError) return `${error.message} (see: connect-medic ${command}--help)`
  const isExpected = [InputError, ConnectError, InvalidConnectionError].some(
    (known) => error instanceof known,
  )
  // Of what is not expected, the message may hold anything.
  if (!(error instanceof Error)) return 'a fault of connect-medic itself'
  return isExpected ? error.message : `a fault of connect-medic itself: ${error.name}`
}
