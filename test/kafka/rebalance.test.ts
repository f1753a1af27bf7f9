import { rm, writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import { setTimeout as sleep } from 'node:timers/promises'
import { afterAll, afterEach, beforeAll, expect, it } from 'vitest'
import { createTopic, produce, startWorker } from './cluster.ts'
import { Medic } from './medic.ts'
import { Person } from './person.ts'
import { describeReal, partBufferSink, SMALL_PARTS } from './real.ts'
import { tapInto, type Wiretap } from './wiretap.ts'

const CALM_WITHIN_MS = 60_000

describeReal('a rebalance while failed tasks are to be restarted', (kafka) => {
  const [url = ''] = kafka.workers
  const person = new Person(url)
  let wire: Wiretap
  let medic: Medic

  beforeAll(async () => {
    wire = await tapInto(url)
    // In a storm of rebalances most restarts are put off, not all.
    medic = await Medic.start([wire.url], { restartsPerIncident: 20 })
    for (const topic of ['moving', 'leaving', 'storm']) {
      await createTopic(kafka, topic, 3)
      for (const partition of [0, 1, 2]) await produce(kafka, topic, partition, 2)
    }
  })
  afterEach(() => person.tidyUp())
  afterAll(async () => {
    await medic?.close()
    await wire?.close()
  })

  const sink = (name: string) => ({
    ...partBufferSink(kafka, name, [name]),
    ...SMALL_PARTS,
    'tasks.max': '3',
  })

  /** A sink of three tasks that have failed, since there is a file where they make their directory; the file. */
  async function failing(name: string): Promise<string> {
    const obstacle = join(kafka.dir, name)
    await writeFile(obstacle, '')
    await person.create(name, sink(name))
    await person.untilAll('FAILED', name, 3)
    return obstacle
  }

  it('puts the restart off while tasks of a worker that left are UNASSIGNED', async () => {
    const third = await startWorker(kafka)
    try {
      await person.create('moving', sink('moving'))
      const isOnThird = ({ worker }: { worker: string }) => third.url.endsWith(`//${worker}`)
      await person.until(
        'moving',
        3,
        (tasks) => tasks.every(({ state }) => state === 'RUNNING') && tasks.some(isOnThird),
      )
      const obstacle = await failing('leaving')

      const gone = third.stop()
      await person.until('moving', 3, (tasks) => tasks.some(({ state }) => state === 'UNASSIGNED'))
      await medic.scan()
      expect(medic.events()).toEqual(['opened'])
      expect(medic.told()[0]?.text).toMatch(/the cluster is rebalancing\./i)
      expect(wire.restarts()).toEqual([])

      await rm(obstacle)
      await medic.until('recovered', 'leaving')
      await gone
    } finally {
      await third.kill()
    }
    expect(medic.events()).toEqual(['opened', 'acted', 'recovered'])
    expect(wire.restarts().filter(({ status }) => status === 202)).toHaveLength(1)
    await person.untilAll('RUNNING', 'leaving', 3)
    await person.untilAll('RUNNING', 'moving', 3)
  })

  it('is no failure of a restart that it refuses: it is asked for again, not counted, and not told', async () => {
    const obstacle = await failing('storm')
    const before = wire.restarts().length
    const restarts = (status: number) =>
      wire
        .restarts()
        .slice(before)
        .filter((each) => each.status === status)

    const storm = new AbortController()
    const blowing = Promise.all([1, 2, 3, 4].map((number) => blow(`gust-${number}`, storm.signal)))
    try {
      const deadline = Date.now() + CALM_WITHIN_MS
      while (restarts(409).length === 0) {
        expect(Date.now(), 'no restart was refused for a rebalance').toBeLessThan(deadline)
        await medic.scan()
      }
    } finally {
      storm.abort()
      await blowing
    }
    await rm(obstacle)
    const recovered = await medic.until('recovered', 'storm')

    const refused = restarts(409).map(() => 'not-now')
    const accepted = restarts(202).map(() => 'accepted')
    expect(accepted.length).toBeGreaterThan(0)
    expect(attemptsIn(recovered.data).toSorted()).toEqual([...accepted, ...refused])
    const acted = medic.told('storm').filter(({ event }) => event === 'acted')
    expect(acted.at(-1)?.text).toContain(`(restart ${accepted.length} of at most 20)`)
    expect(new Set(medic.told().map(({ data }) => data.id)).size).toBe(medic.told().length)
    expect(medic.events('storm').filter((event) => event !== 'acted')).toEqual(['opened', 'recovered'])
    expect([accepted.length, accepted.length - 1]).toContain(acted.length)
  })

  /** Makes and deletes a connector again and again: each is a rebalance. */
  async function blow(name: string, signal: AbortSignal): Promise<void> {
    while (!signal.aborted) {
      await person.create(name, sink('moving'))
      await person.delete(name)
      await sleep(0)
    }
  }
})

function attemptsIn({ attempts }: Readonly<Record<string, unknown>>): readonly string[] {
  return Array.isArray(attempts) ? attempts.map(({ result }) => String(result)) : []
}
