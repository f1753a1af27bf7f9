import { writeFile } from 'node:fs/promises'
import { afterAll, beforeAll, describe, expect, it, vi } from 'vitest'
import type { ClusterLoad } from '../../lib/heap/model.ts'
import { type Table, toMarkdown } from '../bench/table.ts'
import { createFilledTopics, createTopic, fillTopics } from './cluster.ts'
import { type MeasuredWorker, startMeasuredWorker } from './measured-worker.ts'
import { clusterAt, saidOfFullest } from './memory-model.ts'
import { Person } from './person.ts'
import { describeReal, partBufferSink } from './real.ts'

const MIB = 2 ** 20
const PATIENCE = { timeout: 60_000, interval: 50 }

interface Shape {
  readonly topics: number
  readonly partitions: number
  readonly partMib: number
  readonly tasks: number
  readonly predictedMib: number
}

/** In heaps of 256 and 512 MiB a region has 1 MiB, in 3 GiB 2 MiB, in 8 GiB 4 MiB: a part of 5 MiB takes two of those. */
const WORKERS: readonly { readonly heapMib: number; readonly shapes: readonly Shape[] }[] = [
  {
    heapMib: 256,
    shapes: [
      { topics: 22, partitions: 1, partMib: 5, tasks: 1, predictedMib: 162 },
      { topics: 5, partitions: 6, partMib: 5, tasks: 3, predictedMib: 211 },
      { topics: 11, partitions: 4, partMib: 3.5, tasks: 2, predictedMib: 207 },
      { topics: 2, partitions: 3, partMib: 25, tasks: 1, predictedMib: 186 },
    ],
  },
  {
    heapMib: 512,
    shapes: [
      { topics: 22, partitions: 2, partMib: 5, tasks: 1, predictedMib: 294 },
      { topics: 22, partitions: 3, partMib: 5, tasks: 4, predictedMib: 427 },
      { topics: 16, partitions: 1, partMib: 25, tasks: 1, predictedMib: 446 },
      { topics: 25, partitions: 10, partMib: 0.4375, tasks: 2, predictedMib: 140 },
    ],
  },
  {
    heapMib: 3072,
    shapes: [
      { topics: 22, partitions: 1, partMib: 5, tasks: 1, predictedMib: 162 },
      { topics: 11, partitions: 4, partMib: 9, tasks: 2, predictedMib: 471 },
      { topics: 4, partitions: 5, partMib: 25, tasks: 1, predictedMib: 550 },
    ],
  },
  {
    heapMib: 8192,
    shapes: [
      { topics: 22, partitions: 4, partMib: 5, tasks: 1, predictedMib: 734 },
      { topics: 10, partitions: 4, partMib: 8, tasks: 4, predictedMib: 511 },
      { topics: 20, partitions: 1, partMib: 25, tasks: 1, predictedMib: 590 },
    ],
  },
]

/**
 * One task fills up with topics of one partition. Sizes that leave some MiB when no part fits any more: threads of the
 * worker itself, which ask for little, must not die with the task.
 */
const LIMITS = [
  { heapMib: 256, partMib: 5, predicted: 37 },
  { heapMib: 256, partMib: 20, predicted: 10 },
  { heapMib: 512, partMib: 5, predicted: 80 },
  { heapMib: 512, partMib: 25, predicted: 18 },
] as const

/** Records of a partition: 2.5 MB, so that brokers answer with all they may. */
const BACKLOG = 2_500

const measured = (rows: readonly (readonly string[])[]): Table => ({
  title: 'The memory model against real workers',
  about:
    'Live heap after a full collection, in MiB, of a worker of Kafka Connect whose sink has every file open; asserted to a tenth.',
  columns: ['-Xmx', 'topics × partitions', 'part', 'tasks', 'predicted', 'measured'],
  rows,
})

