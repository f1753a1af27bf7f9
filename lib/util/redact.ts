/**
 * Hides secrets in configurations and in free text. Every pattern here is linear in the length of the text, however
 * hostile: it begins with a literal, its repetitions are bounded, or it consumes whatever it has looked at.
 */
const HIDDEN = '[hidden]'

/** They make a key secret wherever they stand in it: `db.password`, `aws.secret.access.key`, `tokenValue`. */
const SECRET_WORDS = [
  'pass(?:word|wd|phrase|code)',
  'pwd',
  'secret',
  'token',
  'credential',
  'keyfile',
  'user[._-]?info',
  'jaas[._-]?config',
  '(?:private|access|api|account|encryption|customer)[._-]?key',
].join('|')

const SECRET_KEY = new RegExp(`${SECRET_WORDS}|(?:^|[._-])(?:pass|sig|key)$|signature$|authorization$`, 'i')

/** The name of a class is no secret, and tells where the credentials come from. */
const PROVIDER_CLASS = /provider[._-]class$/i

/** KIP-297: the worker resolves it, the REST API never does. */
const PLACEHOLDERS = /^(?:\$\{[^${}:]*:[^${}]*\})+$/

/** A connector's configuration with its secrets replaced by `[hidden]`; `${provider:path:key}` placeholders stay. */
export function maskConfig(config: Readonly<Record<string, string>>): Readonly<Record<string, string>> {
  return Object.fromEntries(Object.entries(config).map(([key, value]) => [key, maskValue(key, value)]))
}

function maskValue(key: string, value: string): string {
  if (PLACEHOLDERS.test(value)) return value
  if (SECRET_KEY.test(key) && value !== '' && !PROVIDER_CLASS.test(key)) return HIDDEN
  return redact(value)
}

/** Free text (a trace, an error message) with what looks like a secret replaced by `[hidden]`. */
export function redact(text: string): string {
  return maskPairs(maskPem(text).replace(URL_REST, maskUserinfo).replace(ORACLE_THIN, `$1${HIDDEN}@`))
    .replace(SCHEME_AND_CREDENTIALS, (all, scheme, value) =>
      isPlainWord(value) ? all : `${scheme}${HIDDEN}`,
    )
    .replace(JSON_WEB_TOKEN, HIDDEN)
    .replace(AWS_KEY_ID, HIDDEN)
    .replace(BASE64_RUN, (run) => (run.length === AWS_SECRET_LENGTH && isKeyMaterial(run) ? HIDDEN : run))
}

