import { describe, expect, it } from 'vitest'
import { BASE_BYTES } from '../../../lib/heap/inputs.ts'
import { MIB } from '../../../lib/util/bytes.ts'
import { Heap } from '../../../sandbox/heap.ts'

describe('the heap of a worker', () => {
  it('holds 77 parts of the default size in 2 GiB, as measured', () => {
    const heap = new Heap(2048 * MIB)
    let parts = 0
    while (heap.allocate(26_214_400) !== null) parts += 1
    expect(parts).toBe(77)
    expect(heap.outOfMemoryErrors).toBe(1)
  })

  it('has regions of 2 MiB in 3 GiB, as the heap model', () => {
    expect(new Heap(3072 * MIB).allocate(5 * MIB)).toBe(6 * MIB)
    expect(new Heap(3072 * MIB).allocate(4 * MIB)).toBe(6 * MIB)
  })

  it('has room again for what was freed', () => {
    const heap = new Heap(BASE_BYTES + 8 * MIB)
    const first = heap.allocate(5 * MIB)
    expect(first).toBe(6 * MIB)
    expect(heap.allocate(5 * MIB)).toBeNull()
    heap.free(first ?? 0)
    expect(heap.allocate(5 * MIB)).toBe(6 * MIB)
  })
})
