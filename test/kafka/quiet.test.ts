import { afterAll, beforeAll, expect, it } from 'vitest'
import { createTopic, produce } from './cluster.ts'
import { Medic } from './medic.ts'
import { Person } from './person.ts'
import { describeReal, partBufferSink, SMALL_PARTS } from './real.ts'
import { tapInto, type Wiretap } from './wiretap.ts'

describeReal('a healthy cluster', (kafka) => {
  const person = new Person(kafka.workers[0] ?? '')
  let wire: Wiretap
  let medic: Medic

  beforeAll(async () => {
    wire = await tapInto(kafka.workers[0] ?? '')
    medic = await Medic.start([wire.url])
    await createTopic(kafka, 'quiet', 3)
    await produce(kafka, 'quiet', 0, 5)
    for (const name of ['quiet-1', 'quiet-2', 'quiet-3']) {
      await person.create(name, { ...partBufferSink(kafka, name, ['quiet']), ...SMALL_PARTS })
    }
    for (const name of ['quiet-1', 'quiet-2', 'quiet-3']) await person.untilAll('RUNNING', name)
  })
  afterAll(async () => {
    await person.tidyUp()
    await medic?.close()
    await wire?.close()
  })

  it('is asked one question a scan, and nobody is told of it', async () => {
    await medic.scans(3)
    const question = { asked: 'GET /connectors?expand=status&expand=info', status: 200 }
    expect(wire.exchanges).toEqual([question, question, question])
    expect(medic.told()).toEqual([])
  })
})
