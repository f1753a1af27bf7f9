import { HOUR } from '../support/clinic.ts'
import { tally } from './backtest/course.ts'
import { ourDay } from './backtest/ours.ts'
import { RIVALS } from './backtest/rivals.ts'
import { SCENARIOS, type Scenario } from './backtest/scenarios.ts'
import { goal, type Table } from './table.ts'

const DAY = 24 * HOUR

/** A day of each scenario under each rule of restarting. */
export async function backtest(): Promise<Table> {
  const rows: (readonly string[])[] = []
  for (const scenario of SCENARIOS) {
    rows.push(await ourRow(scenario, 'Connect Medic', 'network'))
    if (scenario.goal !== undefined) {
      rows.push(await ourRow(scenario, 'Connect Medic, if it is an OutOfMemoryError', 'outOfMemory'))
    }
    rows.push(...RIVALS.map((rival) => rivalRow(scenario, rival)))
  }
  return {
    title: 'Policy, over 24 simulated hours',
    about:
      'Connect Medic is the real reconcile with its defaults on a cluster in memory, a scan a minute; the others are their published formulas at their published intervals. A restart is that of one connector with all its failed tasks; wasted, if it ended in failure again. Messages are all that go to people; calls are those that ask for a person. What looks often is flattered: a failure falls on the second of a look.',
    columns: [
      'scenario',
      'policy',
      'restarts',
      'wasted',
      'connector-minutes down',
      'messages',
      'calls',
      'goal',
    ],
    rows,
  }
}

async function ourRow(scenario: Scenario, name: string, trace: 'network' | 'outOfMemory') {
  const { restarts, wasted, downMs, messages, calls } = await ourDay(scenario, trace, DAY)
  const verdict =
    scenario.goal === undefined ? '' : goal(`≤ ${scenario.goal} restarts`, restarts <= scenario.goal)
  return row(scenario, name, [restarts, wasted, minutes(downMs), messages, calls], verdict)
}

function rivalRow(scenario: Scenario, { name, restarts, messages }: (typeof RIVALS)[number]) {
  const { connectors, course } = scenario
  const one = course()
  const day = tally(restarts(one, DAY), one, DAY)
  const told = messages(day, connectors)
  const counts = [
    day.restarts * connectors,
    day.wasted * connectors,
    minutes(day.downMs * connectors),
    told,
    told,
  ]
  return row(scenario, name, counts, '')
}

function row({ title }: Scenario, name: string, counts: readonly number[], verdict: string) {
  return [title, name, ...counts.map(String), verdict]
}

function minutes(ms: number): number {
  return Math.round(ms / 60_000)
}
