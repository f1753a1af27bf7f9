import { afterAll, beforeAll, expect, it } from 'vitest'
import { createTopic, produce, startWorker, type Worker } from './cluster.ts'
import { Medic } from './medic.ts'
import { type Instance, Person } from './person.ts'
import { describeReal, partBufferSink, SMALL_PARTS } from './real.ts'
import { tapInto, type Wiretap } from './wiretap.ts'

const SCAN = 'GET /connectors?expand=status&expand=info'

describeReal('a worker that dies', (kafka) => {
  let doomed: Worker
  let survivor: Worker
  let person: Person
  let wire: Wiretap
  let medic: Medic

  beforeAll(async () => {
    const properties = { 'session.timeout.ms': '6000' }
    ;[doomed, survivor] = await Promise.all([
      startWorker(kafka, { group: 'mortal', properties }),
      startWorker(kafka, { group: 'mortal', properties }),
    ])
    person = new Person(survivor.url)
    wire = await tapInto(survivor.url)
    medic = await Medic.start([doomed.url, wire.url])
    await createTopic(kafka, 'mortal', 2)
    await produce(kafka, 'mortal', 0, 3)
    await produce(kafka, 'mortal', 1, 3)
    const sink = { ...partBufferSink(kafka, 'mortal', ['mortal']), ...SMALL_PARTS, 'tasks.max': '2' }
    await person.create('mortal', sink)
    await person.until('mortal', 2, (tasks) => tasks.every(isRunning) && tasks.some(isOn(doomed)))
  })
  afterAll(async () => {
    await medic?.close()
    await wire?.close()
    await Promise.all([doomed?.kill(), survivor?.kill()])
  })

  it('takes its tasks with it, and they are placed anew: nothing is done, and nobody is told', async () => {
    await medic.scan()
    expect(wire.exchanges).toEqual([])

    await doomed.kill()
    // Nobody has told the cluster yet: the dead worker's task says RUNNING.
    expect((await person.look('mortal')).filter(isOn(doomed))).toContainEqual(
      expect.objectContaining({ state: 'RUNNING' }),
    )
    await person.until('mortal', 2, async (tasks) => {
      await medic.scan()
      return tasks.every(isRunning) && tasks.every(isOn(survivor))
    })
    expect(medic.told()).toEqual([])
    expect(new Set(wire.exchanges.map(({ asked }) => asked))).toEqual(new Set([SCAN]))
  })

  it('is passed over for the next URL, at one request a scan', async () => {
    const before = wire.exchanges.length
    await medic.scans(3)
    const question = { asked: SCAN, status: 200 }
    expect(wire.exchanges.slice(before)).toEqual([question, question, question])
    expect(medic.told()).toEqual([])
  })
})

const isRunning = ({ state }: Instance) => state === 'RUNNING'

const isOn = (worker: Worker) => (instance: Instance) => worker.url.endsWith(`//${instance.worker}`)
