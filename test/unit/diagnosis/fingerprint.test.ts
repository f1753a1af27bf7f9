import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { fingerprintChain } from '../../../lib/diagnosis/fingerprint.ts'
import { parseTrace } from '../../../lib/diagnosis/stack-trace.ts'

const BARE =
  'a.b.WrapException: Exiting\n\tat a.b.Task.run(Task.java:1)\nCaused by: java.lang.OutOfMemoryError: Java heap space'
const WITH_FRAMES = `${BARE}\n\tat java.nio.HeapByteBuffer.<init>(HeapByteBuffer.java:57)\n\tat com.example.Sink.put(Sink.java:9)`

const fingerprintOf = (trace: string) => fingerprintChain(parseTrace(trace))

describe('fingerprintChain', () => {
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
