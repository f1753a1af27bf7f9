import type { Kind, RemedyId, RestartAdvice } from '../../domain/vocabulary.ts'

/**
 * One line of the catalogue: what a throwable looks like, and what that means. All conditions that are given must
 * hold. Rules are tried in order, on the deepest cause first, so a rule never has to know its wrappers.
 */
export interface Rule {
  readonly kind: Kind
  /** Class names without package. */
  readonly thrown?: ReadonlySet<string>
  /** Matched against "qualified class: message". */
  readonly message?: RegExp
  /** Matched against "qualified class.method" of the frames of the throwable. */
  readonly frame?: RegExp
  /** Where it differs from the kind's. */
  readonly restart?: RestartAdvice
  /** First in the list; the kind's own follow. */
  readonly remedies?: readonly RemedyId[]
}

export function classNames(list: string): ReadonlySet<string> {
  return new Set(list.trim().split(/\s+/))
}

/** One expression of many, whatever their case: one pass over a text is faster than one for each. */
export function anyOf(...patterns: readonly RegExp[]): RegExp {
  return new RegExp(patterns.map((pattern) => pattern.source).join('|'), 'i')
}
