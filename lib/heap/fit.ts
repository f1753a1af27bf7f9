import type { Bytes } from '../util/bytes.ts'

/**
 * Whether a load fits into a heap. Measured on real workers (JDK 17, G1): the smallest loads that failed were at
 * 0.895–1.01 of the heap, the largest that ran at 0.88–0.99.
 * fits: the estimate is below that. possible: only its upper end is not. likely: from 0.88 of the heap.
 * certain: more than the heap. unknown: the heap is not known.
 */
export type Fit = 'fits' | 'possible' | 'likely' | 'certain' | 'unknown'

/** From this part of the heap on, a load is likely to fail. */
export const SAFE_FRACTION = 0.88

export function classifyFit({ low, high }: Bytes, heapBytes: number | null): Fit {
  if (heapBytes === null) return 'unknown'
  if (low > heapBytes) return 'certain'
  if (low >= SAFE_FRACTION * heapBytes) return 'likely'
  return high >= SAFE_FRACTION * heapBytes ? 'possible' : 'fits'
}

/** "1,746 MiB of 2,048 MiB, which …": the rest of the sentence. */
export const FIT_PHRASES: Readonly<Record<Fit, string>> = {
  fits: 'fits',
  possible: 'may not fit',
  likely: 'hardly fits',
  certain: 'does not fit',
  unknown: '',
}
