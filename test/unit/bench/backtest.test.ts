import { describe, expect, it } from 'vitest'
import { restartsBy, tally } from '../../bench/backtest/course.ts'
import { ourDay } from '../../bench/backtest/ours.ts'
import { RIVALS, strimzi } from '../../bench/backtest/rivals.ts'
import { SCENARIOS } from '../../bench/backtest/scenarios.ts'
import { HOUR, MINUTE } from '../../support/clinic.ts'

const DAY = 24 * HOUR
const failsAfter = (minutes: number) => (startedAt: number) => startedAt + minutes * MINUTE

describe('the backtest', () => {
  it.each([
    [1, 29],
    [4, 29],
    [5, 240],
    [10, 144],
    [30, 48],
    [90, 16],
  ])('restarts what fails after %i min %i times a day by the formula of Strimzi', (minutes, restarts) => {
    const rule = strimzi(Number.POSITIVE_INFINITY)
    expect(restartsBy(rule, failsAfter(minutes), DAY)).toHaveLength(restarts)
  })

  it.each([
    [1, 114],
    [4, 118],
  ])('sees Strimzi with maxRestarts 7 give up on what fails after %i min at minute %i', (minutes, last) => {
    const restarts = restartsBy(strimzi(7), failsAfter(minutes), DAY)
    expect(restarts).toHaveLength(7)
    expect(restarts.at(-1)).toBe(last * MINUTE)
  })

  it('sees Strimzi with maxRestarts 7 never give up on what fails after 5 min', () => {
    expect(restartsBy(strimzi(7), failsAfter(5), DAY)).toHaveLength(240)
  })

  it('restarts what fails after 5 min 144 times a day if it looks each 10 min and remembers nothing', () => {
    const conduktor = RIVALS.find(({ name }) => name.startsWith('Conduktor'))
    expect(conduktor?.restarts(failsAfter(5), DAY)).toHaveLength(144)
  })

  it('sees us restart what fails after 5 min at most 6 times, and call one person', async () => {
    const [flapping] = SCENARIOS
    if (flapping === undefined) throw new Error('there is no scenario')
    const { restarts, calls } = await ourDay(flapping, 'network', DAY)
    expect(restarts).toBeLessThanOrEqual(6)
    expect(calls).toBe(1)
  })

  it('brings back every connector whose trouble is over', async () => {
    for (const scenario of SCENARIOS.slice(1)) {
      const { restarts, wasted } = await ourDay(scenario, 'network', 3 * HOUR)
      expect(restarts - wasted, scenario.title).toBe(scenario.connectors)
    }
  })
})

describe('a tally', () => {
  it('counts time down, and restarts that ended in failure again', () => {
    const course = (startedAt: number) => (startedAt < 10 * MINUTE ? startedAt + MINUTE : null)
    expect(tally([4 * MINUTE, 12 * MINUTE], course, HOUR)).toEqual({
      restarts: 2,
      wasted: 1,
      downMs: 10 * MINUTE,
      alerts: 1,
    })
  })

  it('does not let a run that no scrape sees interrupt an alert', () => {
    const course = (startedAt: number) => startedAt + 5_000
    expect(tally([3 * MINUTE, 6 * MINUTE], course, 10 * MINUTE).alerts).toBe(1)
  })
})
