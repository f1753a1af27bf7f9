import { type Course, type Rule, restartsBy, type Tally } from './course.ts'

export interface Rival {
  readonly name: string
  /** When it restarts one connector of that course: none of them looks at several connectors together. */
  readonly restarts: (course: Course, untilMs: number) => readonly number[]
  /** Messages to people about that many connectors that fare alike. */
  readonly messages: (one: Tally, connectors: number) => number
}

const MINUTE = 60_000
const nothing = () => 0

/**
 * Strimzi 8541da1, AbstractConnectOperator.java lines 589 to 721: restart number n+1 is due min(n² + n, 60) minutes
 * after restart number n, at a reconcile (each 120 s); the count is forgotten at the first reconcile that finds
 * nothing FAILED and more than that time gone.
 */
export function strimzi(
  maxRestarts: number,
): Rule<{ readonly count: number; readonly lastAt: number } | null> {
  return {
    everyMs: 2 * MINUTE,
    initial: null,
    look(memory, hasFailed, now) {
      if (memory === null) {
        return { memory: hasFailed ? { count: 1, lastAt: now } : null, restart: hasFailed }
      }
      const { count, lastAt } = memory
      const passed = Math.floor((now - lastAt) / MINUTE)
      const pause = Math.min(count * count + count, 60)
      if (!hasFailed) return { memory: passed > pause ? null : memory, restart: false }
      const restart = count < maxRestarts && passed >= pause
      return { memory: restart ? { count: count + 1, lastAt: now } : memory, restart }
    },
  }
}

/**
 * kafka-connect-healer 0ad89d6, README: looks every 10 s; attempt n+1 comes 20 s · 2^(n-1) after attempt n, at most
 * 10 min; "a RUNNING task clears that task's backoff".
 */
const healer: Rule<{ readonly attempts: number; readonly nextAt: number }> = {
  everyMs: 10_000,
  initial: { attempts: 0, nextAt: 0 },
  look(memory, hasFailed, now) {
    if (!hasFailed) return { memory: { attempts: 0, nextAt: 0 }, restart: false }
    if (now < memory.nextAt) return { memory, restart: false }
    const pause = Math.min(20_000 * 2 ** memory.attempts, 10 * MINUTE)
    return { memory: { attempts: memory.attempts + 1, nextAt: now + pause }, restart: true }
  },
}

/** Restarts what it finds FAILED, and remembers nothing. */
function fixed(everyMs: number): Rule<null> {
  return { everyMs, initial: null, look: (memory, hasFailed) => ({ memory, restart: hasFailed }) }
}

function rival<Memory>(name: string, rule: Rule<Memory>, messages: Rival['messages']): Rival {
  return { name, restarts: (course, untilMs) => restartsBy(rule, course, untilMs), messages }
}

/**
 * Those whose interval and back-off are published. Lenses ("wait grace period, retry until limit") and Kadeck (a check
 * each 60 s, a grace period, a number of attempts) give no figures for the rest.
 */
export const RIVALS: readonly Rival[] = [
  // It tells nobody; its Prometheus rules (ConnectFailedTask, for: 5m) alert once for the cluster.
  rival('Strimzi autoRestart, maxRestarts ∞', strimzi(Number.POSITIVE_INFINITY), ({ alerts }) => alerts),
  rival('Strimzi autoRestart, maxRestarts 7', strimzi(7), ({ alerts }) => alerts),
  // Logs only.
  rival('kafka-connect-healer', healer, nothing),
  // connectors_eval.py of ec972ad, action cycle at the default watch_interval: one SNS message per connector and scan.
  rival(
    'kafka-connect-watcher, cycle each 60 s',
    fixed(MINUTE),
    ({ restarts }, connectors) => restarts * connectors,
  ),
  // Console documentation: metadata.autoRestart.frequencySeconds = 600, no limit; no messages are documented.
  rival('Conduktor autoRestart, each 10 min', fixed(10 * MINUTE), nothing),
  // Documentation of _aiven.restart.on.failure: a check every 15 minutes; no messages are documented.
  rival('Aiven restart.on.failure, each 15 min', fixed(15 * MINUTE), nothing),
]
