/** Time as the sandbox sees it: what o'clock it is, and what is to happen later. */
export interface Clock {
  /** Milliseconds since the epoch. */
  now(): number
  /** Calls `what` once, `ms` milliseconds from now; the answer cancels it. */
  after(ms: number, what: () => void): () => void
}

export const realClock: Clock = {
  now: () => Date.now(),
  after(ms, what) {
    const timer = setTimeout(what, ms)
    return () => clearTimeout(timer)
  },
}

/** A clock that stands still until it is told to go on; for tests that can't wait. */
export function manualClock(start = 0): Clock & { advance(ms: number): void } {
  let now = start
  const due = new Set<{ readonly at: number; readonly what: () => void }>()
  const next = () => [...due].sort((a, b) => a.at - b.at)[0]
  return {
    now: () => now,
    after(ms, what) {
      const timer = { at: now + ms, what }
      due.add(timer)
      return () => due.delete(timer)
    },
    advance(ms) {
      const end = now + ms
      for (let timer = next(); timer !== undefined && timer.at <= end; timer = next()) {
        due.delete(timer)
        now = timer.at
        timer.what()
      }
      now = end
    },
  }
}
