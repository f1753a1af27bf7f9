import { inspect } from 'node:util'
import fc from 'fast-check'
import { describe, expect, test } from 'vitest'
import { MalformedAnswerError } from '../../../lib/connect/errors.ts'
import { parseSnapshot } from '../../../lib/connect/parse-snapshot.ts'

const running = { state: 'RUNNING', worker_id: 'w1:8083' }
const info = { name: 'orders', config: { topics: 'a,b' }, tasks: [], type: 'sink' }

function bodyOf(status: unknown, connectorInfo: unknown = info) {
  return { orders: { status, info: connectorInfo } }
}

const healthy = { name: 'orders', connector: running, tasks: [{ id: 0, ...running }], type: 'sink' }

describe('a snapshot', () => {
  test('holds what the status says, sorted by name and by id', () => {
    const trace = 'java.lang.OutOfMemoryError: Java heap space\n\tat x'
    const failed = { id: 0, state: 'FAILED', worker_id: 'w2:8083', trace, version: '7.1' }
    const body = {
      b: { status: { ...healthy, tasks: [{ id: 10, ...running }, failed], type: 'source' } },
      a: { status: { ...healthy, tasks: [] }, info },
    }
    expect(parseSnapshot(body, 17)).toEqual({
      takenAt: 17,
      connectors: [
        {
          name: 'a',
          type: 'sink',
          connector: { state: 'RUNNING', stateText: 'RUNNING', workerId: 'w1:8083' },
          tasks: [],
          config: { topics: 'a,b' },
        },
        {
          name: 'b',
          type: 'source',
          connector: { state: 'RUNNING', stateText: 'RUNNING', workerId: 'w1:8083' },
          tasks: [
            { id: 0, state: 'FAILED', stateText: 'FAILED', workerId: 'w2:8083', trace, version: '7.1' },
            { id: 10, state: 'RUNNING', stateText: 'RUNNING', workerId: 'w1:8083' },
          ],
          config: null,
        },
      ],
    })
  })

  test('of a cluster without connectors is empty', () => {
    expect(parseSnapshot({}, 1).connectors).toEqual([])
  })

  test('keeps a state that we do not know, for people', () => {
    const [connector] = parseSnapshot(
      bodyOf({ ...healthy, connector: { state: 'ON_HOLIDAY' } }),
      1,
    ).connectors
    expect(connector?.connector).toEqual({ state: 'UNRECOGNISED', stateText: 'ON_HOLIDAY', workerId: '' })
  })

  test('passes over fields that we do not know', () => {
    const body = bodyOf({ ...healthy, mood: [], connector: { ...running, mood: 1 } }, { ...info, mood: {} })
    expect(parseSnapshot(body, 1)).toEqual(parseSnapshot(bodyOf(healthy), 1))
  })

  test.each(['unknown', 'SINK', null, undefined])('takes the type %j for unknown', (type) => {
    expect(parseSnapshot(bodyOf({ ...healthy, type }), 1).connectors[0]?.type).toBe('unknown')
  })

  test.each([null, undefined])('has no configuration if info is %j', (nothing) => {
    expect(parseSnapshot({ orders: { status: healthy, info: nothing } }, 1).connectors[0]?.config).toBeNull()
  })

  test('leaves out a key of the configuration that is null', () => {
    const body = bodyOf(healthy, { config: { topics: 'a', 'errors.tolerance': null } })
    expect(parseSnapshot(body, 1).connectors[0]?.config).toEqual({ topics: 'a' })
  })

  test('holds a connector of any name, even one that JavaScript has a use for', () => {
    const body: unknown = JSON.parse(
      JSON.stringify({ 'a/b c%é': 0, x: 0 })
        .replaceAll('0', JSON.stringify({ status: healthy }))
        .replace('"x"', '"__proto__"'),
    )
    expect(parseSnapshot(body, 1).connectors.map(({ name }) => name)).toEqual(['__proto__', 'a/b c%é'])
  })

  test('keeps a trace of 1 MB whole', () => {
    const trace = 'java.lang.X: y\n'.repeat(70_000)
    const body = bodyOf({ ...healthy, tasks: [{ id: 0, state: 'FAILED', trace }] })
    expect(parseSnapshot(body, 1).connectors[0]?.tasks[0]?.trace).toBe(trace)
  })
})

describe('the configuration in a snapshot', () => {
  const config = { 'db.password': 'hunter2', 'db.url': 'jdbc:mysql://u:hunter2@h/d', ref: `\${file:/x:db}` }

  test('is masked, and the same object at every look', () => {
    const [connector] = parseSnapshot(bodyOf(healthy, { config }), 1).connectors
    expect(connector?.config).toEqual({
      'db.password': '[hidden]',
      'db.url': 'jdbc:mysql://[hidden]@h/d',
      ref: `\${file:/x:db}`,
    })
    expect(connector?.config).toBe(connector?.config)
  })

  test('is raw in no rendering and no copy of the snapshot', () => {
    const snapshot = parseSnapshot(bodyOf(healthy, { config }), 1)
    const copies = [snapshot, structuredClone(snapshot), snapshot.connectors.map((one) => ({ ...one }))]
    for (const copy of copies) {
      expect(JSON.stringify(copy)).toContain('[hidden]')
      expect(JSON.stringify(copy)).not.toContain('hunter2')
      expect(inspect(copy, { depth: null, showHidden: true, getters: true })).not.toContain('hunter2')
    }
  })
})

