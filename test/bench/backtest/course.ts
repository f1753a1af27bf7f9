/**
 * What the tasks of one connector do: when a run that began at `startedAt` ends in failure, in milliseconds since the
 * start of the day; null: it runs on. The day begins with a run.
 */
export type Course = (startedAt: number) => number | null

/** A rule of restarting, as it is published: what it remembers of one connector, and what it does at each look. */
export interface Rule<Memory> {
  readonly everyMs: number
  readonly initial: Memory
  look(
    memory: Memory,
    hasFailed: boolean,
    now: number,
  ): { readonly memory: Memory; readonly restart: boolean }
}

/** When the rule restarts a connector of that course, in milliseconds. */
export function restartsBy<Memory>(rule: Rule<Memory>, course: Course, untilMs: number): readonly number[] {
  const restarts: number[] = []
  let memory = rule.initial
  for (let now = rule.everyMs; now <= untilMs; now += rule.everyMs) {
    const step = rule.look(memory, isFailed(course, restarts.at(-1) ?? 0, now), now)
    memory = step.memory
    if (step.restart) restarts.push(now)
  }
  return restarts
}

export interface Tally {
  readonly restarts: number
  /** Restarts whose run ended in failure as well. */
  readonly wasted: number
  readonly downMs: number
  /** Times that it was down for so long that an alert with `for: 5m` fires. */
  readonly alerts: number
}

/** What came of restarts at those times. */
export function tally(restarts: readonly number[], course: Course, untilMs: number): Tally {
  const starts = [0, ...restarts]
  const downs = starts.flatMap((startedAt, index) => {
    const failedAt = course(startedAt)
    const until = starts[index + 1] ?? untilMs
    return failedAt === null || failedAt > until ? [] : [{ from: failedAt, until, index }]
  })
  return {
    restarts: restarts.length,
    wasted: downs.filter(({ index }) => index > 0).length,
    downMs: downs.reduce((sum, { from, until }) => sum + until - from, 0),
    alerts: merged(downs).filter(({ from, until }) => until - from >= ALERT_AFTER_MS).length,
  }
}

const ALERT_AFTER_MS = 5 * 60_000
/** A run that is shorter than the scrape interval of Prometheus interrupts no alert. */
const UNSEEN_MS = 30_000

interface Down {
  readonly from: number
  readonly until: number
}

function merged(downs: readonly Down[]): readonly Down[] {
  const periods: Down[] = []
  for (const { from, until } of downs) {
    const last = periods.at(-1)
    const isOne = last !== undefined && from - last.until < UNSEEN_MS
    periods.splice(isOne ? -1 : periods.length, 1, { from: isOne ? last.from : from, until })
  }
  return periods
}

function isFailed(course: Course, startedAt: number, now: number): boolean {
  const failedAt = course(startedAt)
  return failedAt !== null && now >= failedAt
}
