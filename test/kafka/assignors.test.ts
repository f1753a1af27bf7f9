import { randomUUID } from 'node:crypto'
import fc from 'fast-check'
import { expect, it } from 'vitest'
import { type Assignment, assignPartitions, type StrategyName } from '../../lib/heap/partition-assignment.ts'
import { type Placement, placeTasks } from '../../lib/heap/task-placement.ts'
import { describeReal } from './real.ts'

const CLIENT = 'org.apache.kafka.clients.consumer'
const BROKER = 'org.apache.kafka.coordinator.group.assignor'
const RUNS = { numRuns: 300 }

interface Group {
  readonly topics: ReadonlyMap<string, number>
  readonly tasks: readonly number[]
}

describeReal('partitions shared among the tasks of a sink', (kafka) => {
  /** As Kafka's own assignor shares them, by task. */
  const kafkas = async (assignor: string, { topics, tasks }: Group) => {
    const ids = new Map(tasks.map((task) => [task, `connector-consumer-sink-1-${task}-${randomUUID()}`]))
    const query = new URLSearchParams({
      assignor,
      members: [...ids.values()].join(),
      topics: [...topics].map(([topic, partitions]) => `${topic}:${partitions}`).join(),
    })
    const response = await fetch(`${kafka.tool}/assignment?${query}`, { method: 'POST' })
    const text = await response.text()
    if (!response.ok) throw new Error(`${assignor}: ${text}`)
    const lines = new Map(
      text
        .split('\n')
        .map((line) => line.split(' '))
        .map(([id, ...own]) => [id, own.sort()]),
    )
    return new Map([...ids].map(([task, id]) => [task, lines.get(id)]))
  }

  it.each<[StrategyName, string]>([
    ['range', `${CLIENT}.RangeAssignor`],
    ['round-robin', `${CLIENT}.RoundRobinAssignor`],
    ['sticky', `${CLIENT}.StickyAssignor`],
    ['cooperative-sticky', `${CLIENT}.CooperativeStickyAssignor`],
  ])('%s is as Kafka’s own', async (strategy, assignor) => {
    await fc.assert(
      fc.asyncProperty(groups, async (group) => {
        const assigned = assignPartitions(strategy, group.topics, group.tasks)
        expect(named(assigned)).toEqual(await kafkas(assignor, group))
      }),
      RUNS,
    )
  })

  it.each<[StrategyName, string]>([
    ['server', `${BROKER}.UniformAssignor`],
    ['range', `${BROKER}.RangeAssignor`],
  ])(
    '%s is as the broker’s own in how many partitions tasks get, whichever task that is',
    async (strategy, assignor) => {
      await fc.assert(
        fc.asyncProperty(groups, async (group) => {
          const assigned = assignPartitions(strategy, group.topics, group.tasks)
          expect(counts(named(assigned))).toEqual(counts(await kafkas(assignor, group)))
        }),
        RUNS,
      )
    },
  )
})

describeReal('tasks placed on workers', (kafka) => {
  /** As Connect's own assignor places them: by worker. */
  const connects = async ({ connectors, workers, keep }: Cluster) => {
    // a connector that loses tasks stops them before anything is placed
    const left = connectors.map(({ name, tasks }) => [name, (keep.get(name) ?? []).slice(0, tasks)] as const)
    const before = byWorker(new Map(left), workers)
    const query = new URLSearchParams({
      connectors: connectors.map(({ name, tasks }) => `${name}:${tasks}`).join(),
      workers: workers
        .map((worker) => [worker, ...(before.get(worker) ?? [])].join('|').replaceAll('-', ':'))
        .join(),
    })
    const response = await fetch(`${kafka.tool}/placement?${query}`, { method: 'POST' })
    const text = await response.text()
    if (!response.ok) throw new Error(text)
    return new Map(
      text
        .split('\n')
        .map((line) => line.split(' '))
        .map(([id = '', ...own]) => [id, own.sort()]),
    )
  }

  it('are where Connect puts them: at first, and after workers and tasks come and go', async () => {
    await fc.assert(
      fc.asyncProperty(clusters, async (cluster) => {
        const placement = placeTasks(cluster.connectors, cluster.workers, cluster.keep)
        expect(byWorker(placement, cluster.workers)).toEqual(await connects(cluster))
      }),
      RUNS,
    )
  })
})

/** Up to 14 tasks, so that some have ids of two digits. */
const groups: fc.Arbitrary<Group> = fc.record({
  topics: fc
    .uniqueArray(fc.tuple(fc.stringMatching(/^[a-zA-Z0-9._-]{1,6}$/), fc.integer({ min: 1, max: 20 })), {
      minLength: 1,
      maxLength: 10,
      selector: ([topic]) => topic,
    })
    .map((topics) => new Map(topics)),
  tasks: fc.integer({ min: 1, max: 14 }).map((count) => [...Array(count).keys()]),
})

function named(assignment: Assignment): ReadonlyMap<number, readonly string[]> {
  return new Map(
    [...assignment].map(([task, own]) => [
      task,
      own.map(({ topic, partition }) => `${topic}-${partition}`).sort(),
    ]),
  )
}

function counts(assignment: ReadonlyMap<number, readonly string[] | undefined>): readonly number[] {
  return [...assignment.values()].map((own) => own?.length ?? 0).sort((a, b) => a - b)
}

interface Cluster {
  readonly connectors: readonly { readonly name: string; readonly tasks: number }[]
  readonly workers: readonly string[]
  /** Where tasks were, among them some that are no more, on workers some of which have gone. */
  readonly keep: Placement
}

const NAMES = ['a', 'b', 'c', 'd', 'e'] as const
const someWorkers = fc.subarray(['w1', 'w2', 'w3', 'w4'], { minLength: 1 })
const clusters: fc.Arbitrary<Cluster> = fc.record({
  connectors: fc
    .subarray([...NAMES], { minLength: 1 })
    .chain((names) =>
      fc.tuple(...names.map((name) => fc.record({ name: fc.constant(name), tasks: fc.nat(6) }))),
    ),
  workers: someWorkers,
  // on some of the workers only, so that often several have too many tasks while several have just come
  keep: someWorkers
    .chain((on) => fc.tuple(...NAMES.map(() => fc.array(fc.constantFrom(...on), { maxLength: 6 }))))
    .map((placements) => new Map(NAMES.map((name, index) => [name, placements[index] ?? []]))),
})

/** Tasks as `connector-id`, of each worker. */
function byWorker(placement: Placement, workers: readonly string[]): ReadonlyMap<string, readonly string[]> {
  const tasks = [...placement].flatMap(([name, own]) =>
    own.map((worker, id) => ({ worker, task: `${name}-${id}` })),
  )
  return new Map(
    workers.map((worker) => [
      worker,
      tasks
        .filter((one) => one.worker === worker)
        .map(({ task }) => task)
        .sort(),
    ]),
  )
}
