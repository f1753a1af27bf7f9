import pLimit from 'p-limit'
import type { AgentSource } from '../domain/cluster-config.ts'
import { type Asked, ask } from './ask.ts'
import { filled } from './host.ts'
import type { Means, Readings } from './source-access.ts'

/** An agent answers in the JVM that is in trouble: each is asked once, and not all at the same time. */
const AGENTS_AT_ONCE = 16

/** What is asked of agents, and how the answer is read. */
export interface Reading<T> {
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
  { body, url, read, what }: Reading<T>,
  { ca }: Pick<Means, 'ca'>,
  signal: AbortSignal,
): Promise<Readings<T>> {
  const limit = pLimit(AGENTS_AT_ONCE)
  const asked = await Promise.all(
    [...hosts].map(([host, key]) =>
      limit(async () => {
        const at = URL.parse(filled(source.url, { host }))
        // such as 1.2.3.4.5, which is neither a name nor an address
        if (at === null) return { key, answer: NO_URL, at: 'a host that makes no URL' }
        return { key, answer: await ask({ url: url(at.href), body, ca }, signal), at: at.host }
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

const NO_URL: Asked = { is: 'failed', why: 'it was not asked' }

const whyNot = (answer: Asked, what: string): string =>
  answer.is === 'failed' ? answer.why : `the answer does not tell the ${what}`
