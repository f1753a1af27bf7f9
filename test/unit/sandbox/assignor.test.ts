import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { range, roundRobin } from '../../../sandbox/assignor.ts'

const members = (count: number, topics: readonly string[]) =>
  Array.from({ length: count }, (_, id) => ({ memberId: `m${id}`, topics }))
const topics = (count: number) => Array.from({ length: count }, (_, index) => `t${index}`)
const sizes = (assigned: ReturnType<typeof range>) =>
  [...assigned.values()].map((partitions) => partitions.length)

describe('assignment of partitions', () => {
  it('by Range gives the first of four tasks all topics of one partition', () => {
    expect(sizes(range(members(4, topics(22)), () => 1))).toEqual([22, 0, 0, 0])
  })

  it('by RoundRobin deals them out', () => {
    expect(sizes(roundRobin(members(4, topics(22)), () => 1))).toEqual([6, 6, 5, 5])
  })

  it.each([
    ['Range', range],
    ['RoundRobin', roundRobin],
  ])('by %s gives every partition to exactly one member', (_, assign) => {
    fc.assert(
      fc.property(
        fc.integer({ min: 1, max: 8 }),
        fc.array(fc.nat(9), { maxLength: 12 }),
        (count, partitions) => {
          const names = topics(partitions.length)
          const assigned = assign(members(count, names), (topic) => partitions[names.indexOf(topic)] ?? 0)
          const all = [...assigned.values()].flat().map(({ topic, partition }) => `${topic}-${partition}`)
          expect(new Set(all).size).toBe(all.length)
          expect(all.length).toBe(partitions.reduce((sum, size) => sum + size, 0))
        },
      ),
    )
  })
})
