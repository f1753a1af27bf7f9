import { describe, expect, it } from 'vitest'
import type { Diagnosis } from '../../../lib/domain/diagnosis.ts'
import type { ConnectorSnapshot } from '../../../lib/domain/snapshot.ts'
import { type HeapInputs, NO_HEAP_INPUTS } from '../../../lib/heap/inputs.ts'
import { MIB } from '../../../lib/util/bytes.ts'
import { S3, topics } from '../../support/cluster-load.ts'
import { connector, diagnoseAll, failed, OTHER_WORKER, running, WORKER } from '../../support/snapshots.ts'

const HEAP = 'java.lang.OutOfMemoryError: Java heap space'
const FOUNDING = topics(22, 4)
const TOPICS = [...FOUNDING.keys()].join(',')

interface Case {
  readonly config?: Readonly<Record<string, string>>
  readonly tasks?: ConnectorSnapshot['tasks']
  readonly beside?: readonly ConnectorSnapshot[]
  readonly known?: Partial<HeapInputs>
  readonly type?: ConnectorSnapshot['type']
}

/** The founding incident: an S3 sink of 22 topics on 2 GiB, and what is different. */
function founding({
  config = {},
  tasks = [failed(0, HEAP)],
  beside = [],
  known = {},
  type = 'sink',
}: Case = {}): Diagnosis {
  const orders = connector({ config: { ...S3, topics: TOPICS, ...config }, tasks, type })
  const heap = { ...NO_HEAP_INPUTS, workerHeapBytes: 2048 * MIB, partitions: FOUNDING, ...known }
  const found = diagnoseAll([orders, ...beside], { heap }).find((each) => each.connector === 'orders')
  if (found === undefined) throw new Error('nothing was diagnosed')
  return found
}

const says = (given?: Case) => founding(given).evidence.join('\n')
const SMALL_PARTS = { 's3.part.size': '5242880' }
const ONE_PARTITION = { partitions: topics(22, 1) }

describe('the four usual suspects', () => {
  it('are each answered with a number in the founding incident', () => {
    const evidence = says()
    expect(evidence).toContain(
      'The load of one task: yes, task 0 of orders with 88 partitions takes 2,400 MiB.',
    )
    expect(evidence).toContain('An uneven assignment: no, task 0 has 88 of 88 partitions')
    expect(evidence).toContain('The heap of the worker: yes, 2,430 MiB do not fit into 2,048 MiB.')
    expect(evidence).toMatch(
      /Flush and rotation settings: no, .*88 part buffers of 26 MiB; .*whatever flush\.size is/,
    )
  })

  it('name the assignor that gives all one-partition topics to one task', () => {
    const tasks = [failed(0, HEAP), failed(1, HEAP, OTHER_WORKER)]
    const config = { 's3.part.size': String(100 * MIB) }
    expect(says({ tasks, config, known: ONE_PARTITION })).toContain(
      'An uneven assignment: yes, task 0 has 22 of 22 partitions, and 11 would be its share of 2 tasks; by partition.assignment.strategy=RangeAssignor (default).',
    )
  })

  it('name the rotation that leaves a file open for each hour of the records', () => {
    const config = {
      'partitioner.class': 'io.confluent.connect.storage.partitioner.HourlyPartitioner',
      'timestamp.extractor': 'Record',
    }
    expect(says({ config })).toMatch(/Flush and rotation settings: yes, .* see rotate-interval\./)
  })

  it('are open where heap or partitions are not known', () => {
    expect(says({ known: { workerHeapBytes: null } })).toContain(
      'The heap of the worker: not known; it would have to hold 2,430 MiB.',
    )
    const unknown = says({ known: { partitions: new Map() } })
    expect(unknown).toContain('An uneven assignment: not known')
    expect(unknown).toMatch(/The heap of the worker: not known, .* are the least/)
  })

  it('of a source are its load and the heap: it has no assignment and no flush', () => {
    const config = {
      'connector.class': 'io.debezium.connector.postgresql.PostgresConnector',
      'max.queue.size': '65536',
    }
    const evidence = says({ config, type: 'source' })
    expect(evidence).toContain('The load of one task: ')
    expect(evidence).not.toMatch(/assignment|Flush and rotation/)
  })
})

describe('the numbers of a verdict', () => {
  it('are in its summary, and in the JSON in bytes', () => {
    const { summary, oom } = founding()
    expect(summary).toContain('88 part buffers of 26 MiB take 2,288 MiB of 2,048 MiB')
    expect(oom).toMatchObject({
      cause: 'open-writers',
      confidence: 'high',
      bytes: {
        heap: 2048 * MIB,
        largest: {
          connector: 'orders',
          task: 0,
          what: '88 part buffers of 26 MiB',
          setting: 's3.part.size=26214400 (default)',
          low: 2288 * MIB,
          high: 2288 * MIB,
        },
      },
    })
    expect(oom?.bytes?.worker.low).toBeGreaterThan(2048 * MIB)
    expect(oom?.bytes?.connector.low).toBe((oom?.bytes?.worker.low ?? 0) - 30 * MIB)
  })

  it('are the same whether its tasks failed or run', () => {
    const tasks = [failed(0, HEAP), failed(1, HEAP, OTHER_WORKER)]
    const [both, one] = [tasks, [failed(0, HEAP), running(1, OTHER_WORKER)]].map(
      (each) => founding({ tasks: each }).oom,
    )
    expect(one).toEqual(both)
  })

  it('are those of the hog where the one that failed is a victim', () => {
    const hog = connector({ name: 'hog', config: { ...S3, topics: TOPICS }, tasks: [running(0)] })
    const tasks = [failed(0, HEAP)]
    const config = { 'connector.class': 'org.apache.kafka.connect.file.FileStreamSinkConnector' }
    const { oom, summary, evidence, remedies } = founding({ config, tasks, beside: [hog] })
    expect(oom).toMatchObject({ cause: 'victim', bytes: { largest: { connector: 'hog' } } })
    expect(summary).toContain('hog’s 88 part buffers of 26 MiB')
    expect(evidence.join('\n')).toContain(
      '“hog” on the same worker takes the most; “orders” only asked last.',
    )
    expect(remedies[0]?.effect).toMatch(/^of hog: s3\.part\.size=5242880/)
  })

  it('are those of all tasks where many middling ones exhaust a worker', () => {
    const beside = [0, 1, 2, 3].map((nth) =>
      connector({ name: `other-${nth}`, config: { ...S3, topics: TOPICS }, tasks: [running(0)] }),
    )
    const { summary, oom } = founding({ beside, known: { partitions: topics(22, 1) } })
    expect(oom?.cause).toBe('worker-exhausted')
    expect(summary).toMatch(/5 tasks would take [\d,–]+ MiB of 2,048 MiB/)
  })
})

