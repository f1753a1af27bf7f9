import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { toReport } from '../../../lib/diagnosis/report.ts'
import type { ConnectorSnapshot, State } from '../../../lib/domain/snapshot.ts'
import {
  connector,
  diagnoseAll,
  diagnoseTrace,
  failed,
  OTHER_WORKER,
  running,
  WORKER,
} from '../../support/snapshots.ts'
import { TRACES } from './traces.ts'

const RESET = 'java.net.SocketException: Connection reset\n\tat com.example.Sink.put(Sink.java:1)'
const BUG = 'java.lang.NullPointerException\n\tat com.example.Sink.put(Sink.java:1)'
const HEAP = 'java.lang.OutOfMemoryError: Java heap space'

describe('the scope of a diagnosis', () => {
  it('is the connector if every task failed alike', () => {
    const [diagnosis, ...others] = diagnoseAll([
      connector({ tasks: [failed(0, RESET), failed(1, RESET, OTHER_WORKER)] }),
    ])
    expect(diagnosis).toMatchObject({ scope: 'connector', tasks: [0, 1], workers: [WORKER, OTHER_WORKER] })
    expect(others).toEqual([])
  })

  it('is some tasks if others go on', () => {
    const tasks = [running(0), failed(1, RESET), running(2)]
    expect(diagnoseAll([connector({ tasks })])[0]).toMatchObject({ scope: 'tasks', tasks: [1] })
  })

  it('is the worker if all of its tasks failed alike, and none elsewhere', () => {
    const tasks = [failed(0, RESET), running(1, OTHER_WORKER), failed(2, RESET), running(3, OTHER_WORKER)]
    expect(diagnoseAll([connector({ tasks })])[0]).toMatchObject({
      scope: 'worker',
      tasks: [0, 2],
      workers: [WORKER],
    })
  })

  it('is the connector without tasks if only the instance failed', () => {
    const instance = { state: 'FAILED', stateText: 'FAILED', workerId: WORKER, trace: RESET } as const
    const [diagnosis] = diagnoseAll([connector({ connector: instance, tasks: [running(0, OTHER_WORKER)] })])
    expect(diagnosis).toMatchObject({ scope: 'connector', tasks: [], workers: [WORKER], kind: 'network' })
  })
})

describe('different faults in one connector', () => {
  it('are separate diagnoses, the gravest first', () => {
    const tasks = [failed(0, RESET), failed(1, RESET), failed(2, HEAP), failed(3, BUG)]
    expect(diagnoseAll([connector({ tasks })]).map(({ kind }) => kind)).toEqual([
      'out-of-memory',
      'connector-bug',
      'network',
    ])
  })

  it('are told apart even if class and frame are the same', () => {
    const of = (text: string) =>
      `a.WrapException: x\n\tat io.confluent.connect.avro.AvroConverter.toConnectData(A.java:1)\nCaused by: io.confluent.RestClientException: ${text}`
    const kinds = diagnoseAll([
      connector({
        tasks: [
          failed(0, of('Schema 1 not found; error code: 40403')),
          failed(1, of('Unauthorized; error code: 401')),
        ],
      }),
    ]).map(({ kind }) => kind)
    expect(kinds.sort()).toEqual(['authorization', 'schema-missing'])
  })
})

describe('what is not diagnosed', () => {
  const quiet: readonly State[] = [
    'RUNNING',
    'PAUSED',
    'STOPPED',
    'RESTARTING',
    'UNASSIGNED',
    'DESTROYED',
    'UNRECOGNISED',
  ]

  it.each(quiet)('a task that is %s', (state) => {
    const task = { id: 0, state, stateText: state, workerId: WORKER, trace: RESET }
    expect(diagnoseAll([connector({ tasks: [task] })])).toEqual([])
  })

  it('a stopped connector without tasks', () => {
    const instance = { state: 'STOPPED', stateText: 'STOPPED', workerId: WORKER } as const
    expect(diagnoseAll([connector({ connector: instance })])).toEqual([])
  })

  it('MirrorMaker with nothing to mirror', () => {
    const config = { 'connector.class': 'org.apache.kafka.connect.mirror.MirrorCheckpointConnector' }
    expect(diagnoseAll([connector({ config, type: 'source' })])).toEqual([])
  })
})

