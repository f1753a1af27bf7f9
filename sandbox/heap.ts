import { arrayHeapBytes, toJvm } from '../lib/heap/g1.ts'
import { BASE_BYTES } from '../lib/heap/inputs.ts'
import type { Jvm } from '../lib/heap/model.ts'

/** The heap of one worker's JVM, for as long as that JVM lives. */
export class Heap {
  readonly #jvm: Jvm
  usedBytes = BASE_BYTES
  outOfMemoryErrors = 0

  constructor(maxBytes: number) {
    this.#jvm = toJvm(maxBytes)
  }

  get maxBytes(): number {
    return this.#jvm.heapBytes
  }

  /** Takes an array of `length` bytes: the heap that it takes, or null for an OutOfMemoryError. */
  allocate(length: number): number | null {
    const bytes = arrayHeapBytes(length, this.#jvm)
    if (this.usedBytes + bytes > this.maxBytes) {
      this.outOfMemoryErrors += 1
      return null
    }
    this.usedBytes += bytes
    return bytes
  }

  free(bytes: number): void {
    this.usedBytes -= bytes
  }
}