describe('evidence', () => {
  it('says each assumption once, and no secret', () => {
    const config = {
      'aws.secret.access.key': 'hunter2hunter2hunter2',
      's3.part.size': 'hunter2hunter2hunter2',
      'consumer.override.max.poll.records': 'hunter2hunter2hunter2',
    }
    const { evidence } = founding({ config })
    expect(new Set(evidence).size).toBe(evidence.length)
    expect(JSON.stringify(founding({ config }).evidence)).not.toContain('hunter2')
  })

  it('names as having no effect what people would try in this case, and nothing that is offered', () => {
    const { evidence, remedies } = founding()
    const ineffective = evidence.flatMap((line) => /^Not ([a-z-]+): .*\.$/.exec(line)?.[1] ?? [])
    expect(ineffective).toEqual(['lower-poll-size', 'split-connector'])
    expect(remedies.map(({ remedy }) => remedy).filter((remedy) => ineffective.includes(remedy))).toEqual([])
  })

  it('tells from how many partitions on it does not fit, where they are not known', () => {
    expect(says({ known: { partitions: new Map() } })).toContain(
      'With 4 or more partitions in each of 22 topics it does not fit: 2,318 MiB or more.',
    )
  })

  it('tells how the heap would become known', () => {
    expect(says({ known: { workerHeapBytes: null } })).toContain('KAFKA_HEAP_OPTS')
  })
})

describe('a restart', () => {
  it('is useless and not even tried where the same load certainly comes back', () => {
    expect(founding()).toMatchObject({ restart: 'useless', probe: false })
    expect(says()).toContain('A restart will fail again, as soon as all partitions have a record.')
  })

  it.each([
    [
      'it hardly fits',
      { known: { partitions: topics(18, 4) }, config: { topics: [...topics(18, 4).keys()].join(',') } },
    ],
    ['the heap is not known', { known: { workerHeapBytes: null } }],
    ['the partitions are not known', { known: { partitions: new Map() } }],
  ] satisfies readonly (readonly [string, Case])[])('is useless but may be tried where %s', (_, given) => {
    expect(founding(given)).toMatchObject({ restart: 'useless', probe: true })
    expect(says(given)).not.toContain('A restart will fail again')
  })

  it('is worth one try where the budget is far below the heap, and then somebody has to look', () => {
    const found = founding({ config: SMALL_PARTS, known: ONE_PARTITION })
    expect(found).toMatchObject({ restart: 'once', probe: false, oom: { cause: 'leak' } })
    expect(found.remedies.map(({ remedy }) => remedy)).toEqual(['restart', 'human', 'upgrade-connector'])
    const evidence = found.evidence.join('\n')
    expect(evidence).toContain(`Worker ${WORKER} would hold 162–218 MiB of 2,048 MiB`)
    expect(evidence).toContain('the budget does not explain it')
    expect(evidence).toContain('-XX:+HeapDumpOnOutOfMemoryError')
  })

  it('is so too beside a connector of which nothing is known, which may be the cause', () => {
    const odd = connector({
      name: 'odd',
      config: { 'connector.class': 'com.example.Odd' },
      tasks: [running(0)],
    })
    const found = founding({ config: SMALL_PARTS, known: ONE_PARTITION, beside: [odd] })
    expect(found).toMatchObject({ restart: 'once', oom: { cause: 'unknown' } })
    expect(found.evidence.join('\n')).toContain('How much odd holds there is not certain.')
  })

  it('is judged by the frames where those tell what the budget does not', () => {
    const trace = `${HEAP}\n\tat org.apache.kafka.connect.json.JsonConverter.toConnectData(JsonConverter.java:1)`
    const found = founding({ config: SMALL_PARTS, known: ONE_PARTITION, tasks: [failed(0, trace)] })
    expect(found).toMatchObject({ restart: 'useless', probe: true, oom: { cause: 'record-batch' } })
  })
})

describe('the domino of one connector', () => {
  it('is told by the first task that holds all one-partition topics, whichever tasks are dead by now', () => {
    const tasks = [0, 1, 2, 3].map((id) => failed(id, HEAP, id % 2 === 0 ? WORKER : OTHER_WORKER))
    const found = founding({ tasks, config: { 's3.part.size': String(100 * MIB) }, known: ONE_PARTITION })
    expect(found.oom).toMatchObject({
      cause: 'open-writers',
      bytes: { largest: { task: 0, what: '22 part buffers of 101 MiB' } },
    })
    expect(found.remedies.map(({ remedy }) => remedy)).not.toContain('raise-tasks-max')
  })
})
