import { type Chain, deepestCause, parseTrace, type Throwable } from './stack-trace.ts'

/** A trace, prepared for judgement. */
export interface ParsedTrace {
  readonly chain: Chain
  /** Deepest cause first: that is the order of judgement. */
  readonly throwables: readonly MatchableThrowable[]
}

/** Class and message of one throwable, short enough to be matched against hundreds of rules. */
export interface MatchableThrowable {
  /** Class name without its package. */
  readonly name: string
  /** "qualified class: message", the message shortened. */
  readonly text: string
  readonly throwable: Throwable
}

export function prepareTrace(trace: string): ParsedTrace {
  const chain = parseTrace(trace)
  return { chain, throwables: chain.map(toMatchable).reverse() }
}

/** Whether any throwable of the chain has a frame whose "class.method" matches. */
export function hasFrame(fault: ParsedTrace, pattern: RegExp): boolean {
  return fault.chain.some((thrown) => framesMatch(thrown, pattern))
}

export function framesMatch(thrown: Throwable, pattern: RegExp): boolean {
  return thrown.findFrame((frame) => pattern.test(`${frame.className}.${frame.method}`)) !== undefined
}

/** Whether any throwable of the chain says it. */
export function hasMessage(fault: ParsedTrace, pattern: RegExp): boolean {
  return fault.throwables.some((head) => pattern.test(head.text))
}

/**
 * Equal for equal faults: the deepest class and the first frame outside JDK and Kafka, without digits. An
 * OutOfMemoryError is known by its variant instead: its frames name the last one to ask, not the one who took it.
 */
export function fingerprintChain(chain: Chain): string {
  const deepest = deepestCause(chain)
  if (deepest === undefined) return ''
  const isOom = deepest.className.endsWith('OutOfMemoryError')
  const detail = isOom ? withoutNumbers(deepest.message).slice(0, 60) : firstOwnFrame(chain)
  return withoutNumbers(
    detail === '' ? deepest.className || deepest.message.slice(0, 100) : `${deepest.className} ${detail}`,
  )
}

/** The frame of the connector (or of a library) that is nearest to the fault; empty if there is none. */
export function firstOwnFrame(chain: Chain): string {
  for (const thrown of chain.toReversed()) {
    const own = thrown.findFrame((frame) => !FOREIGN.test(frame.className))
    if (own !== undefined) return `${own.className}.${own.method}`
  }
  return ''
}

/** Digits away, with the hexadecimal ids of lambdas and requests. */
export function withoutNumbers(text: string): string {
  return text.replace(/0x[\da-f]+|\d+/gi, '')
}

const FOREIGN =
  /^(?:java|javax|jdk|sun|com\.sun|kotlin|kotlinx|scala)\.|^org\.apache\.kafka\.(?:connect\.runtime|common|clients)\./

function toMatchable(throwable: Throwable): MatchableThrowable {
  const { className, message } = throwable
  return {
    name: className.slice(Math.max(className.lastIndexOf('.'), className.lastIndexOf('$')) + 1),
    text: `${className}: ${shorten(withoutStatement(message))}`,
    throwable,
  }
}

/** Drivers quote the statement with the values of the record: nothing to judge by. */
function withoutStatement(message: string): string {
  if (!message.includes('Batch entry ')) return message
  const aborted = message.lastIndexOf('was aborted')
  return aborted === -1 ? message : message.slice(aborted)
}

function shorten(message: string): string {
  return message.length <= 4_000 ? message : `${message.slice(0, 3_000)}\n${message.slice(-1_000)}`
}
