import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { betterTrace, fingerprintOf, isSameFailure } from '../../../lib/diagnosis/fingerprint.ts'

const BARE =
  'a.b.WrapException: Exiting\n\tat a.b.Task.run(Task.java:1)\nCaused by: java.lang.OutOfMemoryError: Java heap space'
const WITH_FRAMES = `${BARE}\n\tat java.nio.HeapByteBuffer.<init>(HeapByteBuffer.java:57)\n\tat com.example.Sink.put(Sink.java:9)`

describe('the fingerprint of a trace', () => {
  it('is the deepest class and the first frame outside JDK and Kafka', () => {
    const trace =
      'a.WrapException: x\nCaused by: java.io.IOException: no\n\tat java.base/java.net.Socket.read(Socket.java:1)\n\tat org.apache.kafka.common.network.Selector.poll(Selector.java:2)\n\tat com.example.Client.send(Client.java:3)'
    expect(fingerprintOf(trace)).toBe('java.io.IOException com.example.Client.send')
  })

  it('ignores numbers, ids and hosts', () => {
    fc.assert(
      fc.property(fc.nat(), fc.nat(), fc.domain(), (line, port, host) => {
        const of = (a: number, b: number, c: string) =>
          fingerprintOf(
            `java.net.SocketException: ${c}:${b} is gone\n\tat a.b.Lambda$${a}/0x00${a}.run(L.java:${a})`,
          )
        expect(of(line, port, host)).toBe(of(1, 2, 'db.example'))
      }),
    )
  })

  it('knows an OutOfMemoryError by its variant, for its frames are those of the last one to ask', () => {
    expect(fingerprintOf(BARE)).toBe(fingerprintOf(WITH_FRAMES))
    expect(fingerprintOf(BARE)).not.toBe(fingerprintOf('java.lang.OutOfMemoryError: Metaspace'))
  })

  it('is empty without a trace', () => {
    expect(fingerprintOf('')).toBe('')
  })
})

describe('the better one of two traces', () => {
  it('is the one whose deepest cause has frames', () => {
    expect(betterTrace(BARE, WITH_FRAMES)).toBe(WITH_FRAMES)
    expect(betterTrace(WITH_FRAMES, BARE)).toBe(WITH_FRAMES)
  })

  it('is the first one if they are equal, and any one before none', () => {
    expect(betterTrace(BARE, BARE.replace('Exiting', 'Leaving'))).toBe(BARE)
    expect(betterTrace('', BARE)).toBe(BARE)
  })
})

describe('a trace without frames', () => {
  it('may be the same failure as one with frames', () => {
    expect(isSameFailure(BARE, WITH_FRAMES)).toBe(true)
    const npe = 'java.lang.NullPointerException'
    expect(isSameFailure(npe, `${npe}\n\tat com.example.Sink.put(Sink.java:9)`)).toBe(true)
  })

  it('is not, if class or message differ', () => {
    expect(isSameFailure(BARE, 'java.lang.NullPointerException\n\tat a.B.c(B.java:1)')).toBe(false)
    expect(isSameFailure('java.lang.OutOfMemoryError: Metaspace', WITH_FRAMES)).toBe(false)
    expect(isSameFailure('', WITH_FRAMES)).toBe(false)
  })
})
