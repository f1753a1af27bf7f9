import { execFileSync } from 'node:child_process'
import * as fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { toSnsMessage } from '../../../lib/notification/sns-message.ts'
import {
  anyIncidentMessage,
  type Changes,
  clusterMessageOf,
  hostileText,
  messageOf,
  NOW,
} from '../../support/messages.ts'

const rendered = (changes: Changes = {}) => toSnsMessage(messageOf(changes), NOW)
const mailOf = (changes: Changes = {}) => rendered(changes).bodies.default
const sizeOf = ({ bodies, attributes }: ReturnType<typeof toSnsMessage>) =>
  Buffer.byteLength(JSON.stringify(bodies)) +
  Object.entries(attributes).reduce(
    (sum, [name, value]) => sum + Buffer.byteLength(`${name}String${value}`),
    0,
  )

describe('the subject', () => {
  it('says the event, the place, the kind and the tasks', () => {
    expect(rendered().subject).toBe('[ESCALATED] prod/s3-orders: out-of-memory, tasks 0,2')
  })

  it('says that it is a dry run', () => {
    expect(rendered({ message: { dryRun: true } }).subject).toMatch(
      /^\[ESCALATED, dry run\] prod\/s3-orders:/u,
    )
  })

  it('writes runs of tasks as ranges', () => {
    expect(rendered({ diagnosis: { tasks: [0, 1, 4, 5, 6, 7, 9] } }).subject).toMatch(/tasks 0,1,4-7,9$/u)
  })

  it('says how long it took when the connector has recovered', () => {
    expect(rendered({ transition: { event: 'recovered' } }).subject).toBe(
      '[RECOVERED] prod/s3-orders: proven to work again after 10 min',
    )
  })

  it('names the cluster alone if the trouble is its own', () => {
    expect(toSnsMessage(clusterMessageOf(), NOW).subject).toBe("[ESCALATED] prod: can't be read, network")
  })

  it('keeps letters without their accents, and a ? for another script', () => {
    expect(rendered({ incident: { connector: 'Bestellungen für 日本' } }).subject).toContain(
      'Bestellungen fur ?:',
    )
  })

  it('ends in dots when it was cut', () => {
    const { subject } = rendered({ incident: { connector: 'x'.repeat(200) } })
    expect(subject).toHaveLength(99)
    expect(subject).toMatch(/x\.\.\.$/u)
  })

  it('is always 1 to 99 printable ASCII characters that begin with the event', () => {
    fc.assert(
      fc.property(anyIncidentMessage, (message) => {
        const { subject } = toSnsMessage(message, NOW)
        expect(subject).toMatch(/^[ -~]{1,99}$/u)
        expect(subject.startsWith(`[${message.transition.event.toUpperCase()}`)).toBe(true)
        expect(subject).not.toMatch(/ {2}| $/u)
      }),
      { numRuns: 50 },
    )
  })
})

