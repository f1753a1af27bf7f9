import type { Classification, TraceFindings } from '../domain/trace-findings.ts'
import { redact } from '../util/redact.ts'
import { fingerprintChain, firstOwnFrame, type ParsedTrace, prepareTrace } from './fingerprint.ts'
import { findOutOfMemorySigns, isOutOfMemory } from './out-of-memory-signs.ts'
import { classify, OUT_OF_MEMORY } from './rules/classify.ts'
import { type Chain, deepestCause } from './stack-trace.ts'

/**
 * One distinct trace of a scan, parsed once. What tells one failure from another is read at once; the rest on demand,
 * since only one trace of each group is asked for it.
 */
export class TraceReading {
  readonly trace: string
  readonly classification: Classification
  readonly fingerprint: string
  /** Whether its deepest cause has frames: a JVM leaves them out after its first OutOfMemoryErrors (two in JDK 17). */
  readonly hasFrames: boolean
  /** Null: released. */
  #parsed: ParsedTrace | null
  #findings: TraceFindings | undefined

  constructor(trace: string) {
    const parsed = prepareTrace(trace)
    this.trace = trace
    this.classification = parsed.throwables.some(isOutOfMemory) ? OUT_OF_MEMORY : classify(parsed)
    this.fingerprint = fingerprintChain(parsed.chain)
    this.hasFrames = frameCount(deepestCause(parsed.chain)) > 0
    this.#parsed = parsed
  }

  findings(): TraceFindings {
    this.#findings ??= this.#toFindings(this.#parsed ?? prepareTrace(this.trace))
    return this.#findings
  }

  /** Lets go of the frames, which take far more memory than the text. */
  release(): void {
    this.#parsed = null
  }

  #toFindings(parsed: ParsedTrace): TraceFindings {
    const { chain } = parsed
    return {
      classification: this.classification,
      outOfMemory: findOutOfMemorySigns(parsed),
      fingerprint: this.fingerprint,
      rootCause: rootCauseOf(chain),
      location: redact(firstOwnFrame(chain)),
      richness: {
        deepestFrames: frameCount(deepestCause(chain)),
        throwables: chain.length,
        frames: chain.reduce((sum, throwable) => sum + frameCount(throwable), 0),
      },
    }
  }
}

function frameCount(throwable: Chain[number] | undefined): number {
  return throwable?.frameCount ?? 0
}

/** Class and message of the deepest cause on one line, without secrets. */
function rootCauseOf(chain: Chain): string {
  const deepest = deepestCause(chain)
  if (deepest === undefined) return ''
  const line = [deepest.className, deepest.message.slice(0, 2_000)].filter((part) => part !== '').join(': ')
  const masked = redact(line).replaceAll(/\s+/g, ' ')
  return masked.length <= 300 ? masked : `${masked.slice(0, 299)}…`
}
