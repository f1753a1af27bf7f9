import { describe, expect, it } from 'vitest'
import { findRichest } from '../../../lib/diagnosis/same-failure.ts'
import { TraceReading } from '../../../lib/diagnosis/trace-reading.ts'

const BARE =
  'a.b.WrapException: Exiting\n\tat a.b.Task.run(Task.java:1)\nCaused by: java.lang.OutOfMemoryError: Java heap space'
const WITH_FRAMES = `${BARE}\n\tat java.nio.HeapByteBuffer.<init>(HeapByteBuffer.java:57)\n\tat com.example.Sink.put(Sink.java:9)`
const NPE = 'java.lang.NullPointerException'

const findings = (trace: string) => new TraceReading(trace).findings()

describe('findRichest', () => {
  it('prefers a trace whose deepest cause has frames', () => {
    const [bare, rich] = [findings(BARE), findings(WITH_FRAMES)]
    expect(findRichest(bare, [rich])).toBe(rich)
    expect(findRichest(rich, [bare])).toBe(rich)
  })

  it('keeps the present one among equals', () => {
    const present = findings(BARE)
    expect(findRichest(present, [findings(BARE.replace('Exiting', 'Leaving'))])).toBe(present)
  })

  it('takes a trace without frames for the same failure as one with frames, if class and message agree', () => {
    const rich = findings(`${NPE}\n\tat com.example.Sink.put(Sink.java:9)`)
    expect(findRichest(findings(NPE), [rich])).toBe(rich)
    const offset = findings(`a.b.BadException: offset 12 of topic-3\n\tat com.example.Sink.put(Sink.java:9)`)
    expect(findRichest(findings('a.b.BadException: offset 977 of topic-1'), [offset])).toBe(offset)
  })

  it('takes nothing of another failure', () => {
    for (const [present, other] of [
      [BARE, `${NPE}\n\tat a.B.c(B.java:1)`],
      ['java.lang.OutOfMemoryError: Metaspace', WITH_FRAMES],
      ['', WITH_FRAMES],
      [WITH_FRAMES, ''],
    ] as const) {
      const own = findings(present)
      expect(findRichest(own, [findings(other)])).toBe(own)
    }
  })
})
