import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { arrayHeapBytes, g1RegionBytes, Heap, MIB, WORKER_BASE_BYTES } from '../../../sandbox/heap.ts'

describe('the heap of a worker', () => {
  // Measured on JDK 17: what an array takes, by maximum heap.
  it.each([
    { part: 25, heapGib: 2, takes: 26 },
    { part: 25, heapGib: 4, takes: 26 },
    { part: 25, heapGib: 8, takes: 28 },
    { part: 25, heapGib: 16, takes: 32 },
    { part: 5, heapGib: 2, takes: 6 },
    { part: 5, heapGib: 8, takes: 8 },
  ])('gives an array of $part MiB $takes MiB of $heapGib GiB', ({ part, heapGib, takes }) => {
    expect(arrayHeapBytes(part * MIB, heapGib * 1024 * MIB)).toBe(takes * MIB)
  })

  it('holds 77 parts of the default size in 2 GiB, as measured', () => {
    const heap = new Heap(2048 * MIB)
    let parts = 0
    while (heap.allocate(26_214_400) !== null) parts += 1
    expect(parts).toBe(77)
    expect(heap.outOfMemoryErrors).toBe(1)
  })

  it('never takes less than the array and its header, nor a region more', () => {
    fc.assert(
      fc.property(
        fc.integer({ min: 0, max: 2 ** 31 }),
        fc.integer({ min: 64, max: 65_536 }),
        (length, heapMib) => {
          const taken = arrayHeapBytes(length, heapMib * MIB)
          expect(taken).toBeGreaterThanOrEqual(length + 16)
          expect(taken).toBeLessThan(length + 16 + g1RegionBytes(heapMib * MIB))
        },
      ),
    )
  })

  it('has room again for what was freed', () => {
    const heap = new Heap(WORKER_BASE_BYTES + 8 * MIB)
    const first = heap.allocate(5 * MIB)
    expect(first).toBe(6 * MIB)
    expect(heap.allocate(5 * MIB)).toBeNull()
    heap.free(first ?? 0)
    expect(heap.allocate(5 * MIB)).toBe(6 * MIB)
  })
})
