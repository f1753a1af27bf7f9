import * as fc from 'fast-check'
import { restartLimits } from '../../lib/diagnosis/kinds.ts'
import type { Diagnosis } from '../../lib/domain/diagnosis.ts'
import type { Incident, Transition } from '../../lib/domain/incident.ts'
import { KINDS, REMEDIES } from '../../lib/domain/vocabulary.ts'
import type {
  ClusterMessage,
  GroupMessage,
  IncidentMessage,
  Message,
  RiskMessage,
} from '../../lib/notification/message.ts'

/** Twelve minutes after the incident was opened. */
export const NOW = Date.parse('2026-11-30T08:24:04Z')
const OPENED_AT = Date.parse('2026-11-30T08:12:04Z')

const TRACE = [
  'org.apache.kafka.connect.errors.ConnectException: Exiting WorkerSinkTask due to unrecoverable exception.',
  '\tat org.apache.kafka.connect.runtime.WorkerSinkTask.deliverMessages(WorkerSinkTask.java:609)',
  '\tat java.base/java.lang.Thread.run(Thread.java:829)',
  'Caused by: java.lang.OutOfMemoryError: Java heap space',
].join('\n')

export interface Changes {
  readonly incident?: Partial<Incident>
  readonly diagnosis?: Partial<Diagnosis>
  readonly transition?: Partial<Transition>
  readonly message?: Partial<IncidentMessage>
}

/** An S3 sink over many topics that ran out of heap, twice restarted, now left to a person. */
export function messageOf({ incident, diagnosis, transition, message }: Changes = {}): IncidentMessage {
  return {
    about: 'incident',
    incident: {
      cluster: 'prod',
      connector: 's3-orders',
      phase: 'escalated',
      openedAt: OPENED_AT,
      relapse: false,
      closedAt: null,
      diagnosis: {
        connector: 's3-orders',
        scope: 'tasks',
        tasks: [0, 2],
        workers: ['10.0.0.1:8083'],
        kind: 'out-of-memory',
        restart: 'useless',
        ...restartLimits(diagnosis?.kind ?? 'out-of-memory', diagnosis?.restart ?? 'useless'),
        probe: false,
        minRestartDelayMs: 0,
        oom: { variant: 'heap', cause: 'open-writers' },
        remedies: [
          { remedy: 'elastic-buffer', effect: 'task 2: 1,716 → 396 MiB of 2,048' },
          { remedy: 'split-connector', effect: 'two parts of 11 topics, 858 MiB each' },
        ],
        summary: 'The part buffers of 66 open files do not fit into the heap.',
        evidence: ['s3.part.size is 26214400', '22 topics'],
        rootCause: 'java.lang.OutOfMemoryError: Java heap space',
        fingerprint: 'OutOfMemoryError',
        rule: null,
        findings: null,
        trace: TRACE,
        ...diagnosis,
      },
      health: { is: 'failed', since: OPENED_AT + 480_000 },
      timeToFailMs: 240_000,
      attempts: [
        {
          at: OPENED_AT + 60_000,
          incidentOpenedAt: OPENED_AT,
          kind: 'out-of-memory',
          result: 'accepted',
          detail: '',
        },
      ],
      failurePoint: null,
      outbox: [],
      transitions: 3,
      ...incident,
    },
    transition: {
      number: 3,
      at: OPENED_AT + 600_000,
      event: 'escalated',
      action: 'A restart would fail again.',
      next: 'It is not restarted; it needs a person.',
      sendingSince: null,
      perhapsSent: false,
      ...transition,
    },
    dryRun: false,
    perhapsRepeated: false,
    connectUrl: 'https://connect.example.com:8083',
    ...message,
  }
}

const DELIVERY = {
  dryRun: false,
  perhapsRepeated: false,
  connectUrl: 'https://connect.example.com:8083',
} as const

/** A cluster whose workers do not answer. */
export function clusterMessageOf(changes: Partial<ClusterMessage> = {}): ClusterMessage {
  const { transition } = messageOf()
  return {
    about: 'cluster',
    incident: {
      cluster: 'prod',
      phase: 'escalated',
      openedAt: OPENED_AT,
      closedAt: null,
      problem: {
        kind: 'network',
        reason: 'prod: GET /connectors: connect ECONNREFUSED',
        remedy: { remedy: 'human', effect: 'check that the workers are up' },
      },
      health: { is: 'unreadable', since: OPENED_AT },
      outbox: [],
      transitions: 1,
    },
    transition: { ...transition, number: 1 },
    ...DELIVERY,
    ...changes,
  }
}

/** An S3 sink that runs, and would not fit once a worker is lost. */
export function riskMessageOf(changes: Partial<RiskMessage> = {}): RiskMessage {
  return {
    about: 'risk',
    cluster: 'prod',
    risk: {
      connector: 's3-orders',
      worker: '10.0.0.1:8083',
      when: 'one-worker-fewer',
      fit: 'certain',
      summary: 's3-orders: worker 10.0.0.1:8083 runs out of heap once another is lost.',
      bytes: { heap: 2 ** 31, worker: { low: 2 ** 31, high: 2 ** 32 } },
      remedies: [{ remedy: 'split-connector', effect: 'two parts of 11 topics, 858 MiB each' }],
    },
    at: OPENED_AT,
    ...DELIVERY,
    ...changes,
  }
}

