import { afterAll, beforeAll, describe, expect, it, vi } from 'vitest'
import { createFilledTopics, createTopic, fillTopics } from './cluster.ts'
import { type MeasuredWorker, startMeasuredWorker } from './measured-worker.ts'
import { clusterAt, said } from './memory-model.ts'
import { Person } from './person.ts'
import { describeReal, partBufferSink } from './real.ts'

const MIB = 2 ** 20
const PATIENCE = { timeout: 60_000, interval: 50 }

interface Shape {
  readonly topics: number
  readonly partitions: number
  readonly partMib: number
  readonly tasks: number
}

/** In heaps of 256 and 512 MiB a region has 1 MiB, in 3 GiB 2 MiB, in 8 GiB 4 MiB: a part of 5 MiB takes two of those. */
const WORKERS: readonly { readonly heapMib: number; readonly shapes: readonly Shape[] }[] = [
  {
    heapMib: 256,
    shapes: [
      { topics: 22, partitions: 1, partMib: 5, tasks: 1 },
      { topics: 5, partitions: 6, partMib: 5, tasks: 3 },
      { topics: 11, partitions: 4, partMib: 3.5, tasks: 2 },
      { topics: 2, partitions: 3, partMib: 25, tasks: 1 },
    ],
  },
  {
    heapMib: 512,
    shapes: [
      { topics: 22, partitions: 2, partMib: 5, tasks: 1 },
      { topics: 22, partitions: 3, partMib: 5, tasks: 4 },
      { topics: 16, partitions: 1, partMib: 25, tasks: 1 },
      { topics: 40, partitions: 10, partMib: 0.375, tasks: 2 },
    ],
  },
  {
    heapMib: 3072,
    shapes: [
      { topics: 22, partitions: 1, partMib: 5, tasks: 1 },
      { topics: 11, partitions: 4, partMib: 9, tasks: 2 },
      { topics: 4, partitions: 5, partMib: 25, tasks: 1 },
    ],
  },
  {
    heapMib: 8192,
    shapes: [
      { topics: 22, partitions: 4, partMib: 5, tasks: 1 },
      { topics: 10, partitions: 4, partMib: 8, tasks: 4 },
      { topics: 20, partitions: 1, partMib: 25, tasks: 1 },
    ],
  },
]

/** One task fills up with topics of one partition. */
const LIMITS = [
  { heapMib: 256, partMib: 5 },
  { heapMib: 256, partMib: 20 },
  { heapMib: 512, partMib: 5 },
  { heapMib: 512, partMib: 25 },
] as const

describeReal('the heap of a worker whose files are all open', (kafka) => {
  const workers = new Map<number, MeasuredWorker>()
  const workerOf = (heapMib: number) => {
    const worker = workers.get(heapMib)
    if (worker === undefined) throw new Error(`no worker with -Xmx${heapMib}m`)
    return { worker, person: new Person(worker.url) }
  }

  beforeAll(async () => {
    await Promise.all(
      WORKERS.map(async ({ heapMib }) => {
        const worker = await startMeasuredWorker(kafka, { group: `memory-${heapMib}`, heap: `${heapMib}m` })
        workers.set(heapMib, worker)
      }),
    )
  })
  afterAll(() => Promise.all([...workers.values()].map((worker) => worker.kill())))

  const create = async (
    name: string,
    topics: readonly string[],
    { heapMib, partMib, tasks }: { heapMib: number; partMib: number; tasks: number },
  ) => {
    const { person } = workerOf(heapMib)
    await person.create(name, {
      ...partBufferSink(kafka, name, topics),
      'part.size': String(partMib * MIB),
      'tasks.max': String(tasks),
    })
    await person.untilAll('RUNNING', name, tasks)
  }
  /** Until its buffers have gone, too. */
  const remove = async (heapMib: number, name: string) => {
    const { worker, person } = workerOf(heapMib)
    await person.delete(name)
    await vi.waitFor(async () => expect(await worker.liveMib()).toBeLessThan(60), PATIENCE)
  }

  describe.each(WORKERS)('live after a full collection, with -Xmx$heapMib m', ({ heapMib, shapes }) => {
    it.each(shapes)(
      'is as predicted: $topics topics × $partitions partitions, parts of $partMib MiB, $tasks tasks',
      async ({ topics, partitions, partMib, tasks }) => {
        const { worker } = workerOf(heapMib)
        const name = `memory-${heapMib}-${topics}-${partitions}`
        const names = Array.from({ length: topics }, (_, topic) => `${name}-${topic}`)
        await createFilledTopics(kafka, names, partitions)
        await create(name, names, { heapMib, partMib, tasks })
        await vi.waitFor(async () => expect(await worker.delivered(name)).toBe(topics * partitions), PATIENCE)
        const [model] = said(
          await clusterAt(worker.url, {
            workerHeapBytes: heapMib * MIB,
            partitions: new Map(names.map((topic) => [topic, partitions])),
          }),
        )
        const predicted = model?.mib.low ?? Number.NaN
        const held = await worker.settledMib()
        await remove(heapMib, name)
        console.log(
          'SHAPE',
          heapMib,
          topics,
          partitions,
          partMib,
          tasks,
          predicted.toFixed(0),
          held.toFixed(1),
        )
        expect(held / predicted).toBeGreaterThan(0.9)
        expect(held / predicted).toBeLessThan(1.1)
      },
    )
  })

  describe('when one topic after the other gets its first record', () => {
    it.each(LIMITS)(
      'is full where it was predicted, with -Xmx$heapMib m and parts of $partMib MiB',
      async ({ heapMib, partMib }) => {
        const { worker, person } = workerOf(heapMib)
        const name = `limit-${heapMib}-${partMib}`
        const most = Math.ceil(heapMib / partMib)
        const names = Array.from({ length: most }, (_, topic) => `${name}-${topic}`)
        await createTopic(kafka, names.join(), 1)
        await create(name, names, { heapMib, partMib, tasks: 1 })

        const fits = async (topics: number) => {
          const [model] = said(
            await clusterAt(worker.url, {
              workerHeapBytes: heapMib * MIB,
              partitions: new Map(names.map((topic) => [topic, 1])),
              activeTopics: new Map([[name, new Set(names.slice(0, topics))]]),
            }),
          )
          return model?.fit !== 'certain'
        }
        let predicted = 0
        while (predicted < most && (await fits(predicted + 1))) predicted += 1
        const tolerance = Math.max(3, Math.floor(0.07 * predicted))

        let ran = 0
        for (let next = predicted - tolerance; ran < most; next = ran + 1) {
          await fillTopics(kafka, names.slice(ran, next), 1)
          const isFull = await vi.waitFor(async () => {
            const [task] = (await person.look(name)).filter(({ id }) => id !== null)
            if (task?.state === 'FAILED') return true
            expect(await worker.delivered(name)).toBe(next)
            return false
          }, PATIENCE)
          if (isFull) break
          ran = next
        }
        await remove(heapMib, name)
        console.log('LIMIT', heapMib, partMib, predicted, ran)
        expect(Math.abs(ran - predicted)).toBeLessThanOrEqual(tolerance)
      },
    )
  })
})
