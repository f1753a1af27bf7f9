import fc from 'fast-check'
import { beforeEach, describe, expect, it, vi } from 'vitest'
import { classifyFailures } from '../../../lib/diagnosis/classify-failures.ts'
import { parseTrace } from '../../../lib/diagnosis/stack-trace.ts'
import { TraceReading } from '../../../lib/diagnosis/trace-reading.ts'
import { connector, failed, OTHER_WORKER, running } from '../../support/snapshots.ts'

vi.mock('../../../lib/diagnosis/stack-trace.ts', async (importOriginal) => {
  const original = await importOriginal<typeof import('../../../lib/diagnosis/stack-trace.ts')>()
  return { ...original, parseTrace: vi.fn(original.parseTrace) }
})

const HEAP = 'java.lang.OutOfMemoryError: Java heap space'
const RICH = `${HEAP}\n\tat io.confluent.connect.s3.storage.S3OutputStream.<init>(S3OutputStream.java:67)`
const RESET = 'java.net.SocketException: Connection reset\n\tat com.example.Sink.put(Sink.java:1)'
const NPE = 'java.lang.NullPointerException'
const NPE_WITH_FRAMES = `${NPE}\n\tat com.example.Sink.put(Sink.java:9)`

const snapshot = (...connectors: readonly ReturnType<typeof connector>[]) => ({ takenAt: 0, connectors })
const knownOf = (trace: string) => new Map([['orders', new TraceReading(trace).findings()]])

describe('classifyFailures', () => {
  beforeEach(() => {
    vi.mocked(parseTrace).mockClear()
  })

  it('parses each distinct trace once, whatever number of tasks and connectors have it', () => {
    const traces = [RESET, NPE_WITH_FRAMES, RICH, `${RESET.replace('reset', 'refused')}`]
    const connectors = Array.from({ length: 20 }, (_, nth) =>
      connector({ name: `c${nth}`, tasks: traces.map((trace, id) => failed(id, trace)) }),
    )
    classifyFailures(snapshot(...connectors), new Map())
    expect(parseTrace).toHaveBeenCalledTimes(traces.length)
  })

  it('parses none a second time to compare it with what is known of an open incident', () => {
    const messages = Array.from({ length: 30 }, (_, id) => failed(id, RESET.replace('reset', `reset ${id}`)))
    const known = knownOf(RESET.replace('reset', '[hidden]'))
    vi.mocked(parseTrace).mockClear()
    classifyFailures(snapshot(connector({ tasks: messages })), known)
    expect(parseTrace).toHaveBeenCalledTimes(messages.length)
  })

  it('finds in a trace without frames what an earlier one of the same failure showed', () => {
    const [failure] = classifyFailures(snapshot(connector({ tasks: [failed(0, HEAP)] })), knownOf(RICH))
    expect(failure?.findings).toEqual(new TraceReading(RICH).findings())
    expect(failure?.trace).toBe(HEAP)
  })

  it('does not take another failure for the known one', () => {
    const [failure] = classifyFailures(snapshot(connector({ tasks: [failed(0, RESET)] })), knownOf(RICH))
    expect(failure?.findings.classification.kind).toBe('network')
  })

  it('puts a task that lost its frames with those that have them', () => {
    const tasks = [failed(0, NPE), running(1), failed(2, NPE_WITH_FRAMES, OTHER_WORKER), failed(3, NPE)]
    const failures = classifyFailures(snapshot(connector({ tasks })), new Map())
    expect(failures).toHaveLength(1)
    expect(failures[0]?.tasks.map(({ id }) => id)).toEqual([0, 2, 3])
    expect(failures[0]?.findings.location).toBe('com.example.Sink.put')
  })

  it('puts every failed instance into exactly one failure, and no other', () => {
    const status = fc.constantFrom(RESET, NPE, NPE_WITH_FRAMES, HEAP, RICH, '', null)
    fc.assert(
      fc.property(fc.array(status, { maxLength: 12 }), fc.constantFrom(null, RICH, NPE), (traces, before) => {
        const tasks = traces.map((trace, id) => (trace === null ? running(id) : failed(id, trace)))
        const failures = classifyFailures(
          snapshot(connector({ tasks })),
          before === null ? new Map() : knownOf(before),
        )
        const ids = failures.flatMap((each) => each.tasks.map(({ id }) => id)).sort((a, b) => a - b)
        expect(ids).toEqual(traces.flatMap((trace, id) => (trace === null ? [] : [id])))
      }),
    )
  })
})
