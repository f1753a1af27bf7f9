/** One throwable of a Java stack trace. */
export interface Throwable {
  /** Qualified name as printed; empty if the text names no class. */
  readonly className: string
  /** May have several lines; empty if there is none. */
  readonly message: string
  /** Innermost call first. Those that a cause shares with its wrapper are not repeated ("... 11 more"). */
  readonly frames: readonly Frame[]
  /** How many of them there are; counted without reading them. */
  readonly frameCount: number
  /** The first frame that fits; those behind it are not even read. */
  findFrame(fits: (frame: Frame) => boolean): Frame | undefined
  /** What was suppressed, each a chain of its own. */
  readonly suppressed: readonly Chain[]
}

/** A throwable and its causes, outermost first. */
export type Chain = readonly Throwable[]

export interface Frame {
  readonly className: string
  readonly method: string
  readonly file?: string
  readonly line?: number
}

/**
 * Reads what Throwable.printStackTrace wrote, also where it was pasted, escaped or cut on its way: CRLF, literal
 * `\n` and `\t`, frames without "at", a cause glued to the frame before it. Never throws; empty for a blank text.
 */
export function parseTrace(text: string): Chain {
  const source = normalise(text)
  const reader = new Reader(source)
  for (let start = 0; start < source.length; ) {
    const newline = source.indexOf('\n', start)
    const end = newline === -1 ? source.length : newline
    reader.read(start, end)
    start = end + 1
  }
  return reader.chain()
}

export function deepestCause(chain: Chain): Throwable | undefined {
  return chain.at(-1)
}

/**
 * A throwable while it is read. Message and frames are ranges of the text: nothing is put together, and the frames,
 * which are most of a trace and rarely asked for, are taken apart on demand.
 */
interface Draft {
  readonly className: string
  messageStart: number
  messageEnd: number
  /** Of the first frame, or of "... 11 more"; -1: none yet. */
  framesStart: number
  framesEnd: number
  readonly suppressed: Draft[][]
}

/** A chain that is being read: the main one (indent -1), or a suppressed one at its indentation. */
interface Level {
  readonly indent: number
  readonly drafts: Draft[]
}

class Reader {
  readonly #text: string
  readonly #main: Level = { indent: -1, drafts: [] }
  readonly #levels: Level[] = [this.#main]
  /** Whether something may follow a frame on its line. */
  readonly #isGlued: boolean
  readonly #open: Finder
  readonly #close: Finder
  readonly #dot: Finder
  readonly #blank: Finder
  readonly #tab: Finder

  constructor(text: string) {
    this.#text = text
    this.#isGlued = text.includes(') ')
    this.#open = new Finder(text, '(')
    this.#close = new Finder(text, ')')
    this.#dot = new Finder(text, '.')
    this.#blank = new Finder(text, ' ')
    this.#tab = new Finder(text, '\t')
  }

  chain(): Chain {
    return this.#main.drafts.map((draft) => new LazyThrowable(this.#text, draft))
  }

