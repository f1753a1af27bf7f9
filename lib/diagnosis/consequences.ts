import type { Diagnosis } from '../domain/diagnosis.ts'

/** A connector that ran out of heap. */
export interface StarvedConnector {
  readonly connector: string
  /** On which it failed. */
  readonly workers: readonly string[]
  /** Bytes that the connector itself takes on its fullest worker, at least; 0: not known. */
  readonly heldBytes: number
}

/**
 * Several connectors that ran out of heap on one worker are one trouble: the one that takes the most is the case, and
 * the others died of it.
 * @param starved most important first, for those that take as much
 * @returns connector that died of another to that one
 */
export function findConsequences(starved: readonly StarvedConnector[]): ReadonlyMap<string, string> {
  const cases = new Map<string, string>()
  const onWorker = Map.groupBy(
    starved.flatMap((each) => each.workers.map((worker) => ({ ...each, worker }))),
    ({ worker }) => worker,
  )
  for (const all of onWorker.values()) {
    const here = all.filter(({ connector }) => !cases.has(connector))
    const [worst] = here.toSorted((a, b) => b.heldBytes - a.heldBytes)
    for (const { connector } of here)
      if (worst !== undefined && connector !== worst.connector) cases.set(connector, worst.connector)
  }
  return cases
}

/** Marks those that died of another, so that people are told once, and names them with that one. */
export function linkConsequences(
  diagnoses: readonly Diagnosis[],
  cases: ReadonlyMap<string, string>,
): readonly Diagnosis[] {
  const victims = Map.groupBy(cases.keys(), (victim) => cases.get(victim) ?? '')
  return diagnoses.map((diagnosis) => linked(diagnosis, cases, victims.get(diagnosis.connector) ?? []))
}

export function ranOutOfHeap({ kind, oom }: Pick<Diagnosis, 'kind' | 'oom'>): boolean {
  return kind === 'out-of-memory' && (oom?.variant === 'heap' || oom?.variant === 'gc-overhead')
}

/** Enough to know them by; a message has no room for hundreds. */
const MAX_NAMED = 20

function linked(
  diagnosis: Diagnosis,
  cases: ReadonlyMap<string, string>,
  victims: readonly string[],
): Diagnosis {
  if (!ranOutOfHeap(diagnosis)) return diagnosis
  const consequenceOf = cases.get(diagnosis.connector)
  if (consequenceOf !== undefined) {
    const why = `It died with “${consequenceOf}” on the same worker, which is the case to solve.`
    return { ...diagnosis, consequenceOf, evidence: withLine(diagnosis.evidence, why) }
  }
  if (victims.length === 0) return diagnosis
  const named = victims.slice(0, MAX_NAMED).map((name) => `“${name}”`)
  const rest = victims.length - named.length
  const others = `With it died ${named.join(', ')}${rest > 0 ? ` and ${rest} more` : ''} on the same worker.`
  return { ...diagnosis, scope: 'worker', evidence: withLine(diagnosis.evidence, others) }
}

/** A diagnosis that is kept from an earlier scan may have the line already. */
function withLine(evidence: readonly string[], line: string): readonly string[] {
  return evidence.includes(line) ? evidence : [...evidence, line]
}