interface Sink {
  readonly heapMib: number
  readonly partMib: number
  readonly tasks: number
  readonly flushSize?: number
}

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
  const rows: string[][] = []
  afterAll(async () => {
    await Promise.all([...workers.values()].map((worker) => worker.kill()))
    // By `npm run bench:memory`.
    const { MEMORY_TABLE } = process.env
    if (MEMORY_TABLE !== undefined) await writeFile(MEMORY_TABLE, toMarkdown(measured(rows)))
  })

  const create = async (
    name: string,
    topics: readonly string[],
    { heapMib, partMib, tasks, flushSize = 1_000 }: Sink,
  ) => {
    const { person } = workerOf(heapMib)
    await person.create(name, {
      ...partBufferSink(kafka, name, topics),
      'part.size': String(partMib * MIB),
      'tasks.max': String(tasks),
      'flush.size': String(flushSize),
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
      'is $predictedMib MiB to within a tenth: $topics topics × $partitions partitions, parts of $partMib MiB, $tasks tasks',
      async ({ topics, partitions, partMib, tasks, predictedMib }) => {
        const { worker } = workerOf(heapMib)
        const name = `memory-${heapMib}-${topics}-${partitions}`
        const names = topicsOf(name, topics)
        await createFilledTopics(kafka, names, partitions)
        await create(name, names, { heapMib, partMib, tasks })
        await untilDelivered(worker, name, topics * partitions)
        const cluster = await clusterAt(worker.url, {
          workerHeapBytes: heapMib * MIB,
          partitions: new Map(names.map((topic) => [topic, partitions])),
        })
        const held = await worker.settledMib()
        await remove(heapMib, name)
        rows.push([
          `${heapMib}`,
          `${topics} × ${partitions}`,
          `${partMib}`,
          `${tasks}`,
          `${predictedMib}`,
          held.toFixed(0),
        ])
        expect(Math.round(saidOfFullest(cluster).mib.low)).toBe(predictedMib)
        expect(held / predictedMib).toBeGreaterThan(0.9)
        expect(held / predictedMib).toBeLessThan(1.1)
      },
    )
  })

  describe('when one topic after the other gets its first record', () => {
    it.each(LIMITS)(
      'is full at $predicted topics, with -Xmx$heapMib m and parts of $partMib MiB',
      async ({ heapMib, partMib, predicted }) => {
        const { worker } = workerOf(heapMib)
        const name = `limit-${heapMib}-${partMib}`
        const names = topicsOf(name, Math.ceil(heapMib / partMib))
        await createTopic(kafka, names.join(), 1)
        await create(name, names, { heapMib, partMib, tasks: 1 })
        const cluster = await clusterAt(worker.url, {
          workerHeapBytes: heapMib * MIB,
          partitions: new Map(names.map((topic) => [topic, 1])),
        })
        const verdictOn = (topics: number) => saidOfFullest(withActive(cluster, names.slice(0, topics))).fit
        expect([verdictOn(predicted), verdictOn(predicted + 1)]).toEqual(['likely', 'certain'])

        const tolerance = Math.max(3, Math.floor(0.07 * predicted))
        let ran = 0
        for (let next = predicted - tolerance; next <= names.length; next = ran + 1) {
          await fillTopics(kafka, names.slice(ran, next), 1)
          if (!(await runs(worker, name, next))) break
          ran = next
        }
        await remove(heapMib, name)
        expect(Math.abs(ran - predicted)).toBeLessThanOrEqual(tolerance)
      },
    )
  })

  it('is full before 29 topics, but not at 23, where each has a backlog: two responses of brokers are held, too', async () => {
    const { worker } = workerOf(256)
    const all = topicsOf('backlog', 29)
    await createTopic(kafka, all.join(), 1)
    await fillTopics(kafka, all, 1, { count: BACKLOG, bytes: 1_000 })
    const known = { workerHeapBytes: 256 * MIB, partitions: new Map(all.map((topic) => [topic, 1])) }
    const tried = async (topics: number) => {
      const name = `backlog-${topics}`
      await create(name, all.slice(0, topics), { heapMib: 256, partMib: 5, tasks: 1, flushSize: 2 * BACKLOG })
      const model = saidOfFullest(await clusterAt(worker.url, known))
      const ran = await runs(worker, name, topics * BACKLOG)
      await remove(256, name)
      return { mostMib: model.mib.high, ran }
    }
    const [fewer, more] = [await tried(23), await tried(29)]
    expect(fewer.mostMib).toBeLessThan(0.9 * 256)
    expect(fewer.ran).toBe(true)
    expect(more.mostMib).toBeGreaterThan(256)
    expect(more.ran).toBe(false)
  })
})

function topicsOf(connector: string, count: number): readonly string[] {
  return Array.from({ length: count }, (_, topic) => `${connector}-${topic}`)
}

/** The same, where only these topics have records. */
function withActive(cluster: ClusterLoad, topics: readonly string[]): ClusterLoad {
  const activeTopics = new Set(topics)
  return { ...cluster, connectors: cluster.connectors.map((connector) => ({ ...connector, activeTopics })) }
}

async function untilDelivered(worker: MeasuredWorker, connector: string, records: number): Promise<void> {
  await vi.waitFor(async () => expect(await worker.delivered(connector)).toBe(records), PATIENCE)
}

/** Whether its one task comes to take so many records; else it has died before. */
function runs(worker: MeasuredWorker, connector: string, records: number): Promise<boolean> {
  return vi.waitFor(async () => {
    const instances = await new Person(worker.url).look(connector)
    if (instances.some(({ state }) => state === 'FAILED')) return false
    expect(await worker.delivered(connector)).toBe(records)
    return true
  }, PATIENCE)
}