describe('an answer that can not be read whole is no snapshot:', () => {
  test.each([
    ['secret', 'the answer is a string of 6 characters; expected an object of connectors'],
    [['secret'], 'the answer is an array of 1; expected an object of connectors'],
    [
      { orders: ['secret'] },
      'connector "orders": entry is an array of 1; expected an object with status and info',
    ],
    [{ orders: { info } }, 'connector "orders": status is missing; expected an object'],
    [bodyOf({ tasks: [] }), 'connector "orders": status.connector is missing; expected an object'],
    [
      bodyOf({ connector: {}, tasks: [] }),
      'connector "orders": status.connector.state is missing; expected a string',
    ],
    [bodyOf({ connector: running }), 'connector "orders": status.tasks is missing; expected an array'],
    [
      bodyOf({ ...healthy, tasks: { 0: 'secret' } }),
      'connector "orders": status.tasks is an object; expected an array',
    ],
    [
      bodyOf({ ...healthy, tasks: ['secret'] }),
      'connector "orders": status.tasks[0] is a string of 6 characters; expected an object',
    ],
    [
      bodyOf({ ...healthy, tasks: [{ id: '0', ...running }] }),
      'connector "orders": status.tasks[0].id is a string of 1 characters; expected an integer of 0 or more',
    ],
    [
      bodyOf({ ...healthy, tasks: [{ id: 1.5, ...running }] }),
      'connector "orders": status.tasks[0].id is a number; expected an integer of 0 or more',
    ],
    [
      bodyOf({ ...healthy, tasks: [{ id: -1, ...running }] }),
      'connector "orders": status.tasks[0].id is a number; expected an integer of 0 or more',
    ],
    [
      bodyOf({
        ...healthy,
        tasks: [
          { id: 2, ...running },
          { id: 2, ...running },
        ],
      }),
      'connector "orders": status.tasks has two tasks with id 2; expected one of each',
    ],
    [
      bodyOf({ ...healthy, tasks: [{ id: 0, state: 7 }] }),
      'connector "orders": status.tasks[0].state is a number; expected a string',
    ],
    [
      bodyOf({ ...healthy, tasks: [{ id: 0, ...running, trace: ['secret'] }] }),
      'connector "orders": status.tasks[0].trace is an array of 1; expected a string',
    ],
    [
      bodyOf({ ...healthy, connector: { ...running, worker_id: 8083 } }),
      'connector "orders": status.connector.worker_id is a number; expected a string',
    ],
    [
      bodyOf({ ...healthy, connector: { ...running, version: {} } }),
      'connector "orders": status.connector.version is an object; expected a string',
    ],
    [
      bodyOf(healthy, 'secret'),
      'connector "orders": info is a string of 6 characters; expected an object or null',
    ],
    [bodyOf(healthy, {}), 'connector "orders": info.config is missing; expected an object'],
    [
      bodyOf(healthy, { config: { 'tasks.max': 1 } }),
      'connector "orders": info.config["tasks.max"] is a number; expected a string',
    ],
    [{ 'a\nb': null }, 'connector "a\\nb": entry is null; expected an object with status and info'],
  ])('%j', (body, reason) => {
    const error = thrownBy(() => parseSnapshot(body, 1))
    expect(error).toBeInstanceOf(MalformedAnswerError)
    expect(error).toMatchObject({ message: `GET /connectors?expand=status&expand=info: ${reason}` })
    expect(inspect(error)).not.toContain('secret')
  })

  test('whatever JSON comes, it is read or it is refused as malformed', () => {
    const part = fc.oneof(fc.jsonValue(), fc.constant(running), fc.constant([{ id: 0, ...running }]))
    const status = fc.record({ connector: part, tasks: part, type: part }, { requiredKeys: [] })
    const entry = fc.record({
      status: fc.oneof(status, part),
      info: fc.oneof(part, fc.record({ config: part })),
    })
    const body = fc.oneof(fc.jsonValue(), fc.dictionary(fc.string(), fc.oneof(entry, part)))
    fc.assert(
      fc.property(body, (json) => {
        const outcome = attempt(() => JSON.stringify(parseSnapshot(json, 1)))
        if (typeof outcome !== 'string') expect(outcome).toBeInstanceOf(MalformedAnswerError)
      }),
      { numRuns: 1_000 },
    )
  })
})

function attempt(work: () => string): unknown {
  try {
    return work()
  } catch (error) {
    return error
  }
}

function thrownBy(work: () => unknown): unknown {
  try {
    work()
  } catch (error) {
    return error
  }
  throw new Error('nothing was thrown')
}
