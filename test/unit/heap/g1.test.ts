import fc from 'fast-check'
import { describe, expect, test } from 'vitest'
import { arrayHeapBytes, toJvm } from '../../../lib/heap/g1.ts'
import { MIB } from '../../../lib/util/bytes.ts'

const GIB = 1024 * MIB
const heap = fc.integer({ min: 64, max: 512 * 1024 }).map((mib) => mib * MIB)
const length = fc.integer({ min: 0, max: 2 ** 31 - 3 })

describe('regions of G1', () => {
  test.each([
    [0.25, 1],
    [1, 1],
    [2, 1],
    [3, 2],
    [4, 2],
    [6, 4],
    [8, 4],
    [12, 8],
    [16, 8],
    [24, 16],
    [64, 32],
    [256, 32],
  ])('a heap of %d GiB has regions of %d MiB, as JDK 17 and 25 say', (gib, mib) => {
    expect(toJvm(gib * GIB).regionBytes).toBe(mib * MIB)
  })

  test('are a power of two from 1 to 32 MiB, whatever the heap', () => {
    fc.assert(
      fc.property(heap, (bytes) => {
        expect([1, 2, 4, 8, 16, 32]).toContain(toJvm(bytes).regionBytes / MIB)
      }),
    )
  })
})

describe('what an array costs', () => {
  /** Measured: MiB that one array of that length took in a heap of so many GiB. */
  const MEASURED = [
    { array: '25 MiB', bytes: 25 * MIB, costs: { 2: 26, 4: 26, 8: 28, 12: 32, 16: 32 } },
    { array: '5 MiB', bytes: 5 * MIB, costs: { 2: 6, 4: 6, 8: 8, 12: 8, 16: 8 } },
    { array: '24 MiB less a header', bytes: 24 * MIB - 16, costs: { 2: 24, 8: 24, 16: 24 } },
    { array: '8 MiB less a header', bytes: 8 * MIB - 16, costs: { 2: 8, 8: 8, 16: 8 } },
    { array: '1 MiB', bytes: MIB, costs: { 2: 2 } },
    { array: '2 MiB', bytes: 2 * MIB, costs: { 2: 3 } },
    { array: '16 MiB', bytes: 16 * MIB, costs: { 2: 17 } },
  ]
  const rows = MEASURED.flatMap(({ array, bytes, costs }) =>
    Object.entries(costs).map(([gib, mib]) => [array, Number(gib), mib, bytes] as const),
  )

  test.each(rows)('%s in a heap of %d GiB: %d MiB', (_array, gib, mib, bytes) => {
    expect(arrayHeapBytes(bytes, toJvm(gib * GIB))).toBe(mib * MIB)
  })

  test('an array of at most half a region costs its length and a header of 16 bytes', () => {
    expect(arrayHeapBytes(512 * 1024 - 16, toJvm(GIB))).toBe(512 * 1024)
    expect(arrayHeapBytes(512 * 1024 - 15, toJvm(GIB))).toBe(MIB)
  })

  test('is never less than the array, never a region more, and never falls with the length', () => {
    fc.assert(
      fc.property(heap, length, length, (bytes, one, other) => {
        const jvm = toJvm(bytes)
        const cost = arrayHeapBytes(one, jvm)
        expect(cost).toBeGreaterThanOrEqual(one + 16)
        expect(cost).toBeLessThan(one + 16 + jvm.regionBytes)
        expect(arrayHeapBytes(Math.max(one, other), jvm)).toBeGreaterThanOrEqual(
          arrayHeapBytes(Math.min(one, other), jvm),
        )
      }),
    )
  })
})
