import { redact } from '../redact.ts'
import type { Message } from './message.ts'

/** A shell command that may be copied as it stands, or why there is none. */
export type Command = { readonly given: string } | { readonly notGiven: string }

// A command that is cut is worse than none.
const MAX_LENGTH = 4096

/** The request that a person makes next: a restart, or a look at the tasks if a restart can't help (not-placed). */
export function commandFor({ incident, connectUrl }: Message): Command {
  const { connector } = incident
  if (connector.includes('/')) return no("its name has a '/', which no path of the REST API can name")
  if (/^\.{0,2}$/u.test(connector)) return no('its name is empty or made of dots, which no path can name')
  if (!connector.isWellFormed()) return no('its name is not well-formed Unicode')
  if (redact(connector) !== connector) return no('its name looks as if it held a secret')
  if (!URL.canParse(connectUrl)) return no('the URL of the cluster in clusters.yml is not a URL')
  const { origin, pathname } = new URL(connectUrl)
  const base = `${origin}${pathname.replace(/\/$/u, '')}/connectors/${encodeURIComponent(connector)}`
  const command =
    incident.diagnosis.kind === 'not-placed'
      ? `curl -sS ${quoted(`${base}/status`)}`
      : // A stalled task says RUNNING: with onlyFailed the request would restart nothing.
        `curl -sS -X POST ${quoted(`${base}/restart?includeTasks=true&onlyFailed=${incident.diagnosis.kind !== 'stalled'}`)}`
  return command.length > MAX_LENGTH ? no('it would be too long') : { given: command }
}

const no = (why: string): Command => ({ notGiven: why })

/** One word for a POSIX shell, whatever it holds. */
function quoted(text: string): string {
  return `'${text.replaceAll("'", "'\\''")}'`
}
