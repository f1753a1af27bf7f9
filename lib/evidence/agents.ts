import pLimit from 'p-limit'
import type { AgentSource } from '../domain/cluster-config.ts'
import { type AgentAnswer, askAgent } from './ask.ts'
import { fillTemplate } from './host.ts'
import type { Readings, SourceAccess } from './source-access.ts'

/** An agent answers in the JVM that is in trouble: each is asked once, and not all at the same time. */
const MAX_CONCURRENT_AGENTS = 16

/** What is asked of agents, and how the answer is read. */
export interface AgentQuestion<T> {
  /** Posted if it is not undefined. */
  readonly body?: unknown
  readonly url: (url: string) => string
  /** Null: the answer does not tell. */
  readonly read: (text: string) => T | null
  /** Such as `heap`. */
  readonly what: string
}

/** @param hosts host to the key under which its reading is given */
export async function readAgents<T>(
  source: AgentSource,
  hosts: ReadonlyMap<string, string>,
  { body, url, read, what }: AgentQuestion<T>,
  { ca }: Pick<SourceAccess, 'ca'>,
  signal: AbortSignal,
): Promise<Readings<T>> {
  const limit = pLimit(MAX_CONCURRENT_AGENTS)
  const asked = await Promise.all(
    [...hosts].map(([host, key]) =>
      limit(async () => {
        const at = URL.parse(fillTemplate(source.url, { host }))
        // such as 1.2.3.4.5, which is neither a name nor an address
        if (at === null) return { key, answer: NO_URL, at: 'a host that makes no URL' }
        return { key, answer: await askAgent({ url: url(at.href), body, ca }, signal), at: at.host }
      }),
    ),
  )
  const values = new Map<string, T>()
  const problems: string[] = []
  for (const { key, at, answer } of asked) {
    const value = answer.is === 'answered' ? read(answer.text) : null
    if (value === null) problems.push(`${what}: ${source.type} at ${at}: ${whyNot(answer, what)}`)
    else values.set(key, value)
  }
  return { values, problems }
}

const NO_URL: AgentAnswer = { is: 'failed', why: 'it was not asked' }

const whyNot = (answer: AgentAnswer, what: string): string =>
  answer.is === 'failed' ? answer.why : `the answer does not tell the ${what}`
