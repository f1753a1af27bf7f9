import type { Diagnosis } from '../domain/diagnosis.ts'

/**
 * Several connectors that ran out of heap on one worker are one trouble: the one that takes the most is the case, and
 * the others died of it. They are named with the case, and marked, so that people are told once.
 * @param diagnoses most important first; the order stays
 */
export function linkConsequences(diagnoses: readonly Diagnosis[]): readonly Diagnosis[] {
  const starved = diagnoses.filter(ranOutOfHeap)
  const cases = new Map<string, string>()
  for (const worker of new Set(starved.flatMap(({ workers }) => workers))) {
    const here = starved.filter(({ workers, connector }) => workers.includes(worker) && !cases.has(connector))
    const connectors = new Set(here.map(({ connector }) => connector))
    const [worst] = here.toSorted((a, b) => takes(b) - takes(a))
    if (worst === undefined || connectors.size < 2) continue
    for (const name of connectors) if (name !== worst.connector) cases.set(name, worst.connector)
  }
  return cases.size === 0 ? diagnoses : diagnoses.map((diagnosis) => linked(diagnosis, cases))
}

function ranOutOfHeap({ kind, oom }: Diagnosis): boolean {
  return kind === 'out-of-memory' && (oom?.variant === 'heap' || oom?.variant === 'gc-overhead')
}

/** Bytes that the connector itself takes on its fullest worker, at least. */
function takes({ oom }: Diagnosis): number {
  return oom?.bytes?.connector.low ?? 0
}

function linked(diagnosis: Diagnosis, cases: ReadonlyMap<string, string>): Diagnosis {
  if (!ranOutOfHeap(diagnosis)) return diagnosis
  const consequenceOf = cases.get(diagnosis.connector)
  if (consequenceOf !== undefined) {
    return {
      ...diagnosis,
      consequenceOf,
      evidence: [
        ...diagnosis.evidence,
        `It died with “${consequenceOf}” on the same worker, which is the case to solve.`,
      ],
    }
  }
  const others = [...cases].filter(([, of]) => of === diagnosis.connector).map(([name]) => `“${name}”`)
  return others.length === 0
    ? diagnosis
    : {
        ...diagnosis,
        scope: 'worker',
        evidence: [...diagnosis.evidence, `With it died ${others.join(', ')} on the same worker.`],
      }
}
