import type { Remedy } from '../../domain/diagnosis.ts'
import type { Kind, RestartAdvice } from '../../domain/vocabulary.ts'
import { type Fault, framesMatch, type Head, hasFrame, saysAnywhere } from '../fingerprint.ts'
import { KIND_FACTS, remediesOf } from '../kinds.ts'
import { DATABASES } from './databases.ts'
import { DEPLOYMENT } from './deployment.ts'
import { KAFKA } from './kafka.ts'
import { LAST_RESORT, NETWORK } from './network.ts'
import { RECORDS } from './records.ts'
import type { Rule } from './rule.ts'
import { SCHEMAS } from './schemas.ts'
import { SERVICES } from './services.ts'

/** What a trace without an OutOfMemoryError means. */
export interface Judgement {
  readonly kind: Kind
  readonly restart: RestartAdvice
  readonly remedies: readonly Remedy[]
}

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
export function judge(fault: Fault): Judgement {
  if (saysAnywhere(fault, DEAD_LETTER_QUEUE)) return deadLetterQueue(fault)
  const rule = firstMatch(fault, RULES)
  if (rule !== undefined) return toJudgement(rule)
  if (isConversion(fault)) return toJudgement({ kind: 'bad-record' })
  return toJudgement(firstMatch(fault, LAST_RESORT) ?? { kind: 'unknown' })
}

/** What the same trace means in a connector of this type. */
export function judgeFor(type: 'sink' | 'source' | 'unknown', judgement: Judgement): Judgement {
  // A source writes to no target: a database refuses what it asks, so a setting is wrong.
  if (type === 'source' && judgement.kind === 'sink-rejected') return toJudgement({ kind: 'config-invalid' })
  // The worker that answered can't load the plugin.
  if (type === 'unknown' && judgement.kind === 'unknown') return toJudgement({ kind: 'plugin-missing' })
  return judgement
}

const DEAD_LETTER_QUEUE = /Could not initialize dead letter queue/

/** Only a time-out or an outage passes by itself; brokers that are too few, or a refusal, stay. */
function deadLetterQueue(fault: Fault): Judgement {
  const cause = firstMatch(fault, RULES)
  const passes = cause === undefined || KIND_FACTS[cause.kind].restart !== 'useless'
  return toJudgement({ kind: 'dlq-unavailable', restart: passes ? 'once' : 'useless' })
}

/** A converter or a transform stumbled over a record: whatever it threw, it will throw it again. */
function isConversion(fault: Fault): boolean {
  return saysAnywhere(fault, TOLERANCE_EXCEEDED) || hasFrame(fault, CONVERSION)
}

const TOLERANCE_EXCEEDED = /Tolerance exceeded in error handler/
const CONVERSION =
  /(?:Transformation(?:Chain|Stage)|WorkerSinkTask)\.(?:lambda\$)?(?:apply|transformRecord|convertMessages|convertAndTransformRecord)|SourceTask\.convertTransformedRecord|Converter\.(?:to|from)ConnectData$/

function firstMatch(fault: Fault, rules: readonly Rule[]): Rule | undefined {
  for (const head of fault.heads) {
    const rule = rules.find((each) => matches(each, head))
    if (rule !== undefined) return rule
  }
  return undefined
}

function matches(rule: Rule, head: Head): boolean {
  if (rule.thrown !== undefined && !rule.thrown.has(head.name)) return false
  if (rule.says !== undefined && !rule.says.test(head.text)) return false
  return rule.at === undefined || framesMatch(head.thrown, rule.at)
}

function toJudgement(rule: Rule): Judgement {
  return {
    kind: rule.kind,
    restart: rule.restart ?? KIND_FACTS[rule.kind].restart,
    remedies: remediesOf(rule.kind, rule.remedies),
  }
}
