/** What is done about one connector now. `action` (what is done, or why nothing is) and `next` are sentences for people. */
export type Decision =
  /** The failed tasks, all in one call. */
  | { readonly do: 'restart'; readonly connector: string; readonly action: string; readonly next: string }
  /** As restart, but policy or a dry run leaves it to a person. */
  | { readonly do: 'propose'; readonly connector: string; readonly action: string; readonly next: string }
  | { readonly do: 'wait'; readonly connector: string; readonly action: string; readonly next: string }
  | { readonly do: 'leave'; readonly connector: string; readonly action: string; readonly next: string }
  | { readonly do: 'escalate'; readonly connector: string; readonly action: string; readonly next: string }
  /** Its trouble is over without a proof: it was deleted, say. */
  | { readonly do: 'close'; readonly connector: string; readonly action: string; readonly next: string }
  /** It ran for long enough: its offsets tell whether it has recovered. */
  | { readonly do: 'verify'; readonly connector: string }

/** What is done about a cluster that could not be read. */
export interface ClusterDecision {
  readonly do: 'escalate' | 'close'
  readonly action: string
  readonly next: string
}