/** Three connectors that can't reach the same database. */
export function groupMessageOf(changes: Partial<GroupMessage> = {}): GroupMessage {
  const { transition } = messageOf()
  const of = (connector: string) =>
    messageOf({ incident: { connector }, diagnosis: { connector, kind: 'network' } }).incident
  return {
    about: 'group',
    cluster: 'prod',
    incidents: [of('jdbc-a'), of('jdbc-b'), of('jdbc-c')],
    transition,
    ...DELIVERY,
    ...changes,
  }
}

/** Texts that break what is careless: other scripts, halves of surrogate pairs, control characters, quotes, mark-up. */
export const hostileText = fc.oneof(
  fc.string({ unit: 'binary', maxLength: 400 }),
  fc.string({ unit: 'grapheme', maxLength: 400 }),
  fc
    .array(
      fc.constantFrom(
        '"',
        '\\',
        '\n',
        '\ud800',
        '\udfff',
        '\u202e',
        '`',
        '<!here>',
        '[a](http://b)',
        '日本',
        '👩‍👩‍👧',
      ),
      {
        maxLength: 200,
      },
    )
    .map((pieces) => pieces.join('')),
  fc.constantFrom('"', '\\', '\n', '字', '\ud800', '<').map((piece) => piece.repeat(5000)),
)

const time = fc.integer({ min: 0, max: 4_102_444_800_000 })

/** Any message about an incident that the types allow, with hostile text wherever there is text. */
export const anyIncidentMessage: fc.Arbitrary<IncidentMessage> = fc
  .record({
    texts: fc.array(hostileText, { minLength: 10, maxLength: 10 }),
    lists: fc.array(hostileText, { maxLength: 60 }),
    tasks: fc.uniqueArray(fc.nat(), { maxLength: 2000 }).map((ids) => ids.sort((a, b) => a - b)),
    kind: fc.constantFrom(...KINDS),
    scope: fc.constantFrom('connector' as const, 'tasks' as const, 'worker' as const),
    restart: fc.constantFrom('helps' as const, 'once' as const, 'useless' as const),
    event: fc.constantFrom(
      'opened' as const,
      'reopened' as const,
      'acted' as const,
      'proposed' as const,
      'escalated' as const,
      'recovered' as const,
    ),
    openedAt: time,
    at: time,
    dryRun: fc.boolean(),
    perhapsRepeated: fc.boolean(),
  })
  .map(({ texts, lists, tasks, kind, scope, restart, event, openedAt, at, dryRun, perhapsRepeated }) => {
    const [cluster = '', connector = '', summary = '', rootCause = '', trace = ''] = texts
    const [action = '', next = '', detail = '', state = '', connectUrl = ''] = texts.slice(5)
    return messageOf({
      incident: {
        cluster,
        connector,
        openedAt,
        health: { is: 'other', since: at, what: state },
        attempts: lists.map(() => ({ at, incidentOpenedAt: openedAt, kind, result: 'unknown', detail })),
      },
      diagnosis: {
        connector,
        scope,
        tasks,
        kind,
        restart,
        workers: lists,
        summary,
        evidence: lists,
        rootCause,
        trace,
        remedies: lists.map((effect, index) => ({
          remedy: REMEDIES[index % REMEDIES.length] ?? 'human',
          effect,
        })),
      },
      transition: { event, at, action, next },
      message: { dryRun, perhapsRepeated, connectUrl },
    })
  })

/** Any message, about any of the four things. */
export const anyMessage: fc.Arbitrary<Message> = fc
  .tuple(
    anyIncidentMessage,
    fc.constantFrom('incident', 'group', 'risk', 'cluster'),
    fc.integer({ min: 1, max: 60 }),
  )
  .map(([message, about, count]): Message => {
    const { incident, transition, dryRun, perhapsRepeated, connectUrl } = message
    const delivery = { dryRun, perhapsRepeated, connectUrl }
    const { diagnosis, cluster, connector, openedAt } = incident
    const { remedies, summary, rootCause, kind } = diagnosis
    switch (about) {
      case 'group':
        return {
          about,
          cluster,
          incidents: [incident, ...Array.from({ length: count }, () => incident)],
          transition,
          ...delivery,
        }
      case 'risk': {
        const { risk } = riskMessageOf()
        return riskMessageOf({
          cluster,
          at: openedAt,
          risk: { ...risk, connector, summary, remedies },
          ...delivery,
        })
      }
      case 'cluster': {
        const problem = {
          kind,
          reason: rootCause,
          remedy: remedies[0] ?? { remedy: 'human', effect: summary },
        }
        return clusterMessageOf({
          incident: { ...clusterMessageOf().incident, cluster, problem },
          transition,
          ...delivery,
        })
      }
      default:
        return message
    }
  })