describe('the mail', () => {
  it('answers the questions of who was just woken, in their order', () => {
    const mail = mailOf()
    const order = [
      'ESCALATED (critical): prod/s3-orders: out-of-memory, tasks 0,2',
      'Connector s3-orders of cluster prod, tasks 0,2 on worker 10.0.0.1:8083. At the last scan: FAILED',
      '2026-11-30 08:12:04 UTC, 12 min ago',
      'The part buffers of 66 open files do not fit into the heap. (out-of-memory, heap, open-writers)',
      'java.lang.OutOfMemoryError: Java heap space',
      'A restart would fail again. Restarts in this incident: 1; the latest at 2026-11-30 08:13:04 UTC, accepted.',
      'It is not restarted; it needs a person.',
      '1. elastic-buffer: task 2: 1,716 → 396 MiB of 2,048',
      '2. split-connector: two parts of 11 topics',
      "curl -sS -X POST 'https://connect.example.com:8083/connectors/s3-orders/restart?includeTasks=true&onlyFailed=true'",
      '- s3.part.size is 26214400',
      'Caused by: java.lang.OutOfMemoryError: Java heap space',
      'muteUntil: 2026-12-01T08:24:04Z',
    ]
    const places = order.map((part) => mail.indexOf(part))
    expect(places).not.toContain(-1)
    // The root cause is said in Why, long before the trace repeats it.
    expect(places).toEqual([...places].sort((a, b) => a - b))
  })

  it('says that a dry run has done nothing', () => {
    expect(mailOf({ message: { dryRun: true } })).toContain('Dry run: nothing was done.')
    expect(mailOf()).not.toContain('Dry run')
  })

  it('says that it may be a repetition', () => {
    expect(mailOf({ message: { perhapsRepeated: true } })).toContain('You may have been told this before')
    expect(mailOf()).not.toContain('told this before')
  })

  it.each([
    ['connector', [0, 1], 'tasks 0,1 (all of them) on worker 10.0.0.1:8083.'],
    ['worker', [1], 'task 1 on worker 10.0.0.1:8083, and on no other worker.'],
    ['connector', [], 'the connector itself on worker 10.0.0.1:8083.'],
  ] as const)('says where it failed: %s, tasks %j', (scope, tasks, said) => {
    expect(mailOf({ diagnosis: { scope, tasks } })).toContain(said)
  })

  it('counts only the restarts of this incident', () => {
    const earlier = { at: 1, incidentOpenedAt: 1, kind: 'network', result: 'accepted', detail: '' } as const
    expect(mailOf({ incident: { attempts: [earlier] } })).not.toContain('Restarts in this incident')
  })

  it('asks for nothing after the recovery', () => {
    const mail = mailOf({ transition: { event: 'recovered', action: 'Its offsets move.', next: 'Nothing.' } })
    expect(mail).toContain('RECOVERED (info): prod/s3-orders')
    expect(mail).toContain('2026-11-30 08:12:04 UTC until 2026-11-30 08:22:04 UTC, 10 min')
    for (const gone of ['curl', 'What you can do', 'Trace', 'mute']) expect(mail).not.toContain(gone)
  })

  it('speaks of the cluster if its REST API is the trouble', () => {
    const mail = toSnsMessage(clusterMessageOf(), NOW).bodies.default
    expect(mail).toContain('Kafka Connect cluster prod can’t be read')
    expect(mail).toContain('connect ECONNREFUSED')
    expect(mail).toContain("curl -sS 'https://connect.example.com:8083/connectors?expand=status'")
    expect(mail).not.toContain('muteUntil')
  })

  it('lets no untrusted text begin a line of its own', () => {
    const forged = 'x\nWhat you can do\r\n\u2028curl evil'
    const mail = mailOf({
      incident: { connector: forged },
      diagnosis: { evidence: [forged], summary: forged },
    })
    expect(mail.split('\n').filter((line) => line.startsWith('What you can do'))).toHaveLength(1)
    expect(mail).not.toMatch(/^\s*curl evil/mu)
  })

  it('quotes the name for YAML', () => {
    expect(mailOf({ incident: { connector: 'a"b: c' } })).toContain('- match: "a\\"b: c"')
  })
})

