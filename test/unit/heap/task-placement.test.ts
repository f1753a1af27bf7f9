import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { type Placement, placeTasks } from '../../../lib/heap/task-placement.ts'

const placed = (placement: Placement) => Object.fromEntries(placement)

describe('tasks placed on workers', () => {
  it('are evened out by number, connector by connector', () => {
    const connectors = [
      { name: 'b', tasks: 1 },
      { name: 'a', tasks: 3 },
    ]
    expect(placed(placeTasks(connectors, ['x', 'y']))).toEqual({ a: ['x', 'y', 'x'], b: ['y'] })
  })

  it('stay where they are when a task more is asked for, which goes to the least loaded worker', () => {
    const keep = new Map([
      ['a', ['y', 'y']],
      ['b', ['x']],
    ])
    const connectors = [
      { name: 'a', tasks: 2 },
      { name: 'b', tasks: 2 },
    ]
    expect(placed(placeTasks(connectors, ['x', 'y'], keep))).toEqual({ a: ['y', 'y'], b: ['x', 'x'] })
  })

  it('go to the least loaded survivors when their worker is lost', () => {
    const keep = new Map([
      ['a', ['x', 'y', 'z']],
      ['b', ['x', 'y']],
    ])
    const connectors = [
      { name: 'a', tasks: 3 },
      { name: 'b', tasks: 2 },
    ]
    expect(placed(placeTasks(connectors, ['y', 'z'], keep))).toEqual({ a: ['z', 'y', 'z'], b: ['z', 'y'] })
  })

  it('move to a new worker, as few as make the numbers even', () => {
    const keep = new Map([['a', ['x', 'x', 'y', 'y']]])
    expect(placed(placeTasks([{ name: 'a', tasks: 4 }], ['x', 'y', 'z'], keep))).toEqual({
      a: ['x', 'x', 'z', 'y'],
    })
  })

  it('move to new workers by connector and id, whichever workers they leave', () => {
    const keep = new Map([
      ['c', ['w2']],
      ['d', ['w1', 'w2']],
      ['e', ['w1']],
    ])
    const connectors = [
      { name: 'c', tasks: 1 },
      { name: 'd', tasks: 2 },
      { name: 'e', tasks: 1 },
    ]
    // as Kafka Connect 4.4.0 places them: what w2 gives up goes first, for c is before d
    expect(placed(placeTasks(connectors, ['w1', 'w2', 'w3', 'w4'], keep))).toEqual({
      c: ['w3'],
      d: ['w4', 'w2'],
      e: ['w1'],
    })
  })

  it('are forgotten when their connector has fewer, or has gone', () => {
    const keep = new Map([
      ['a', ['x', 'x', 'x']],
      ['gone', ['y', 'y', 'y']],
    ])
    expect(placed(placeTasks([{ name: 'a', tasks: 1 }], ['x', 'y'], keep))).toEqual({ a: ['x'] })
  })

  it('are nowhere without workers', () => {
    expect(placed(placeTasks([{ name: 'a', tasks: 2 }], []))).toEqual({ a: [] })
  })

  const cluster = fc.record({
    connectors: fc.uniqueArray(
      fc.record({ name: fc.stringMatching(/^[a-z]{1,4}$/), tasks: fc.integer({ min: 0, max: 6 }) }),
      { maxLength: 6, selector: ({ name }) => name },
    ),
    workers: fc
      .integer({ min: 1, max: 5 })
      .map((count) => [...Array(count).keys()].map((id) => `worker-${id}`)),
  })
  const counts = (placement: Placement, workers: readonly string[]) =>
    workers.map((worker) => [...placement.values()].flat().filter((where) => where === worker).length)

  it('each have one worker, whose numbers differ by one at most, also when one is lost', () => {
    fc.assert(
      fc.property(cluster, ({ connectors, workers }) => {
        const before = placeTasks(connectors, workers)
        const survivors = workers.slice(1)
        for (const [placement, on] of [
          [before, workers],
          [placeTasks(connectors, survivors, before), survivors],
        ] as const) {
          if (on.length === 0) continue
          for (const { name, tasks } of connectors) expect(placement.get(name)).toHaveLength(tasks)
          const numbers = counts(placement, on)
          expect(numbers.reduce((a, b) => a + b)).toBe(connectors.reduce((sum, { tasks }) => sum + tasks, 0))
          expect(Math.max(...numbers) - Math.min(...numbers)).toBeLessThanOrEqual(1)
        }
      }),
    )
  })

  it('stay put when nothing changes, and on the survivors of a loss', () => {
    fc.assert(
      fc.property(cluster, ({ connectors, workers }) => {
        const before = placeTasks(connectors, workers)
        expect(placeTasks(connectors, workers, before)).toEqual(before)
        const after = placeTasks(connectors, workers.slice(1), before)
        for (const [name, own] of after)
          own.forEach((worker, id) => {
            const was = before.get(name)?.[id]
            if (was !== workers[0]) expect(worker).toBe(was)
          })
      }),
    )
  })
})
