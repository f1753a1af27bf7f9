import { MIB } from '../util/bytes.ts'
import type { Jvm } from './model.ts'

/** Regions that G1 aims at, by `G1HeapRegionBounds::target_number`. */
const REGIONS = 2048

/** Largest region that G1 takes by itself; `-XX:G1HeapRegionSize` is not visible to us. */
const MAX_REGION_MIB = 32

/** Header of an array, in bytes: 12 of the object with compressed class pointers, 4 of the length. */
export const ARRAY_HEADER = 16

/**
 * A JVM with the G1 collector, the default since JDK 9 and of Kafka's own scripts, by its maximum heap in bytes.
 *
 * A region is the 2048th part of the heap, rounded UP to a power of two, from 1 to 32 MiB: read with
 * `-XX:+PrintFlagsFinal` on JDK 17.0.15 and 25.0.3, 3 GiB give 2 MiB, 6 GiB 4 MiB and 12 GiB 8 MiB. JDK 8 and 11 round
 * down the mean of -Xms and -Xmx, so theirs may be smaller.
 */
export function toJvm(heapBytes: number): Jvm {
  const target = heapBytes / REGIONS / MIB
  const power = 2 ** Math.ceil(Math.log2(Math.max(target, 1)))
  return { heapBytes, regionBytes: Math.min(power, MAX_REGION_MIB) * MIB }
}

/**
 * Heap in bytes that a `byte[length]` takes. An object of more than half a region is humongous: it takes whole regions,
 * and what is left of the last one is lost. So 25 MiB cost 26 MiB in a heap of up to 4 GiB, 28 in 8 GiB and 32 in 12 GiB
 * (measured on JDK 17 and 25; predicted within 12 MiB of what real S3 sinks held, see the tests).
 *
 * The regions must be next to each other. Up to JDK 17 a full collection does not move humongous objects: of 642 MiB
 * that were free in pieces, two arrays of 25 MiB could be had on JDK 17 and 24 on JDK 25. So on older JDKs a third
 * of the heap can be free when this much can't be had.
 */
export function arrayHeapBytes(length: number, { regionBytes }: Jvm): number {
  const object = length + ARRAY_HEADER
  return object > regionBytes / 2 ? Math.ceil(object / regionBytes) * regionBytes : object
}
