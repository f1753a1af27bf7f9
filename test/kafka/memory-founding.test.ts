import { afterAll, beforeAll, describe, expect, it, vi } from 'vitest'
import { withoutWorker, withSettings, withTasks } from '../../lib/heap/simulate.ts'
import { createTopic, fillTopics } from './cluster.ts'
import { type MeasuredWorker, startMeasuredWorker } from './measured-worker.ts'
import { clusterAt, diagnosesAt, saidOfFullest } from './memory-model.ts'
import { Person } from './person.ts'
import { describeReal, partBufferSink } from './real.ts'

const MIB = 2 ** 20
const PATIENCE = { timeout: 60_000, interval: 50 }
const HEAP_MIB = 894
const TOPICS = 22
const ROUND_ROBIN = {
  'consumer.override.partition.assignment.strategy': 'org.apache.kafka.clients.consumer.RoundRobinAssignor',
}

/**
 * Parts of 10 MiB take 11, so that 88 and the worker's own 30 MiB are 1.12 of the heap; when no part fits any more, some
 * MiB are left for the threads of the worker itself. With 890 MiB it was 1, and the worker went with its task. Topics get their records when
 * a connector's tasks have theirs: on this broker, which lets a group begin at once, the first task would have all.
 */
describeReal('the founding incident in small, 22 topics of which one worker can hold 19', (kafka) => {
  let first: MeasuredWorker
  let second: MeasuredWorker
  let person: Person
  const counts = new Map<string, number>()

  beforeAll(async () => {
    const start = () => startMeasuredWorker(kafka, { group: 'memory-founding', heap: `${HEAP_MIB}m` })
    ;[first, second] = await Promise.all([start(), start()])
    person = new Person(first.url)
  })
  afterAll(() => Promise.all([first?.kill(), second?.kill()]))

  /** A connector on topics of its own, without a record yet, of which the two workers have such shares; and the cluster then. */
  const create = async (
    name: string,
    shares: readonly [number, number],
    { partitions = 4, partMib = 10, tasks = 1, topics = TOPICS } = {},
    settings: Readonly<Record<string, string>> = {},
  ) => {
    const names = Array.from({ length: topics }, (_, topic) => `${name}-${topic}`)
    await createTopic(kafka, names.join(), partitions)
    for (const topic of names) counts.set(topic, partitions)
    const config = {
      ...partBufferSink(kafka, name, names),
      'part.size': String(partMib * MIB),
      'tasks.max': String(tasks),
      ...settings,
    }
    await person.create(name, config)
    await person.untilAll('RUNNING', name, tasks)
    await vi.waitFor(async () => {
      const held = [await first.assigned(name), await second.assigned(name)]
      expect(held.sort((a, b) => b - a)).toEqual(shares)
    }, PATIENCE)
    const fill = () => fillTopics(kafka, names, partitions)
    return { config, cluster: await cluster(), fill }
  }
  const known = { workerHeapBytes: HEAP_MIB * MIB, workers: 2, partitions: counts }
  const cluster = () => clusterAt(first.url, known)
  const remediesTold = async (name: string) => {
    const [diagnosis] = await diagnosesAt(first.url, known)
    expect(diagnosis).toMatchObject({ connector: name, oom: { cause: 'open-writers', confidence: 'high' } })
    return diagnosis?.remedies.map(({ remedy }) => remedy)
  }

  const untilHeld = async (name: string, files: number, tasks = 1) => {
    await vi.waitFor(
      async () => expect((await first.delivered(name)) + (await second.delivered(name))).toBe(files),
      PATIENCE,
    )
    await person.untilAll('RUNNING', name, tasks)
  }
  const untilOneDied = (name: string, tasks: number) =>
    person.until(name, tasks, (each) => each.some(({ state }) => state === 'FAILED'))

  const remove = async (...names: readonly string[]) => {
    for (const name of names) await person.delete(name)
    await vi.waitFor(async () => {
      expect(await first.liveMib()).toBeLessThan(60)
      expect(await second.liveMib()).toBeLessThan(60)
    }, PATIENCE)
  }

  it('is certain to die on one task, and dies; it runs with smaller parts', async () => {
    const { config, cluster, fill } = await create('one-task', [88, 0])
    const before = saidOfFullest(cluster)
    expect(before.fit).toBe('certain')
    expect(before.mib.low / HEAP_MIB).toBeCloseTo(1.12, 2)
    await fill()
    await untilOneDied('one-task', 1)
    const told = await remediesTold('one-task')
    expect(told).toEqual(expect.arrayContaining(['lower-part-size', 'raise-tasks-max', 'split-connector']))
    expect(told).not.toContain('change-assignor')

    const parts = { 'part.size': String(5 * MIB) }
    expect(saidOfFullest(withSettings(cluster, 'one-task', parts)).fit).toBe('fits')
    await person.configure('one-task', { ...config, ...parts })
    await untilHeld('one-task', 88)
    await remove('one-task')
  })

  it('fits on two tasks, if its topics have several partitions, and runs', async () => {
    const { cluster, fill } = await create('two-tasks', [44, 44], { tasks: 2 })
    expect(saidOfFullest(cluster).fit).toBe('fits')
    await fill()
    await untilHeld('two-tasks', 88, 2)
    await remove('two-tasks')
  })

  describe('with topics of one partition', () => {
    it('gets no help from more tasks under RangeAssignor, and dies', async () => {
      const { cluster, fill } = await create('narrow', [22, 0], { partitions: 1, partMib: 43, tasks: 2 })
      const now = saidOfFullest(cluster)
      expect(now.fit).toBe('certain')
      expect(saidOfFullest(withTasks(cluster, 'narrow', 4)).mib.low).toBeGreaterThanOrEqual(now.mib.low)
      await fill()
      await untilOneDied('narrow', 2)
      const told = await remediesTold('narrow')
      expect(told).toContain('change-assignor')
      expect(told).not.toContain('raise-tasks-max')
      await remove('narrow')
    })

    it('fits under RoundRobinAssignor, and runs', async () => {
      const { cluster, fill } = await create(
        'even',
        [11, 11],
        { partitions: 1, partMib: 43, tasks: 2 },
        ROUND_ROBIN,
      )
      expect(saidOfFullest(cluster).fit).toBe('fits')
      await fill()
      await untilHeld('even', 22, 2)
      await remove('even')
    })
  })

  it('fits as two connectors on two workers, and runs; on the one that is left it does not, and one dies', async () => {
    const halves = ['half-1', 'half-2']
    const [one, other] = [
      await create('half-1', [44, 0], { topics: 11 }),
      await create('half-2', [44, 0], { topics: 11 }),
    ]
    expect(saidOfFullest(other.cluster).fit).toBe('fits')
    await Promise.all([one.fill(), other.fill()])
    for (const half of halves) await untilHeld(half, 44)

    expect(saidOfFullest(withoutWorker(other.cluster, second.id)).fit).toBe('certain')
    await second.stop()
    const states = async () => (await Promise.all(halves.map((half) => person.look(half)))).flat()
    await vi.waitFor(
      async () =>
        expect((await states()).filter(({ id }) => id !== null)).toContainEqual(
          expect.objectContaining({ state: 'FAILED', worker: first.id }),
        ),
      PATIENCE,
    )
  })
})
