import { Clinic, TRACES } from '../../support/clinic.ts'
import { type Tally, tally } from './course.ts'
import type { Scenario } from './scenarios.ts'

export interface OurDay extends Pick<Tally, 'restarts' | 'wasted' | 'downMs'> {
  readonly messages: number
  /** Of the messages, those that call for a person. */
  readonly calls: number
}

/** A day of the scenario with the real reconcile and its defaults, a scan a minute. */
export async function ourDay(
  { connectors, tasks, course }: Scenario,
  trace: keyof typeof TRACES,
  untilMs: number,
): Promise<OurDay> {
  const clinic = new Clinic()
  const patients = Array.from({ length: connectors }, (_, index) => ({
    name: `connector-${index}`,
    failsAt: course(),
  }))
  for (const { name, failsAt } of patients) clinic.cluster.add(name, { tasks, trace: TRACES[trace], failsAt })
  await clinic.watch(untilMs)
  const tallies = patients.map(({ name, failsAt }) =>
    tally(clinic.cluster.restartsOf(name), failsAt, untilMs),
  )
  const sum = (field: 'restarts' | 'wasted' | 'downMs') =>
    tallies.reduce((total, each) => total + each[field], 0)
  return {
    restarts: sum('restarts'),
    wasted: sum('wasted'),
    downMs: sum('downMs'),
    messages: clinic.told.length,
    calls: clinic.events().filter((event) => event === 'escalated').length,
  }
}