/** From a `://` to the end of the word. */
const URL_REST = /:\/\/[^\s"'<>]+/g

/** `jdbc:oracle:thin:user/password@//host`; Oracle's names and passwords are far shorter. */
const ORACLE_THIN = /(jdbc:oracle:\w{1,8}:)(?!@)[^\s"'<>]{1,300}@/gi

const SCHEME_AND_CREDENTIALS = /\b((?:basic|bearer)[ \t]{1,8})([\w.~+/=-]{8,})/gi

/** base64 of `{"`: the header of every JWT. */
const JSON_WEB_TOKEN = /eyJ[\w.-]{17,}/g

const AWS_KEY_ID = /(?<![A-Z0-9])A(?:KIA|SIA)[A-Z0-9]{16,}/g

const AWS_SECRET_LENGTH = 40
// The look-behind keeps it from trying each run again from each of its characters: half the time of a scan with failures.
const BASE64_RUN = /(?<![A-Za-z0-9+/])[A-Za-z0-9+/]{40,}/g

function maskUserinfo(run: string): string {
  return run
    .split('://')
    .map((part, nth) => (nth === 0 ? part : maskBeforeAt(part)))
    .join('://')
}

/** `part` is what follows `://`. A password may hold `/`, `?` or `#` that somebody forgot to encode. */
function maskBeforeAt(part: string): string {
  const plain = part.replace(/\$\{[^${}]*\}/g, (placeholder) => 'x'.repeat(placeholder.length))
  const authority = /^[^/?#]*/.exec(plain)?.[0] ?? ''
  const hasPassword = /:(?!\d*(?:,|$))/.test(authority)
  const at = authority.includes('@') || !hasPassword ? authority.lastIndexOf('@') : plain.lastIndexOf('@')
  return at < 0 ? part : `${HIDDEN}${part.slice(at)}`
}

const PEM_BEGIN = '-----BEGIN '
const PEM_END = '-----END '

/** A block that is cut hides the rest of the text. */
function maskPem(text: string): string {
  let masked = ''
  let done = 0
  for (let begin = text.indexOf(PEM_BEGIN); begin >= 0; begin = text.indexOf(PEM_BEGIN, done)) {
    const end = text.indexOf(PEM_END, begin)
    const close = end < 0 ? -1 : text.indexOf('-----', end + PEM_END.length)
    masked += text.slice(done, begin) + HIDDEN
    done = close < 0 ? text.length : close + '-----'.length
  }
  return masked + text.slice(done)
}

/**
 * A key that gives a secret away and what separates it from its value: `password=`, `"client.secret" : `,
 * `\"token\":`, `Authorization: `. A bare `key` counts only before key material.
 */
const KEY = new RegExp(
  `((?:${SECRET_WORDS})[\\w.-]{0,64}|(?<![a-z0-9])(?:pass|sig)|signature|authorization|(key))\\\\{0,7}["']?[ \\t]{0,8}(?:=>|[=:])[ \\t]{0,8}`,
  'gi',
)

/** `SecretsManagerException: …`, `CredentialsProvider: …`, `(TokenCache.java:45)`: a class, and no secret behind it. */
const CLASS_NAME = /(?:Exception|Error|Provider|Chain|\.(?:java|kt|scala))$/

/** Their values have several words. */
const TO_END_OF_LINE = /jaas|authorization/i

function maskPairs(text: string): string {
  let masked = ''
  let done = 0
  KEY.lastIndex = 0
  for (let match = KEY.exec(text); match !== null; match = KEY.exec(text)) {
    const [, key = '', weak] = match
    if (CLASS_NAME.test(key) || (weak !== undefined && !startsWithKeyMaterial(text, KEY.lastIndex))) continue
    const { from, to } = valueAt(text, KEY.lastIndex, TO_END_OF_LINE.test(key))
    KEY.lastIndex = to
    if (from === to || PLACEHOLDERS.test(text.slice(from, to))) continue
    masked += text.slice(done, from) + HIDDEN
    done = to
  }
  return masked + text.slice(done)
}

interface Span {
  readonly from: number
  readonly to: number
}

function valueAt(text: string, start: number, toEndOfLine: boolean): Span {
  const [opening = '', quote] = matchAt(/\\{0,7}(["'])/y, text, start) ?? []
  if (quote !== undefined) return quotedAt(text, start + opening.length, quote, opening.length - 1)
  if (toEndOfLine) return { from: start, to: start + lengthAt(/[^\r\n]*/y, text, start) }
  const word = start + lengthAt(/\$?\{[^}\r\n]*\}?|\[[^\]\r\n]*\]?/y, text, start)
  let to = word + lengthAt(/[^\s&;"'<>]*/y, text, word)
  // What closes a list or a map around the pair is no part of the value.
  while (to > word && ',)}]'.includes(text.charAt(to - 1))) to -= 1
  return { from: start, to }
}

function matchAt(sticky: RegExp, text: string, at: number): RegExpExecArray | null {
  sticky.lastIndex = at
  return sticky.exec(text)
}

function lengthAt(sticky: RegExp, text: string, at: number): number {
  return matchAt(sticky, text, at)?.[0].length ?? 0
}

/**
 * A quoted string ends at a quote with as many backslashes before it as the first one has, for a string within a
 * string is escaped once more at each level: `\"a\\\"b\"`. It ends with its line at the latest.
 */
function quotedAt(text: string, from: number, quote: string, slashes: number): Span {
  let run = 0
  for (let at = from; at < text.length; at++) {
    const char = text[at]
    if (char === '\n' || char === '\r') return { from, to: at }
    if (char === quote && run % (2 * (slashes + 1)) === slashes) return { from, to: at - slashes }
    run = char === '\\' ? run + 1 : 0
  }
  return { from, to: text.length }
}

function startsWithKeyMaterial(text: string, start: number): boolean {
  const run = matchAt(/\\{0,7}["']?([\w+/=-]{20,128})/y, text, start)?.[1]
  return run !== undefined && isKeyMaterial(run)
}

/** Base64 or hex by its looks: not the path of a class, nor the name of a topic. */
function isKeyMaterial(run: string): boolean {
  if (/^[0-9a-f]{32,}$/i.test(run)) return true
  return /\d/.test(run) && /[a-z]/.test(run) && /[A-Z]/.test(run) && !/^[a-z]{2,}\//.test(run)
}

/** "Basic authentication", "Bearer token". */
function isPlainWord(word: string): boolean {
  return !/\d|=|[a-z][A-Z]/.test(word)
}
