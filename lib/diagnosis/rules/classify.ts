import type { Classification } from '../../domain/trace-findings.ts'
import { framesMatch, type MatchableThrowable, type ParsedTrace } from '../fingerprint.ts'
import { KIND_FACTS, remediesForKind } from '../kinds.ts'
import { CONVERSIONS, DEAD_LETTER_QUEUE } from './connect-runtime.ts'
import { RULES } from './index.ts'
import { LAST_RESORT } from './last-resort.ts'
import type { Rule } from './rule.ts'

/** Judges by the deepest cause that is known; its wrappers say nothing, except for those handled here. */
export function classify(trace: ParsedTrace): Classification {
  const { throwables } = trace
  if (throwables.some((throwable) => matches(DEAD_LETTER_QUEUE, throwable))) return deadLetterQueue(trace)
  const rule =
    firstMatch(trace, RULES) ??
    CONVERSIONS.find((each) => throwables.some((throwable) => matches(each, throwable))) ??
    firstMatch(trace, LAST_RESORT)
  return rule === undefined ? toClassification({ kind: 'unknown' }) : toClassification(rule)
}

/** What no rule is asked about: the heap model tells the cause. */
export const OUT_OF_MEMORY: Classification = toClassification({ kind: 'out-of-memory' })

/** What the same trace means in a connector of this type. */
export function classifyFor(
  type: 'sink' | 'source' | 'unknown',
  classification: Classification,
): Classification {
  const { kind, rule } = classification
  // A source writes to no target: a database refuses what it asks, so a setting is wrong.
  if (type === 'source' && kind === 'sink-rejected')
    return { ...toClassification({ kind: 'config-invalid' }), rule }
  // The worker that answered can't load the plugin.
  if (type === 'unknown' && kind === 'unknown') return toClassification({ kind: 'plugin-missing' })
  return classification
}

/** Only a time-out or an outage passes by itself; brokers that are too few, or a refusal, stay. */
function deadLetterQueue(trace: ParsedTrace): Classification {
  const cause = firstMatch(trace, RULES)
  const passes = cause === undefined || KIND_FACTS[cause.kind].restart !== 'useless'
  return toClassification({ ...DEAD_LETTER_QUEUE, restart: passes ? 'once' : 'useless' })
}

function firstMatch({ throwables }: ParsedTrace, rules: readonly Rule[]): Rule | undefined {
  for (const throwable of throwables) {
    const rule = rules.find((each) => matches(each, throwable))
    if (rule !== undefined) return rule
  }
  return undefined
}

function matches(rule: Rule, { name, text, throwable }: MatchableThrowable): boolean {
  if (rule.thrown !== undefined && !rule.thrown.has(name)) return false
  if (rule.message !== undefined && !rule.message.test(text)) return false
  return rule.frame === undefined || framesMatch(throwable, rule.frame)
}

function toClassification(
  rule: Pick<Rule, 'kind' | 'restart' | 'minRestartDelayMs' | 'remedies'> & { readonly id?: string },
): Classification {
  const { restart, minRestartDelayMs } = KIND_FACTS[rule.kind]
  return {
    rule: rule.id ?? null,
    kind: rule.kind,
    restart: rule.restart ?? restart,
    minRestartDelayMs: rule.minRestartDelayMs ?? minRestartDelayMs,
    remedies: remediesForKind(rule.kind, rule.remedies),
  }
}
