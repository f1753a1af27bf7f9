import { CloudWatchClient } from '@aws-sdk/client-cloudwatch'
import { afterAll, beforeAll, expect, it, vi } from 'vitest'
import { createConnectClient } from '../../lib/connect/client.ts'
import { gatherClusterEvidence } from '../../lib/evidence/gather.ts'
import { evidenceSources } from '../../lib/evidence/sources.ts'
import { createTopic, fillTopics, produce } from './cluster.ts'
import { type MeasuredWorker, startMeasuredWorker } from './measured-worker.ts'
import { diagnosesAt } from './memory-model.ts'
import { Person } from './person.ts'
import { describeReal, partBufferSink } from './real.ts'

const MIB = 2 ** 20
const PATIENCE = { timeout: 60_000, interval: 50 }
/** Each takes 6 MiB of heap: 228 with the worker's own 20 are 97 % of 256. */
const FILES = 38

describeReal('a small sink that dies beside one that has filled the heap', (kafka) => {
  let worker: MeasuredWorker
  let person: Person

  beforeAll(async () => {
    worker = await startMeasuredWorker(kafka, { group: 'memory-victim', heap: '256m' })
    person = new Person(worker.url)
  })
  afterAll(() => worker?.kill())

  it('is told as the victim, and the other as the culprit, by what can be asked for', async () => {
    const connect = createConnectClient({
      cluster: 'real',
      urls: [worker.url],
      auth: { type: 'none' },
      tls: {},
    })
    const signal = AbortSignal.timeout(120_000)
    const topics = Array.from({ length: FILES }, (_, topic) => `hog-${topic}`)
    await createTopic(kafka, topics.join(), 1)
    await person.create('hog', { ...partBufferSink(kafka, 'hog', topics), 'flush.size': '2' })
    await person.untilAll('RUNNING', 'hog')
    // With the first file that it commits, it commits the offsets of all its partitions.
    await produce(kafka, 'hog-0', 0, 2)
    await vi.waitFor(async () => expect(await connect.offsets('hog', signal)).toHaveLength(FILES), PATIENCE)
    await fillTopics(kafka, topics, 1)
    await vi.waitFor(async () => expect(await worker.delivered('hog')).toBe(2 + FILES), PATIENCE)
    const filled = (await worker.settledMib()) / 256
    expect(filled).toBeGreaterThan(0.95)

    // A backlog, and one file of 16 MiB.
    await createTopic(kafka, 'small', 1)
    await fillTopics(kafka, ['small'], 1, { count: 20, bytes: 100_000 })
    await person.create('small', {
      ...partBufferSink(kafka, 'small', ['small']),
      'part.size': String(15 * MIB),
    })
    await person.untilAll('FAILED', 'small')
    await person.untilAll('RUNNING', 'hog')

    const evidence = await gatherClusterEvidence({
      snapshot: await connect.scan(signal),
      connectors: ['small'],
      cluster: { partitions: {}, workerHeapBytes: null, kafkaVersion: null },
      connect,
      sources: evidenceSources(
        { heap: { type: 'jolokia', url: worker.agent.replace('127.0.0.1', '{host}') }, lag: null },
        { cloudWatch: new CloudWatchClient({ region: 'eu-west-1' }), ca: null },
      ),
      signal,
    })
    const diagnoses = await diagnosesAt(worker.url, {
      heaps: new Map([[worker.id, evidence.heaps.get(worker.id)?.maxBytes ?? 0]]),
      offsets: evidence.offsets,
      activeTopics: evidence.activeTopics,
    })
    expect(diagnoses).toMatchObject([
      {
        connector: 'small',
        kind: 'out-of-memory',
        oom: { cause: 'victim', bytes: { largest: { connector: 'hog', task: 0 } } },
      },
    ])
    expect(diagnoses[0]?.summary).toContain(
      'another connector on its worker takes the memory: hog’s 38 part buffers',
    )
  })
})