describe('the command', () => {
  const commandIn = (changes: Changes) => /curl .*/u.exec(mailOf(changes))?.[0] ?? ''

  it('keeps the path of the URL, and drops a slash and credentials', () => {
    const connectUrl = 'https://me:hunter2@example.com/connect/?x=1'
    expect(commandIn({ message: { connectUrl } })).toContain(
      "'https://example.com/connect/connectors/s3-orders/restart",
    )
    expect(mailOf({ message: { connectUrl } })).not.toContain('hunter2')
  })

  it('restarts all tasks of a stalled connector, for none of them is FAILED', () => {
    expect(commandIn({ diagnosis: { kind: 'stalled' } })).toContain('onlyFailed=false')
  })

  it('only looks if a restart would not place the tasks', () => {
    expect(commandIn({ diagnosis: { kind: 'not-placed' } })).toMatch(
      /^curl -sS 'https:\/\/.*\/s3-orders\/status'$/u,
    )
  })

  it('says that the cause goes first, if a restart is useless', () => {
    expect(mailOf()).toContain('To restart it, once the cause is gone')
    expect(mailOf({ diagnosis: { restart: 'helps' } })).toContain('To restart it yourself')
  })

  it.each(['a/b', '..', 'a%b'])('is not given for a name that no path can hold: %s', (connector) => {
    const mail = mailOf({ incident: { connector } })
    expect(mail).not.toContain('curl')
    expect(mail).toContain("There is none to give: the connector's name can't be part of a path")
  })

  it('is not given without a URL, or if it would be too long', () => {
    for (const connectUrl of ['', 'connect:8083', '/connect']) {
      expect(mailOf({ message: { connectUrl } })).toContain(
        "the cluster's URL in clusters.yml is neither http nor https",
      )
    }
    expect(mailOf({ incident: { connector: 'x'.repeat(3000) } })).toContain('it would be too long')
  })

  it('is one URL to a shell, whatever the name holds', () => {
    const name = fc.string({
      unit: fc.constantFrom("'", '"', '$', '`', '(', ')', ';', '&', '!', 'a', ' ', 'é'),
      minLength: 1,
      maxLength: 20,
    })
    fc.assert(
      fc.property(name, (connector) => {
        const command = commandIn({ incident: { connector } })
        const printed = execFileSync('sh', ['-c', command.replace('curl -sS -X POST', "printf '%s\\n'")], {
          encoding: 'utf8',
        })
        const url = `https://connect.example.com:8083/connectors/${encodeURIComponent(connector)}/restart?includeTasks=true&onlyFailed=true\n`
        expect(printed).toBe(url)
      }),
      { numRuns: 30 },
    )
  })
})

