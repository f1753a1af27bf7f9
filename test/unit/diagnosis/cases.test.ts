import { readdirSync, readFileSync } from 'node:fs'
import { describe, expect, it } from 'vitest'
import { parseSavedAnswer } from '../../../cli/input.ts'
import { parseSnapshot } from '../../../lib/connect/parse-snapshot.ts'
import { diagnose } from '../../../lib/diagnosis/diagnose.ts'
import type { Diagnosis } from '../../../lib/domain/diagnosis.ts'

/** Failures of public reports and measured ones, as the REST API shows them, with the answers that are right. */
const CASES = new URL('cases/', import.meta.url)

interface Expectation {
  readonly kind: readonly string[]
  readonly restart: string
  readonly oomVariant?: string
  readonly oomCause?: readonly string[]
  readonly remedy: readonly string[]
}

describe('labelled failures', () => {
  it.each(readdirSync(CASES))('%s is judged rightly', (file) => {
    const { expected, first } = judge(file)
    if (first === undefined) {
      expect(expected.kind).toContain('unknown')
      return
    }
    expect(expected.kind).toContain(first.kind)
    expect(first.restart).toBe(expected.restart)
    if (first.oom !== undefined) {
      expect(first.oom.variant).toBe(expected.oomVariant)
      expect(expected.oomCause).toContain(first.oom.cause)
    }
    const offered = first.remedies.slice(0, 3).map(({ remedy }) => remedy)
    expect(expected.remedy.some((remedy) => offered.some((each) => each === remedy))).toBe(true)
  })
})

function judge(file: string): { readonly expected: Expectation; readonly first: Diagnosis | undefined } {
  const bytes = readFileSync(new URL(file, CASES))
  const { expect: expected }: { expect: Expectation } = JSON.parse(bytes.toString())
  const { heap, connectors } = parseSavedAnswer(bytes)
  const [first] = diagnose({
    snapshot: parseSnapshot(connectors, 0),
    heap: heap,
    waitedMs: new Map(),
    rebalanceDelayMs: 360_000,
  })
  return { expected, first }
}
