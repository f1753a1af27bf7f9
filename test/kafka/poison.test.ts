import { afterAll, beforeAll, expect, it } from 'vitest'
import { createTopic, produce } from './cluster.ts'
import { Medic } from './medic.ts'
import { Person } from './person.ts'
import { describeReal, partBufferSink, SMALL_PARTS } from './real.ts'
import { tapInto, type Wiretap } from './wiretap.ts'

describeReal('a record that the converter can not read', (kafka) => {
  const person = new Person(kafka.workers[0] ?? '')
  let wire: Wiretap
  let medic: Medic

  beforeAll(async () => {
    wire = await tapInto(kafka.workers[0] ?? '')
    medic = await Medic.start([wire.url])
    await createTopic(kafka, 'poison', 1)
    await produce(kafka, 'poison', 0, 1)
    await person.create('poisoned', {
      ...partBufferSink(kafka, 'poisoned', ['poison']),
      ...SMALL_PARTS,
      'value.converter': 'org.apache.kafka.connect.json.JsonConverter',
      'value.converter.schemas.enable': 'false',
    })
    await person.untilAll('FAILED', 'poisoned')
  })
  afterAll(async () => {
    await person.tidyUp()
    await medic?.close()
    await wire?.close()
  })

  it('calls a person at once and once, and restarts nothing', async () => {
    await medic.scans(10)
    expect(medic.told()).toMatchObject([{ event: 'escalated', connector: 'poisoned', kind: 'bad-record' }])
    expect(wire.restarts()).toEqual([])
    await person.untilAll('FAILED', 'poisoned')
  })

  it('is told with the cause, what it means, and the remedies', async () => {
    const [told] = medic.told('poisoned')
    expect(told?.data).toMatchObject({
      restart: 'useless',
      rootCause: expect.stringMatching(
        /^com\.fasterxml\.jackson\.core\.JsonParseException: Unrecognized token/,
      ),
      remedies: expect.arrayContaining([expect.objectContaining({ remedy: 'dead-letter-queue' })]),
      attempts: [],
    })
    expect(told?.text).toContain('Nothing: a restart would fail again.')
  })
})
