import type { Kind, RemedyId, RestartAdvice } from '../../domain/vocabulary.ts'

/**
 * One line of the catalogue: what a throwable looks like, and what that means. All conditions that are given must
 * hold. Rules are tried in order, on the deepest cause first, so a rule never has to know its wrappers.
 */
export interface Rule {
  /** Public: evidence, JSON and logs name it. Unique; never rename one. */
  readonly id: string
  readonly kind: Kind
  /** Where the text is documented or made; or a labelled case of the tests that shows it. */
  readonly source: `https://${string}` | `case:${string}`
  /** "qualified class: message", as it stands in a trace: the tests try the rule on it. */
  readonly example: string
  /** Class names without package. */
  readonly thrown?: ReadonlySet<string>
  /** Matched against "qualified class: message". */
  readonly message?: RegExp
  /** Matched against "qualified class.method" of the frames of the throwable. */
  readonly frame?: RegExp
  /** Where it differs from the kind's. */
  readonly restart?: RestartAdvice
  /** Shortest sensible time before a restart, in milliseconds, where it differs from the kind's. */
  readonly minRestartDelayMs?: number
  /** First in the list; the kind's own follow. */
  readonly remedies?: readonly RemedyId[]
}

export function classNames(list: string): ReadonlySet<string> {
  return new Set(list.trim().split(/\s+/))
}

/** One expression of several that have the same flags. */
export function anyOf(first: RegExp, ...others: readonly RegExp[]): RegExp {
  const odd = others.find(({ flags }) => flags !== first.flags)
  if (odd !== undefined) throw new TypeError(`${odd} has other flags than ${first}`)
  return new RegExp([first, ...others].map(({ source }) => source).join('|'), first.flags)
}
