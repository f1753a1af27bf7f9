import { afterAll, beforeAll, expect, it } from 'vitest'
import { createTopic, produce, startWorker, type Worker } from './cluster.ts'
import { Medic } from './medic.ts'
import { Person } from './person.ts'
import { describeReal, partBufferSink, SMALL_PARTS } from './real.ts'
import { tapInto, type Wiretap } from './wiretap.ts'

describeReal('a sink whose part buffers do not fit into the heap', (kafka) => {
  const topics = Array.from({ length: 22 }, (_, topic) => `buffers-${topic}`)
  const config = partBufferSink(kafka, 'buffers', topics)
  let worker: Worker
  let person: Person
  let wire: Wiretap
  let medic: Medic

  beforeAll(async () => {
    // A JVM fills in the stack trace of its first OutOfMemoryErrors only, so this takes a fresh one.
    worker = await startWorker(kafka, { group: 'small', heap: '256m' })
    person = new Person(worker.url)
    wire = await tapInto(worker.url)
    medic = await Medic.start([wire.url])
    await Promise.all(topics.map((topic) => createTopic(kafka, topic, 3)))
    await Promise.all(
      topics.flatMap((topic) => [0, 1, 2].map((partition) => produce(kafka, topic, partition, 1))),
    )
    await person.create('buffers', config)
    await person.untilAll('FAILED', 'buffers')
  })
  afterAll(async () => {
    await medic?.close()
    await wire?.close()
    await worker?.kill()
  })

  it('is tried once, since the verdict is not certain, and told with the first trace', async () => {
    const opened = await medic.until('opened', 'buffers')
    expect(opened.kind).toBe('out-of-memory')
    expect(opened.data).toMatchObject({
      tasks: [0],
      rootCause: 'java.lang.OutOfMemoryError: Java heap space',
      restart: 'useless',
      trace: expect.stringContaining('medic.PartBufferSinkTask.put('),
    })
    expect(opened.text).toContain('Restarted the failed tasks (restart 1 of at most 1).')
    expect(opened.text).toContain('If it fails again, a person is called.')
    expect(wire.restarts()).toEqual([
      { asked: 'POST /connectors/buffers/restart?includeTasks=true&onlyFailed=true', status: 202 },
    ])
  })

  it('calls a person when it has failed again, and is restarted no more', async () => {
    const escalated = await medic.until('escalated', 'buffers')
    expect(escalated.text).toContain('It was restarted once in ')
    expect(escalated.text).toContain('and failed again')
    expect(escalated.data).toMatchObject({
      trace: expect.stringContaining('medic.PartBufferSinkTask.put('),
      attempts: [{ result: 'accepted' }],
    })
    await medic.scans(6)
    expect(medic.events()).toEqual(['opened', 'escalated'])
    expect(wire.restarts()).toHaveLength(1)
    await person.untilAll('FAILED', 'buffers')
  })

  it('has recovered when a person has made the buffers small, and the offsets move', async () => {
    await person.configure('buffers', { ...config, ...SMALL_PARTS })
    await person.untilAll('RUNNING', 'buffers')
    const recovered = await medic.until('recovered', 'buffers')
    expect(recovered.text).toMatch(/Its committed offsets have moved on by \d+ since\./)
    expect(medic.events()).toEqual(['opened', 'escalated', 'recovered'])
    expect(wire.restarts()).toHaveLength(1)
  })
})
