import type { Classification } from '../../domain/trace-findings.ts'
import {
  framesMatch,
  hasFrame,
  hasMessage,
  type MatchableThrowable,
  type ParsedTrace,
} from '../fingerprint.ts'
import { KIND_FACTS, remediesForKind } from '../kinds.ts'
import { DATABASES } from './databases.ts'
import { DEPLOYMENT } from './deployment.ts'
import { KAFKA } from './kafka.ts'
import { LAST_RESORT, NETWORK } from './network.ts'
import { RECORDS } from './records.ts'
import type { Rule } from './rule.ts'
import { SCHEMAS } from './schemas.ts'
import { SERVICES } from './services.ts'

/** Precise ones before broad ones: what a database says of a permission before what a socket says of anything. */
const RULES: readonly Rule[] = [
  ...SCHEMAS,
  ...DEPLOYMENT,
  ...KAFKA,
  ...DATABASES,
  ...SERVICES,
  ...NETWORK,
  ...RECORDS,
]

/** Judges by the deepest cause that is known; its wrappers say nothing, except for those handled here. */
export function classify(fault: ParsedTrace): Classification {
  if (hasMessage(fault, DEAD_LETTER_QUEUE)) return deadLetterQueue(fault)
  const rule = firstMatch(fault, RULES)
  if (rule !== undefined) return toClassification(rule)
  if (isConversion(fault)) return toClassification({ kind: 'bad-record' })
  return toClassification(firstMatch(fault, LAST_RESORT) ?? { kind: 'unknown' })
}

/** What no rule is asked about: the heap model tells the cause. */
export const OUT_OF_MEMORY: Classification = toClassification({ kind: 'out-of-memory' })

/** What the same trace means in a connector of this type. */
export function classifyFor(type: 'sink' | 'source' | 'unknown', judgement: Classification): Classification {
  // A source writes to no target: a database refuses what it asks, so a setting is wrong.
  if (type === 'source' && judgement.kind === 'sink-rejected')
    return toClassification({ kind: 'config-invalid' })
  // The worker that answered can't load the plugin.
  if (type === 'unknown' && judgement.kind === 'unknown') return toClassification({ kind: 'plugin-missing' })
  return judgement
}

const DEAD_LETTER_QUEUE = /Could not initialize dead letter queue/

/** Only a time-out or an outage passes by itself; brokers that are too few, or a refusal, stay. */
function deadLetterQueue(fault: ParsedTrace): Classification {
  const cause = firstMatch(fault, RULES)
  const passes = cause === undefined || KIND_FACTS[cause.kind].restart !== 'useless'
  return toClassification({ kind: 'dlq-unavailable', restart: passes ? 'once' : 'useless' })
}

/** A converter or a transform stumbled over a record: whatever it threw, it will throw it again. */
function isConversion(fault: ParsedTrace): boolean {
  return hasMessage(fault, TOLERANCE_EXCEEDED) || hasFrame(fault, CONVERSION)
}

const TOLERANCE_EXCEEDED = /Tolerance exceeded in error handler/
const CONVERSION =
  /(?:Transformation(?:Chain|Stage)|WorkerSinkTask)\.(?:lambda\$)?(?:apply|transformRecord|convertMessages|convertAndTransformRecord)|SourceTask\.convertTransformedRecord|Converter\.(?:to|from)ConnectData$/

function firstMatch(fault: ParsedTrace, rules: readonly Rule[]): Rule | undefined {
  for (const head of fault.throwables) {
    const rule = rules.find((each) => matches(each, head))
    if (rule !== undefined) return rule
  }
  return undefined
}

function matches(rule: Rule, head: MatchableThrowable): boolean {
  if (rule.thrown !== undefined && !rule.thrown.has(head.name)) return false
  if (rule.message !== undefined && !rule.message.test(head.text)) return false
  return rule.frame === undefined || framesMatch(head.throwable, rule.frame)
}

function toClassification(rule: Rule): Classification {
  return {
    kind: rule.kind,
    restart: rule.restart ?? KIND_FACTS[rule.kind].restart,
    remedies: remediesForKind(rule.kind, rule.remedies),
  }
}
