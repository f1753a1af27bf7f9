export const MIB = 1024 * 1024

/** Live after a full collection in an idle worker with few plugins: 20 to 28 MiB measured on Kafka 4.4.0, Java 17. */
export const WORKER_BASE_BYTES = 30 * MIB

/** Size of a G1 region for a maximum heap, in bytes: heap/2048, down to a power of two, from 1 to 32 MiB (Java 17). */
export function g1RegionBytes(maxHeapBytes: number): number {
  const power = 2 ** Math.floor(Math.log2(Math.max(1, maxHeapBytes / 2048)))
  return Math.min(32 * MIB, Math.max(MIB, power))
}

/**
 * Heap that a byte array of `length` takes, in bytes. From half a region on it is humongous and takes whole regions,
 * its 16 bytes of header included: 25 MiB take 26 MiB of a 2 GiB heap, and 32 MiB of a 16 GiB one (measured).
 */
export function arrayHeapBytes(length: number, maxHeapBytes: number): number {
  const region = g1RegionBytes(maxHeapBytes)
  const size = length + 16
  return size > region / 2 ? Math.ceil(size / region) * region : size
}

/** The heap of one worker's JVM, for as long as that JVM lives. */
export class Heap {
  readonly maxBytes: number
  usedBytes = WORKER_BASE_BYTES
  outOfMemoryErrors = 0

  constructor(maxBytes: number) {
    this.maxBytes = maxBytes
  }

  /** Takes an array of `length` bytes: the heap that it takes, or null for an OutOfMemoryError. */
  allocate(length: number): number | null {
    const bytes = arrayHeapBytes(length, this.maxBytes)
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
