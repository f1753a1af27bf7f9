import type { Policy } from '../domain/policy.ts'

/**
 * Shortest time in milliseconds between restart number `count` (1 = the first) and the next: doubles from
 * `backoffMs` to `maxBackoffMs`, within ±20 % so that connectors that failed together don't come back together.
 * The jitter comes from `seed`, not from chance: the same question always has the same answer.
 */
export function backoffMs(
  count: number,
  policy: Pick<Policy, 'backoffMs' | 'maxBackoffMs'>,
  seed: string,
): number {
  if (count < 1) return 0
  const exponent = Math.min(count - 1, 30)
  const exact = Math.min(policy.backoffMs * 2 ** exponent, policy.maxBackoffMs)
  return Math.min(Math.round(exact * (0.8 + 0.4 * fraction(`${seed}#${count}`))), policy.maxBackoffMs)
}

/** FNV-1a of the text as a number from 0 to 1. */
function fraction(text: string): number {
  let hash = 0x811c9dc5
  for (let i = 0; i < text.length; i++) hash = Math.imul(hash ^ text.charCodeAt(i), 0x01000193)
  // The low bits of FNV mix badly over short texts that differ at the end only.
  hash ^= hash >>> 15
  hash = Math.imul(hash, 0x2c1b3c6d)
  hash ^= hash >>> 12
  return (hash >>> 0) / 0xffffffff
}
