import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { type Chain, deepestCause, type Frame, parseTrace } from '../../../lib/diagnosis/stack-trace.ts'

const classes = (chain: Chain) => chain.map(({ className }) => className)

describe('a parsed trace', () => {
  it('is the chain of causes, outermost first, with the frames of each', () => {
    const chain = parseTrace(
      [
        'org.apache.kafka.connect.errors.ConnectException: Exiting.',
        '\tat org.apache.kafka.connect.runtime.WorkerSinkTask.poll(WorkerSinkTask.java:350)',
        '\tat java.base/java.lang.Thread.run(Thread.java:840)',
        'Caused by: java.net.SocketTimeoutException: connect timed out',
        '\tat java.net.PlainSocketImpl.socketConnect(Native Method)',
        '\tat app//com.example.Kt$inlined$1.invoke-IoAF18A(Sink.kt)',
        '\tat org.example.Plugins$$Lambda$1019/0x00007f04145be998.run(Unknown Source)',
        '\t... 11 more',
      ].join('\n'),
    )
    expect(classes(chain)).toEqual([
      'org.apache.kafka.connect.errors.ConnectException',
      'java.net.SocketTimeoutException',
    ])
    expect(chain[0]?.frames[1]).toEqual({
      className: 'java.lang.Thread',
      method: 'run',
      file: 'Thread.java',
      line: 840,
    })
    expect(deepestCause(chain)?.message).toBe('connect timed out')
    expect(deepestCause(chain)?.frames).toEqual([
      { className: 'java.net.PlainSocketImpl', method: 'socketConnect' },
      { className: 'com.example.Kt$inlined$1', method: 'invoke-IoAF18A', file: 'Sink.kt' },
      { className: 'org.example.Plugins$$Lambda$1019/0x00007f04145be998', method: 'run' },
    ])
  })

  it('keeps a message of several lines, in any language, and with words of a trace in it', () => {
    const message =
      '写入失败\nCaused by: The table has no schema\n at [Source: (byte[])"x"; line: 1]\nsee host: down'
    const chain = parseTrace(
      `a.b.WriteException: ${message}\n\tat a.b.Sink.put(Sink.java:1)\nCaused by: a.b.CException`,
    )
    expect(chain.map((thrown) => thrown.message)).toEqual([message, ''])
  })

  it('finds a cause that was glued to the frame before it', () => {
    const chain = parseTrace(
      'a.AException: x\n  at a.B.c(B.java:1) Caused by: a.DException: y\n  at a.E.f(E.java:2)',
    )
    expect(classes(chain)).toEqual(['a.AException', 'a.DException'])
    expect(chain.map(({ frames }) => frames.length)).toEqual([1, 1])
  })

  it('reads a trace that lost all line ends', () => {
    const chain = parseTrace(
      'a.AException: x. at a.B.c(B.java:1) at a.B.d(B.java:2) Caused by: a.DException: y ... 3 more',
    )
    expect(classes(chain)).toEqual(['a.AException', 'a.DException'])
    expect(chain.map(({ message }) => message)).toEqual(['x.', 'y'])
  })

  it('reads frames without "at", and with the jar that Log4j adds', () => {
    const chain = parseTrace(
      'a.AException: x\n     a.B.c(B.java:1)\n     a.B.d(B.java:2) ~[connect-3.7.0.jar:?]\n     ... 3 more',
    )
    expect(chain[0]?.frames.map(({ method }) => method)).toEqual(['c', 'd'])
  })

  it('keeps what was suppressed apart from the causes', () => {
    const chain = parseTrace(
      'a.AException\n\tat a.B.c(B.java:1)\n\tSuppressed: a.SException\n\t\tat a.B.d(B.java:2)\n\tCaused by: a.TException\nCaused by: a.CException',
    )
    expect(classes(chain)).toEqual(['a.AException', 'a.CException'])
    expect(chain[0]?.suppressed.map(classes)).toEqual([['a.SException', 'a.TException']])
  })

  it('ends at a circular reference', () => {
    const chain = parseTrace(
      'a.AException\nCaused by: a.BException\nCaused by: [CIRCULAR REFERENCE: a.AException]',
    )
    expect(classes(chain)).toEqual(['a.AException', 'a.BException'])
  })

  it('skips the log line before it', () => {
    expect(classes(parseTrace('[2026-01-01 10:00:00,000] ERROR Task threw (x:1)\na.AException: x'))).toEqual([
      'a.AException',
    ])
    expect(classes(parseTrace('Exception in thread "main" a.AException: x'))).toEqual(['a.AException'])
  })

  it('takes a class of Elasticsearch from its brackets', () => {
    expect(
      classes(parseTrace('Caused by: ElasticsearchStatusException[Elasticsearch exception [type=x]]')),
    ).toEqual(['ElasticsearchStatusException'])
  })

  it('keeps the frame in which it was cut off', () => {
    const chain = parseTrace('a.AException\n\tat org.example.Task.c')
    expect(chain[0]?.frames).toEqual([{ className: 'org.example.Task', method: 'c' }])
  })

  it('gives back the chain that it was printed from, also with CRLF and escaped', () => {
    fc.assert(
      fc.property(fc.array(thrown, { minLength: 1, maxLength: 4 }), (chain) => {
        const text = print(chain)
        for (const changed of [text, text.replaceAll('\n', '\r\n'), JSON.stringify(text).slice(1, -1)]) {
          const parsed = parseTrace(changed).map(({ className, message, frames }) => ({
            className,
            message,
            frames,
          }))
          expect(parsed).toEqual(chain)
        }
      }),
    )
  })

  it('never throws, whatever the text, and wherever it is cut', () => {
    const pieces = fc.constantFrom(
      'Caused by: ',
      '\n',
      '\tat ',
      'a.b.C',
      'a.b.CException',
      '(C.java:1)',
      '(',
      ')',
      '... 3 more',
      '\tSuppressed: ',
      '\\n',
      '\r\n',
      '[CIRCULAR REFERENCE:',
      ': ',
      ' ',
      '~[',
      ']',
      '.',
      '/',
      '$',
      '…',
      '"',
    )
    const text = fc.oneof(
      fc.string(),
      fc.array(fc.oneof(pieces, fc.string()), { maxLength: 60 }).map((all) => all.join('')),
    )
    fc.assert(fc.property(text, (each) => parseTrace(each).every(({ frames }) => frames.length >= 0)))
  })

  it('takes a megabyte of anything in one pass', () => {
    for (const unit of [
      '\n\tat a.b',
      ' at a.b(',
      '\\n',
      'Caused by: a.B',
      '\n\tSuppressed: a.C',
      '\n... 1',
      '(',
      ' ',
    ]) {
      expect(Array.isArray(parseTrace(unit.repeat(1_000_000 / unit.length)))).toBe(true)
    }
  })

  it('is empty for a blank text', () => {
    expect(parseTrace(' \n\t')).toEqual([])
    expect(deepestCause([])).toBeUndefined()
  })
})

