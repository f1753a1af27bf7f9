import { MINUTE } from '../../support/clinic.ts'
import type { Course } from './course.ts'

export interface Scenario {
  readonly title: string
  readonly connectors: number
  readonly tasks: number
  /** Restarts that are good enough, of all connectors together. */
  readonly goal?: number
  /** Made anew for each connector: it may count the runs. */
  readonly course: () => Course
}

/** Away from full minutes, so that no rule is favoured that looks at them. */
const OUTAGE_AT = 60 * MINUTE + 20_000
/** A task that can't reach the other side dies after a few seconds. */
const AT_ONCE = 5_000

export const SCENARIOS: readonly Scenario[] = [
  {
    title: '(a) fails 5 min after each start, for ever',
    connectors: 1,
    tasks: 4,
    goal: 6,
    course: () => (startedAt) => startedAt + 5 * MINUTE,
  },
  { title: '(b) fails twice, then runs', connectors: 1, tasks: 4, course: failsTwice },
  { title: '(c) the other side is away for 40 min', connectors: 1, tasks: 4, course: outage(40 * MINUTE) },
  {
    title: '(d) the other side of 50 connectors is away for 10 min',
    connectors: 50,
    tasks: 4,
    course: outage(10 * MINUTE),
  },
]

function failsTwice(): Course {
  const runs: number[] = []
  return (startedAt) => {
    if (!runs.includes(startedAt)) runs.push(startedAt)
    const run = runs.indexOf(startedAt)
    if (run === 0) return OUTAGE_AT
    return run === 1 ? startedAt + MINUTE : null
  }
}

function outage(lengthMs: number): () => Course {
  return () => (startedAt) => {
    if (startedAt < OUTAGE_AT) return OUTAGE_AT
    return startedAt < OUTAGE_AT + lengthMs ? startedAt + AT_ONCE : null
  }
}