it('a failed task of a paused connector is diagnosed', () => {
  const instance = { state: 'PAUSED', stateText: 'PAUSED', workerId: WORKER } as const
  expect(diagnoseAll([connector({ connector: instance, tasks: [failed(0, RESET)] })])).toHaveLength(1)
})

it('a failure without a trace is unknown, and worth one restart', () => {
  const task = { id: 0, state: 'FAILED', stateText: 'FAILED', workerId: WORKER } as const
  expect(diagnoseAll([connector({ tasks: [task] })])[0]).toMatchObject({
    kind: 'unknown',
    restart: 'once',
    rootCause: '',
  })
})

describe('work that no worker does', () => {
  const minutes = (count: number) => ({ waitedMs: new Map([['orders', count * 60_000]]) })

  it('is a running connector without tasks, which only counts after the rebalance delay', () => {
    expect(diagnoseAll([connector()], minutes(7))[0]).toMatchObject({ kind: 'not-placed', restart: 'once' })
    expect(diagnoseAll([connector()], minutes(6))).toEqual([])
  })

  it('is told with a caveat if nobody knows for how long, as in a saved file', () => {
    expect(diagnoseAll([connector()])[0]?.evidence.join(' ')).toContain('only if it lasts')
  })

  it('is an unassigned task after the delay; a restart can’t reach it', () => {
    const task = { id: 1, state: 'UNASSIGNED', stateText: 'UNASSIGNED', workerId: WORKER } as const
    const given = [connector({ tasks: [running(0), task] })]
    expect(diagnoseAll(given, minutes(7))[0]).toMatchObject({
      kind: 'not-placed',
      restart: 'useless',
      tasks: [1],
    })
    expect(diagnoseAll(given, minutes(6))).toEqual([])
    expect(diagnoseAll(given)).toEqual([])
  })
})

describe('texts of a diagnosis', () => {
  it('hold no secrets', () => {
    const trace =
      'a.WrapException: x\nCaused by: org.postgresql.util.PSQLException: The connection attempt failed. (jdbc:postgresql://db.example/app?user=app&password=SECRET-1)'
    const { trace: _, ...told } = diagnoseTrace(trace)
    expect(JSON.stringify(told)).not.toContain('SECRET-1')
  })

  it('name class and message of the root cause in one line of at most 300 characters', () => {
    const { rootCause } = diagnoseTrace(
      `a.WrapException: x\nCaused by: a.b.CException: first\nsecond ${'long '.repeat(900)}`,
    )
    expect(rootCause.startsWith('a.b.CException: first second long')).toBe(true)
    expect(rootCause.length).toBe(300)
  })
})

it('nothing that Kafka Connect may say makes it throw', () => {
  const text = fc.oneof(fc.string(), fc.constantFrom(...TRACES.map(({ trace }) => trace), HEAP))
  const status = fc.record({
    id: fc.nat({ max: 3 }),
    state: fc.constantFrom<State>('FAILED', 'RUNNING', 'UNASSIGNED', 'UNRECOGNISED'),
    stateText: fc.string(),
    workerId: fc.constantFrom(WORKER, OTHER_WORKER, ''),
    trace: text,
  })
  const any: fc.Arbitrary<ConnectorSnapshot> = fc.record({
    name: fc.string(),
    type: fc.constantFrom('sink' as const, 'source' as const, 'unknown' as const),
    connector: status,
    tasks: fc.array(status, { maxLength: 4 }),
    config: fc.oneof(fc.constant(null), fc.dictionary(fc.string(), fc.string())),
  })
  fc.assert(
    fc.property(fc.array(any, { maxLength: 4 }), (connectors) => {
      for (const each of diagnoseAll(connectors)) expect(each.evidence.length).toBeGreaterThan(0)
    }),
  )
})

it('the report leaves out traces and fingerprints, and what only the policy needs', () => {
  const diagnoses = diagnoseAll([connector({ tasks: [failed(0, HEAP)] })])
  const report = toReport({ cluster: 'prod', diagnoses, risks: [], missing: [] })
  expect(report).toMatchObject({ cluster: 'prod', risks: [], missing: [] })
  expect(Object.keys(report.diagnoses[0] ?? {})).toEqual([
    'connector',
    'scope',
    'tasks',
    'workers',
    'kind',
    'rule',
    'restart',
    'oom',
    'remedies',
    'summary',
    'evidence',
  ])
})