  /** One line, from `start` to before `end`. */
  read(start: number, end: number): void {
    const from = skipBlank(this.#text, start, end)
    if (from === end) return
    const isFrame = this.#text.startsWith('at ', from)
    if (!isFrame && this.#readCaption(from, end, from - start)) return
    const after = this.#readFrames(from, end, isFrame && !this.#isGlued)
    if (after === end) return
    if (after === from) this.#readText(from, end)
    else this.#readCaption(after, end, 0)
  }

  /** "Caused by: …" or "Suppressed: …". */
  #readCaption(from: number, end: number, indent: number): boolean {
    if (this.#text.startsWith(CAUSED_BY, from)) {
      const at = from + CAUSED_BY.length
      if (this.#text.startsWith('[CIRCULAR REFERENCE', at)) return true
      const header = readHeader(this.#text, at, end)
      if (header === null) return false
      // A cause at the indentation of a suppressed throwable is that one's. Indentation 0 was lost on the way:
      // Java never prints a suppressed one there.
      while (this.#levels.length > 1 && (indent === 0 || indent < this.#level().indent)) this.#levels.pop()
      this.#level().drafts.push(header)
      return true
    }
    if (this.#text.startsWith(SUPPRESSED, from) && this.#main.drafts.length > 0) {
      const header = readHeader(this.#text, from + SUPPRESSED.length, end)
      if (header === null) return false
      while (this.#levels.length > 1 && indent <= this.#level().indent) this.#levels.pop()
      const drafts = [header]
      this.#level().drafts.at(-1)?.suppressed.push(drafts)
      this.#levels.push({ indent, drafts })
      return true
    }
    return false
  }

  /** Frames, mostly one; gives where the rest of the line begins. */
  #readFrames(start: number, end: number, isAlone: boolean): number {
    const draft = this.#level().drafts.at(-1)
    if (draft === undefined) return start
    const after = isAlone ? this.#skipFrame(start, end) : skipFrames(this.#text, start, end)
    if (after === start) return start
    if (draft.framesStart === -1) draft.framesStart = start
    draft.framesEnd = after
    return after
  }

  /**
   * Most of a trace are lines "at a.b.C.d(C.java:1)" and nothing else, and the engine's searches are several times
   * faster than a loop over characters.
   */
  #skipFrame(start: number, end: number): number {
    const from = start + 'at '.length
    const open = this.#open.next(from)
    const isPlain =
      this.#close.next(from) === end - 1 &&
      open < end &&
      this.#dot.next(from) < open &&
      this.#blank.next(from) >= end &&
      this.#tab.next(from) >= end
    return isPlain ? end : skipFrame(this.#text, start, end)
  }

  /** The first line, a line of a message, or something that is not of the trace. */
  #readText(from: number, end: number): void {
    const draft = this.#level().drafts.at(-1)
    const isNoise = draft?.className === '' && draft.framesStart === -1
    if (draft === undefined || isNoise) {
      const header = readHeader(this.#text, from, end)
      if (header !== null) {
        this.#main.drafts.splice(0, 1, header)
        return
      }
    }
    if (draft === undefined) {
      this.#main.drafts.push(newDraft('', from, end))
    } else if (draft.framesStart === -1) {
      if (draft.messageStart === draft.messageEnd) draft.messageStart = from
      draft.messageEnd = end
    }
  }

  #level(): Level {
    return this.#levels.at(-1) ?? this.#main
  }
}

const CAUSED_BY = 'Caused by: '
const SUPPRESSED = 'Suppressed: '

function newDraft(className: string, messageStart: number, messageEnd: number): Draft {
  return { className, messageStart, messageEnd, framesStart: -1, framesEnd: -1, suppressed: [] }
}

class LazyThrowable implements Throwable {
  readonly className: string
  readonly message: string
  readonly suppressed: readonly Chain[]
  readonly #text: string
  readonly #draft: Draft
  /** As far as they were asked for. */
  readonly #frames: Frame[] = []
  readonly #unread: Generator<Frame, undefined>

  constructor(text: string, draft: Draft) {
    this.className = draft.className
    this.message = text.slice(draft.messageStart, draft.messageEnd).trim()
    this.suppressed = draft.suppressed.map((drafts) => drafts.map((each) => new LazyThrowable(text, each)))
    this.#text = text
    this.#draft = draft
    this.#unread = this.#readFrames()
  }

  get frames(): readonly Frame[] {
    this.findFrame(() => false)
    return this.#frames
  }

  get frameCount(): number {
    const { framesStart, framesEnd } = this.#draft
    let count = 0
    for (let start = framesStart; start !== -1 && start < framesEnd; ) {
      if (!this.#text.startsWith('...', skipBlank(this.#text, start, framesEnd))) count += 1
      const newline = this.#text.indexOf('\n', start)
      start = newline === -1 ? framesEnd : newline + 1
    }
    return count
  }

  findFrame(fits: (frame: Frame) => boolean): Frame | undefined {
    const known = this.#frames.find(fits)
    if (known !== undefined) return known
    for (let next = this.#unread.next(); next.done !== true; next = this.#unread.next()) {
      this.#frames.push(next.value)
      if (fits(next.value)) return next.value
    }
    return undefined
  }

  *#readFrames(): Generator<Frame, undefined> {
    const { framesStart, framesEnd } = this.#draft
    for (let start = framesStart; start !== -1 && start < framesEnd; ) {
      const newline = this.#text.indexOf('\n', start)
      const end = newline === -1 ? framesEnd : Math.min(newline, framesEnd)
      const line: Frame[] = []
      skipFrames(this.#text, skipBlank(this.#text, start, end), end, line)
      yield* line
      start = end + 1
    }
  }
}

/** "class: message", "class", or "class[…]" as Elasticsearch prints it; null if that is not there. */
function readHeader(text: string, start: number, end: number): Draft | null {
  const from = text.startsWith('Exception in thread "', start) ? text.indexOf('" ', start + 21) + 2 : start
  let at = from
  while (at < end && !HEADER_STOPS.has(text.charCodeAt(at)) && at - from < MAX_NAME_LENGTH) at += 1
  const className = text.slice(from, at)
  const isThrowable = THROWABLE_NAME.test(className)
  const stop = at < end ? text.charAt(at) : ''
  const looksRight = stop === '' || stop === ':' ? isThrowable || TYPE.test(className) : isThrowable
  if (!looksRight) return null
  return newDraft(className, stop === ':' ? at + 1 : at, end)
}

const MAX_NAME_LENGTH = 400
/** Blank, tab, colon, bracket: what ends a class name in a header. */
const HEADER_STOPS = new Set([0x20, 0x09, 0x3a, 0x5b])
const THROWABLE_NAME = /^[^\s()"'=,;/\\]*(?:Exception|Error|Throwable|Failure|Fault)$/
/** A qualified name whose last part begins like a type's: host names don't. */
const TYPE = /^(?:[^\s.()"'=,;/\\]+\.)+(?:[^\s.()"'=,;/\\]+\$)?\p{Lu}[^\s.()"'=,;/\\]*$/u

/** Frames and "... 11 more" on one line, put into `found`; gives what follows them, or `start`. */
function skipFrames(text: string, start: number, end: number, found?: Frame[]): number {
  let at = start
  while (at < end) {
    const elided = skipElided(text, at, end)
    const next = elided === at ? skipFrame(text, at, end) : elided
    if (next === at) break
    if (elided === at) found?.push(toFrame(text.slice(at, next)))
    if (next === end) return end
    at = skipBlank(text, skipPackaging(text, next, end), end)
  }
  return at
}

/** "... 11 more", "... 11 common frames omitted"; gives what follows, or `start`. */
function skipElided(text: string, start: number, end: number): number {
  if (!text.startsWith('...', start)) return start
  let at = skipBlank(text, start + 3, end)
  const digits = at
  while (at < end && isDigit(text.charCodeAt(at))) at += 1
  if (at === digits) return start
  at = skipBlank(text, at, end)
  for (const words of ['more', 'common frames omitted']) {
    if (text.startsWith(words, at)) return at + words.length
  }
  return end - at < 'common frames omitted'.length && end === text.length ? end : start
}

/** Where a character stands next. Asked from left to right it searches the text once, however often it is asked. */
class Finder {
  readonly #text: string
  readonly #character: string
  #found = -1

  constructor(text: string, character: string) {
    this.#text = text
    this.#character = character
  }

  /** At `from` or behind it; Infinity: nowhere. */
  next(from: number): number {
    if (this.#found < from) {
      const at = this.#text.indexOf(this.#character, from)
      this.#found = at === -1 ? Number.POSITIVE_INFINITY : at
    }
    return this.#found
  }
}

/** Where the frame that begins at `start` ends, or `start` if there is none. */
function skipFrame(text: string, start: number, end: number): number {
  const hasAt = text.startsWith('at ', start)
  const from = hasAt ? start + 3 : start
  // One pass over the characters: traces come by the thousand, and most of them is frames.
  let hasDot = false
  let open = from
  for (; open < end; open += 1) {
    const char = text.charCodeAt(open)
    if (char === PARENTHESIS) break
    if (char === BLANK || char === TAB) return start
    if (char === DOT) hasDot = true
  }
  if (!hasDot) return start
  if (open === end) return hasAt && end === text.length ? end : start
  let close = open
  while (close < end && text.charCodeAt(close) !== CLOSING) close += 1
  if (!hasAt && !PLACE.test(text.slice(open + 1, close))) return start
  return close === end ? end : close + 1
}

const TAB = 0x09
const BLANK = 0x20
const PARENTHESIS = 0x28
const CLOSING = 0x29
const DOT = 0x2e

/** Reads "at java.base/java.lang.Thread.run(Thread.java:840)", with or without its "at". */
function toFrame(text: string): Frame {
  const start = text.startsWith('at ') ? 3 : 0
  const bracket = text.indexOf('(', start)
  const open = bracket === -1 ? text.length : bracket
  const dot = text.lastIndexOf('.', open)
  const qualified = text.slice(start, Math.max(start, dot))
  const className = qualified.includes('/') ? qualified.replace(MODULE, '') : qualified
  const method = text.slice(dot + 1, open)
  const place = text.slice(open + 1).replace(')', '')
  if (place === '' || place.includes(' ') || place.startsWith('<')) return { className, method }
  const colon = place.lastIndexOf(':')
  if (colon === -1) return { className, method, file: place }
  const file = place.slice(0, colon)
  const line = Number(place.slice(colon + 1))
  return Number.isSafeInteger(line) ? { className, method, file, line } : { className, method, file }
}

/** "java.base@17/java.util…", "app//…"; but "Plugins$$Lambda$1/0x00007f" is a class. */
const MODULE = /^[^/$]*\/(?:[^/$]*\/)?(?=[^\d/])/
const PLACE = /^(?:Native Method|Unknown Source|<generated>|[^\s():]+\.\w+(?::\d+)?)$/

/** Log4j adds " ~[connect-runtime-3.7.0.jar:?]" to a frame. */
function skipPackaging(text: string, start: number, end: number): number {
  const at = skipBlank(text, start, end)
  const bracket = text.startsWith('~[', at) || text.startsWith('[', at)
  if (!bracket) return start
  const close = text.indexOf(']', at)
  return close === -1 || close >= end ? end : close + 1
}

function skipBlank(text: string, start: number, end: number): number {
  let at = start
  while (at < end && isBlank(text.charCodeAt(at))) at += 1
  return at
}

function isBlank(char: number): boolean {
  return char === 0x20 || char === 0x09 || char === 0xa0
}

function isDigit(char: number): boolean {
  return char >= 0x30 && char <= 0x39
}

/** Lines as Java wrote them: "\n" between them, tabs as tabs. */
function normalise(text: string): string {
  let lines = text.includes('\r') ? text.replaceAll('\r\n', '\n').replaceAll('\r', '\n') : text
  // Escaped once on its way through a log or a shell, sometimes twice.
  for (let times = 0; times < 3 && isEscaped(lines); times += 1) {
    lines = lines.replace(ESCAPES, (_, char: string) => UNESCAPED.get(char) ?? char)
  }
  return lines.trimEnd().includes('\n') ? lines : lines.replace(GLUED, '\n')
}

function isEscaped(text: string): boolean {
  return (text.includes('\\n') || text.includes('\\"')) && !FRAME_LINE.test(text)
}

const FRAME_LINE = /\n[ \t]*at /
const ESCAPES = /\\([nrt"'\\/])/g
const UNESCAPED = new Map([
  ['n', '\n'],
  ['r', ''],
  ['t', '\t'],
])
/** The blank before a frame, a cause or "... 3 more", in a trace that lost its line ends. */
const GLUED =
  /[ \t](?=at [^\s()]+\([^()\n]*\)|Caused by: [^\s:()]+\.[^\s:()]*(?:[:\s]|$)|\.\.\. ?\d+ (?:more|common))/g