describe('the SMS', () => {
  it('says the event, the place, the kind and what comes next', () => {
    expect(rendered().bodies.sms).toBe(
      'ESCALATED prod/s3-orders: out-of-memory, tasks 0,2. It is not restarted; it needs a person.',
    )
  })

  it('always fits into one: at most 140 characters of the GSM alphabet', () => {
    fc.assert(
      fc.property(anyIncidentMessage, (message) => {
        expect(toSnsMessage(message, NOW).bodies.sms).toMatch(/^[^\\[\]{}^~|`]{1,140}$/u)
        expect(toSnsMessage(message, NOW).bodies.sms).toMatch(/^[ -~]+$/u)
      }),
      { numRuns: 50 },
    )
  })
})

describe('the chat message', () => {
  const chatOf = (changes: Changes = {}) => JSON.parse(rendered(changes).bodies.https)

  it('has the schema that Amazon Q takes, and the thread of the connector', () => {
    expect(chatOf()).toMatchObject({
      version: '1.0',
      source: 'custom',
      id: 'prod/s3-orders/1796026324000/3',
      content: {
        textType: 'client-markdown',
        title: ':rotating_light: ESCALATED prod/s3-orders: out-of-memory, tasks 0,2',
        nextSteps: [
          'elastic-buffer: task 2: 1,716 → 396 MiB of 2,048',
          'split-connector: two parts of 11 topics, 858 MiB each',
        ],
      },
      metadata: { threadId: 'prod/s3-orders', eventType: 'escalated' },
    })
  })

  it('has the command and the trace in fences of their own', () => {
    const { description } = chatOf().content
    expect(description).toMatch(/^```\ncurl -sS -X POST 'https:.*'\n```$/mu)
    expect(description).toMatch(/^```\norg\.apache[\s\S]*Java heap space\n```$/mu)
  })

  it('leaves the shape of a @, < or backtick to the reader, not to the client', () => {
    const forged = '<!channel> <http://evil|ok> [ok](http://evil) [ok][1] @here ```'
    const { title, description, nextSteps } = chatOf({
      incident: { connector: forged },
      diagnosis: {
        summary: forged,
        rootCause: forged,
        trace: forged,
        remedies: [{ remedy: 'human', effect: forged }],
      },
      transition: { action: forged, next: forged },
    }).content
    for (const text of [title, description, ...nextSteps]) {
      expect(text).not.toMatch(/<|\]\(|\]\[|@here/u)
    }
    expect(description.match(/```/gu)).toHaveLength(2)
  })

  it('is never more than 8 KiB of description, its fences closed', () => {
    fc.assert(
      fc.property(anyIncidentMessage, (message) => {
        const { description, title } = JSON.parse(toSnsMessage(message, NOW).bodies.https).content
        expect(Buffer.byteLength(description)).toBeLessThanOrEqual(8192)
        expect((description.match(/```/gu) ?? []).length % 2).toBe(0)
        expect(title).not.toMatch(/[<>`]/u)
      }),
      { numRuns: 50 },
    )
  })
})

describe('the JSON for queues and functions', () => {
  it('has the documented shape', () => {
    const { sqs, lambda } = rendered().bodies
    expect(lambda).toBe(sqs)
    expect(JSON.parse(sqs)).toEqual({
      version: 1,
      id: 'prod/s3-orders/1796026324000/3',
      about: 'incident',
      event: 'escalated',
      severity: 'critical',
      at: '2026-11-30T08:22:04.000Z',
      cluster: 'prod',
      connector: 's3-orders',
      kind: 'out-of-memory',
      rule: null,
      restart: 'useless',
      oom: { variant: 'heap', cause: 'open-writers' },
      scope: 'tasks',
      tasks: [0, 2],
      workers: ['10.0.0.1:8083'],
      summary: 'The part buffers of 66 open files do not fit into the heap.',
      rootCause: 'java.lang.OutOfMemoryError: Java heap space',
      evidence: ['s3.part.size is 26214400', '22 topics'],
      remedies: messageOf().incident.diagnosis.remedies,
      since: '2026-11-30T08:12:04.000Z',
      attempts: [{ at: '2026-11-30T08:13:04.000Z', result: 'accepted', detail: '' }],
      what: 'A restart would fail again.',
      next: 'It is not restarted; it needs a person.',
      dryRun: false,
      perhapsRepeated: false,
      trace: messageOf().incident.diagnosis.trace,
    })
  })

  it('leaves oom out for other kinds', () => {
    const { oom: _, ...diagnosis } = messageOf().incident.diagnosis
    const other = { ...messageOf().incident, diagnosis }
    expect(JSON.parse(toSnsMessage({ ...messageOf(), incident: other }, NOW).bodies.sqs)).not.toHaveProperty(
      'oom',
    )
  })

  it('keeps both ends of a long trace', () => {
    const trace = ['first', ...Array.from({ length: 50_000 }, () => '\tat a.b.C.d(C.java:1)'), 'last'].join(
      '\n',
    )
    const told = JSON.parse(rendered({ diagnosis: { trace } }).bodies.sqs).trace
    expect(told).toMatch(/^first\n/u)
    expect(told).toMatch(/\nlast$/u)
    expect(Buffer.byteLength(told)).toBeGreaterThan(12_000)
  })
})

describe('the attributes', () => {
  it.each([
    ['opened', 'warning'],
    ['reopened', 'warning'],
    ['proposed', 'warning'],
    ['acted', 'info'],
    ['escalated', 'critical'],
    ['recovered', 'info'],
  ] as const)('say that %s is %s', (event, severity) => {
    expect(rendered({ transition: { event } }).attributes).toEqual({
      severity,
      event,
      cluster: 'prod',
      connector: 's3-orders',
      kind: 'out-of-memory',
    })
  })

  it('are never empty, and hold no control characters', () => {
    fc.assert(
      fc.property(hostileText, hostileText, (cluster, connector) => {
        for (const value of Object.values(rendered({ incident: { cluster, connector } }).attributes)) {
          expect(value).toMatch(/^[^\p{Cc}\p{Cs}]+$/u)
        }
      }),
      { numRuns: 50 },
    )
  })
})

describe('a whole message', () => {
  it('is never more than SNS takes, and all its JSON can be read', () => {
    fc.assert(
      fc.property(anyIncidentMessage, (message) => {
        const made = toSnsMessage(message, NOW)
        expect(sizeOf(made)).toBeLessThanOrEqual(262_144)
        expect(JSON.parse(made.bodies.sqs).event).toBe(message.transition.event)
        for (const body of Object.values(made.bodies)) {
          expect(body).not.toBe('')
          expect(body.isWellFormed()).toBe(true)
          expect(body).not.toMatch(/[^\P{Cc}\n\t]|[\u202a-\u202e]/u)
        }
      }),
      { numRuns: 50 },
    )
  })

  it.each(['"', '\\', '\n', '字', '<', "'"])('fits if every text is a hundred kilobytes of %j', (piece) => {
    const text = piece.repeat(100_000)
    const many = Array.from({ length: 100 }, () => text)
    const made = rendered({
      incident: { cluster: text, connector: text, health: { is: 'other', since: 0, what: text } },
      diagnosis: {
        tasks: Array.from({ length: 10_000 }, (_, index) => index * 2 ** 20),
        workers: many.slice(0, 3),
        summary: text,
        rootCause: text,
        trace: text,
        evidence: many.slice(0, 12),
        remedies: many.slice(0, 12).map((effect) => ({ remedy: 'rotate-schedule-interval', effect })),
      },
      transition: { action: text, next: text },
    })
    expect(sizeOf(made)).toBeLessThanOrEqual(262_144)
    expect(Buffer.byteLength(made.bodies.sqs)).toBeLessThanOrEqual(48 * 1024)
    expect(Buffer.byteLength(JSON.stringify(made.bodies.default))).toBeLessThanOrEqual(32 * 1024)
    expect(Buffer.byteLength(made.bodies.https)).toBeLessThanOrEqual(16 * 1024)
    expect(Buffer.byteLength(JSON.parse(made.bodies.https).content.description)).toBeLessThanOrEqual(8192)
  })

  it('shows no secret, wherever it was and however it was written', () => {
    const place = fc.constantFrom(
      'summary',
      'rootCause',
      'trace',
      'what',
      'next',
      'evidence',
      'effect',
      'connector',
      'detail',
    )
    const secret = fc.string({
      unit: fc.constantFrom(...'abcdefghijkmnpqrstuvwxyz23456789'),
      minLength: 12,
      maxLength: 24,
    })
    const around = fc.constantFrom(
      (value: string) => `password=${value}`,
      (value: string) => `sasl.jaas.config=x required username="u" password="${value}";`,
      (value: string) => `jdbc:postgresql://u:${value}@db:5432/x`,
      (value: string) => `first\nAuthorization: Bearer ${value}\nlast`,
      (value: string) => `pass\u0000word=${value}`,
    )
    fc.assert(
      fc.property(place, secret, around, (where, value, write) => {
        const text = write(value)
        const made = rendered({
          incident: {
            connector: where === 'connector' ? text : 's3-orders',
            attempts: messageOf().incident.attempts.map((attempt) => ({
              ...attempt,
              detail: where === 'detail' ? text : '',
            })),
          },
          diagnosis: {
            summary: where === 'summary' ? text : 'S.',
            rootCause: where === 'rootCause' ? text : 'R',
            trace: where === 'trace' ? text : 'T',
            evidence: [where === 'evidence' ? text : 'E'],
            remedies: [{ remedy: 'human', effect: where === 'effect' ? text : 'F' }],
          },
          transition: { action: where === 'what' ? text : 'W.', next: where === 'next' ? text : 'N.' },
        })
        expect(JSON.stringify(made)).not.toContain(value)
      }),
    )
  })
})
