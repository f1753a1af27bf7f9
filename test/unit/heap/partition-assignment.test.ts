import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import type { Settings } from '../../../lib/domain/cluster-config.ts'
import {
  type Assignment,
  assignmentStrategy,
  assignPartitions,
  type StrategyName,
} from '../../../lib/heap/partition-assignment.ts'
import { sink } from '../../support/framework.ts'

const KAFKA = 'org.apache.kafka.clients.consumer'
const STRATEGY = 'partition.assignment.strategy'

const strategy = (config: Settings, workerConfig: Settings = {}) =>
  assignmentStrategy(sink({ config, workerConfig }))
const topics = (count: number, partitions: number) =>
  new Map(Array.from({ length: count }, (_, topic) => [`topic-${topic}`, partitions]))
const tasks = (count: number) => [...Array(count).keys()]
const sizes = (assignment: Assignment) =>
  Object.fromEntries([...assignment].map(([task, own]) => [task, own.length]))

describe('the strategy of a sink', () => {
  it('is Range by default, which is said', () => {
    expect(strategy({})).toEqual({
      name: 'range',
      setting: 'partition.assignment.strategy=RangeAssignor (default)',
    })
  })

  it('is the connector’s before the workers’', () => {
    const workers = { [`consumer.${STRATEGY}`]: `${KAFKA}.StickyAssignor` }
    expect(strategy({}, workers)).toEqual({ name: 'sticky', setting: `consumer.${STRATEGY}=StickyAssignor` })
    expect(strategy({ [`consumer.override.${STRATEGY}`]: `${KAFKA}.RoundRobinAssignor` }, workers)).toEqual({
      name: 'round-robin',
      setting: `consumer.override.${STRATEGY}=RoundRobinAssignor`,
    })
  })

  it('is the first of a list, named in full or in short', () => {
    const list = ` CooperativeStickyAssignor ,${KAFKA}.RangeAssignor`
    expect(strategy({ [`consumer.override.${STRATEGY}`]: list }).name).toBe('cooperative-sticky')
  })

  it.each(['', ' , '])('is the default where the list is empty: «%s»', (list) => {
    expect(strategy({ [`consumer.override.${STRATEGY}`]: list }).setting).toContain('(default)')
  })

  it('is unknown for an assignor of someone else, whose text is not repeated', () => {
    const found = strategy({ [`consumer.override.${STRATEGY}`]: 'com.example.RangeAssignor' })
    expect(found.name).toBe('unknown')
    expect(found.setting).not.toContain('com.example')
  })

  it('is the brokers’ under the new protocol, whatever the old setting says', () => {
    const config = {
      'consumer.override.group.protocol': 'CONSUMER',
      [`consumer.override.${STRATEGY}`]: 'RoundRobinAssignor',
    }
    expect(strategy(config).name).toBe('server')
    const chosen = (assignor: string) =>
      strategy({ ...config, 'consumer.override.group.remote.assignor': assignor }).name
    expect(chosen('uniform')).toBe('server')
    expect(chosen('range')).toBe('range')
    expect(chosen('by-weight')).toBe('unknown')
  })
})

describe('partitions shared among tasks', () => {
  it('all go to the first task where Range meets topics of one partition', () => {
    expect(sizes(assignPartitions('range', topics(22, 1), tasks(4)))).toEqual({ 0: 22, 1: 0, 2: 0, 3: 0 })
  })

  it('are dealt out evenly by round robin', () => {
    expect(sizes(assignPartitions('round-robin', topics(22, 1), tasks(2)))).toEqual({ 0: 11, 1: 11 })
  })

  it('leave the last tasks less where Range can’t divide a topic', () => {
    expect(sizes(assignPartitions('range', topics(22, 3), tasks(4)))).toEqual({ 0: 22, 1: 22, 2: 22, 3: 0 })
  })

  it('go to tasks in the order of their ids as text: task 10 comes before task 2', () => {
    const assigned = assignPartitions('range', new Map([['one', 3]]), tasks(11))
    expect([...assigned].filter(([, own]) => own.length > 0).map(([task]) => task)).toEqual([0, 1, 10])
  })

  it('are none where there are no tasks', () => {
    for (const name of STRATEGIES) expect(assignPartitions(name, topics(3, 3), [])).toEqual(new Map())
  })
})

const STRATEGIES: readonly StrategyName[] = [
  'range',
  'round-robin',
  'sticky',
  'cooperative-sticky',
  'server',
  'unknown',
]

const group = fc.record({
  partitions: fc
    .dictionary(fc.stringMatching(/^[a-z.]{1,5}$/), fc.integer({ min: 1, max: 12 }), { maxKeys: 8 })
    .map((counts) => new Map(Object.entries(counts))),
  count: fc.integer({ min: 2, max: 14 }),
})
const spread = (assignment: Assignment) => {
  const counts = [...assignment.values()].map((own) => own.length)
  return Math.max(...counts) - Math.min(...counts)
}

describe.each(STRATEGIES)('whatever the group, %s', (name) => {
  it('gives every partition to exactly one task', () => {
    fc.assert(
      fc.property(group, ({ partitions, count }) => {
        const all = [...partitions].flatMap(([topic, n]) =>
          tasks(n).map((partition) => `${topic}-${partition}`),
        )
        const assigned = [...assignPartitions(name, partitions, tasks(count)).values()].flat()
        const given = assigned.map(({ topic, partition }) => `${topic}-${partition}`)
        expect(given.sort()).toEqual(all.sort())
      }),
    )
  })

  it('leaves no task more than one partition ahead of another: in all, or for Range in each topic', () => {
    fc.assert(
      fc.property(group, ({ partitions, count }) => {
        const whole =
          name === 'range' || name === 'unknown' ? [...partitions].map((one) => new Map([one])) : [partitions]
        for (const part of whole)
          expect(spread(assignPartitions(name, part, tasks(count)))).toBeLessThanOrEqual(1)
      }),
    )
  })
})
