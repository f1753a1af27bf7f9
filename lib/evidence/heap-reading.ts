/** The heap of one worker. */
export interface HeapReading {
  /** Null: not told. */
  readonly usedBytes: number | null
  /**
   * `after-gc`: what was in use after the last collection of each pool, the live set. `now`: with garbage in it, so
   * that it says little of what is needed.
   */
  readonly used: 'after-gc' | 'now'
  /** -Xmx; null: not told. */
  readonly maxBytes: number | null
}

/** A memory pool of the heap, and what of it was in use after its last collection. */
export interface PoolAfterGc {
  readonly name: string
  readonly usedBytes: number
}

/** @returns null if nothing is told. */
export function toHeapReading(
  now: number | null,
  pools: readonly PoolAfterGc[],
  maxBytes: number | null,
): HeapReading | null {
  const live = liveBytes(pools)
  if (live !== null) return { usedBytes: live, used: 'after-gc', maxBytes }
  return now === null && maxBytes === null ? null : { usedBytes: now, used: 'now', maxBytes }
}

/**
 * G1 says 0 of its old generation until that was collected, though there is something in it (JDK 17: 0 of 7.5 MiB);
 * then the pools tell of the young generation only.
 */
function liveBytes(pools: readonly PoolAfterGc[]): number | null {
  const old = pools.filter(({ name }) => !/eden|survivor|young|nursery/i.test(name))
  if (old.length === 0 || old.some(({ usedBytes }) => usedBytes <= 0)) return null
  return pools.reduce((sum, { usedBytes }) => sum + usedBytes, 0)
}