const identifier = fc.stringMatching(/^[a-z][a-zA-Z0-9_$]{0,8}$/)
const typeName = fc
  .tuple(identifier, identifier, fc.stringMatching(/^[A-Z][a-z]{0,5}$/))
  .map((parts) => parts.join('.'))
const frame: fc.Arbitrary<Frame> = fc.record({
  className: typeName,
  method: identifier,
  file: identifier.map((name) => `${name}.java`),
  line: fc.integer({ min: 1, max: 9999 }),
})
const thrown = fc.record({
  className: typeName.map((name) => `${name}Exception`),
  message: fc.oneof(fc.constant(''), fc.stringMatching(/^[a-z"'{:][a-z0-9 "'{}:=,é]{0,30}[a-z}"]$/)),
  frames: fc.array(frame, { minLength: 1, maxLength: 4 }),
})

function print(chain: readonly { className: string; message: string; frames: readonly Frame[] }[]): string {
  return chain
    .map(({ className, message, frames }, index) => {
      const header = message === '' ? className : `${className}: ${message}`
      const lines = frames.map(
        (each) => `\tat java.base/${each.className}.${each.method}(${each.file}:${each.line})`,
      )
      return [
        index === 0 ? header : `Caused by: ${header}`,
        ...lines,
        ...(index > 0 ? ['\t... 9 more'] : []),
      ].join('\n')
    })
    .join('\n')
}
