import type { Diagnosis } from '../domain/diagnosis.ts'
import { isAddressable } from '../util/path-segment.ts'
import { redact } from '../util/redact.ts'
import { quoteForShell } from '../util/shell.ts'
import type { Message } from './message.ts'

/** A shell command that may be copied as it stands, or why there is none. */
export type Command =
  | { readonly is: 'given'; readonly purpose: string; readonly command: string }
  | { readonly is: 'not-given'; readonly why: string }

// A command that is cut is worse than none, and chat has room for 8 KiB in all.
const MAX_COMMAND_LENGTH = 2048

/** The request that a person makes next: a restart, or a look where a restart can't help. */
export function suggestCommand(message: Message): Command {
  const { origin, pathname } = URL.parse(message.connectUrl) ?? { origin: 'null', pathname: '' }
  if (origin === 'null') return no("the cluster's URL in clusters.yml is neither http nor https")
  const connectors = `${origin}${pathname.replace(/\/$/u, '')}/connectors`
  switch (message.about) {
    case 'cluster':
    case 'group':
      return look('To see what it answers', `${connectors}?expand=status`)
    case 'risk':
      return ofConnector(message.risk.connector, connectors, (path) =>
        look('To see where its tasks are', `${path}/status`),
      )
    case 'incident':
      return ofConnector(message.incident.connector, connectors, (path) =>
        restart(message.incident.diagnosis, path),
      )
  }
}

function ofConnector(connector: string, connectors: string, command: (path: string) => Command): Command {
  if (!isAddressable(connector))
    return no("the connector's name can't be part of a path (it holds '/', '%', '\\' or worse)")
  if (redact(connector) !== connector) return no("the connector's name looks as if it held a secret")
  return command(`${connectors}/${encodeURIComponent(connector)}`)
}

function restart({ restart: advice, restartReaches }: Diagnosis, path: string): Command {
  if (restartReaches === 'nothing') return look('To see where its tasks are', `${path}/status`)
  // With onlyFailed the request would leave alone what says RUNNING.
  const query = `includeTasks=true&onlyFailed=${restartReaches === 'failed-tasks'}`
  return given(
    advice === 'useless' ? 'To restart it, once the cause is gone' : 'To restart it yourself',
    `curl -sS -X POST ${quoteForShell(`${path}/restart?${query}`)}`,
  )
}

function look(purpose: string, url: string): Command {
  return given(purpose, `curl -sS ${quoteForShell(url)}`)
}

function given(purpose: string, command: string): Command {
  return command.length > MAX_COMMAND_LENGTH ? no('it would be too long') : { is: 'given', purpose, command }
}

function no(why: string): Command {
  return { is: 'not-given', why }
}
