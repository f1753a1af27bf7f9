import { setFlagsFromString } from 'node:v8'
import { runInNewContext } from 'node:vm'

setFlagsFromString('--expose-gc')
/**
 * So that none pays for what the other has left behind. Only young objects: a whole collection would also drop the
 * shapes of objects that compiled code relies on, and a warm process would be measured as a cold one (1.6 instead of
 * 1.2 times the bare scan).
 */
const collectGarbage: unknown = runInNewContext("() => gc({ type: 'minor' })")

export interface Comparison {
  /** Median over the rounds of ours / bare within one round. */
  readonly ratio: number
  /** Medians, in milliseconds. */
  readonly oursMs: number
  readonly bareMs: number
}

/** Ours and the bare one by turns, each first in every other round, so that both meet the same weather. */
export async function compare(
  ours: () => Promise<unknown>,
  bare: () => Promise<unknown>,
  rounds: number,
): Promise<Comparison> {
  // Until the compiler has seen enough of both.
  for (let round = 0; round < Math.min(rounds, 5); round++) {
    await ours()
    await bare()
  }
  const times: { readonly ours: number; readonly bare: number }[] = []
  for (let round = 0; round < rounds; round++) {
    const [first, second] = round % 2 === 0 ? [ours, bare] : [bare, ours]
    const [a, b] = [await timed(first), await timed(second)]
    times.push(round % 2 === 0 ? { ours: a, bare: b } : { ours: b, bare: a })
  }
  return compared(times)
}

export function compared(times: readonly { readonly ours: number; readonly bare: number }[]): Comparison {
  return {
    ratio: median(times.map(({ ours, bare }) => ours / bare)),
    oursMs: median(times.map(({ ours }) => ours)),
    bareMs: median(times.map(({ bare }) => bare)),
  }
}

/** Milliseconds. */
export async function timed(work: () => Promise<unknown>): Promise<number> {
  if (typeof collectGarbage === 'function') collectGarbage()
  const start = performance.now()
  await work()
  return performance.now() - start
}

export function median(values: readonly number[]): number {
  const sorted = values.toSorted((a, b) => a - b)
  const middle = Math.floor(sorted.length / 2)
  const upper = sorted[middle] ?? Number.NaN
  return sorted.length % 2 === 1 ? upper : ((sorted[middle - 1] ?? Number.NaN) + upper) / 2
}
