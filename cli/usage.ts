import { type ParseArgsOptionsConfig, parseArgs } from 'node:util'

/** The command line can't be understood. */
export class UsageError extends Error {
  override readonly name = 'UsageError'
}

/**
 * The options and arguments of one command.
 * @param names What its arguments are called; each is needed.
 * @param optional What those are called that may follow.
 * @throws UsageError that never repeats a value, which may be a password.
 */
export function parseOptions<const T extends ParseArgsOptionsConfig>(
  args: readonly string[],
  options: T,
  names: readonly string[],
  optional: readonly string[] = [],
) {
  const { values, positionals } = parsed(args, options)
  const missing = names[positionals.length]
  if (missing !== undefined) throw new UsageError(`${missing} is missing`)
  if (positionals.length > names.length + optional.length) {
    const all = [...names, ...optional.map((name) => `[${name}]`)].join(' ')
    const accepted = all === '' ? 'takes options only' : `takes one ${all}`
    throw new UsageError(`an argument too many: this command ${accepted}`)
  }
  return { values, positionals }
}

function parsed<const T extends ParseArgsOptionsConfig>(args: readonly string[], options: T) {
  try {
    return parseArgs({ args: [...args], options, allowPositionals: true, strict: true })
  } catch (cause) {
    throw new UsageError(reason(cause), { cause })
  }
}

/** Node's message, without its advice about dashes: `Unknown option '--foo'`. */
function reason(cause: unknown): string {
  const message = cause instanceof Error ? cause.message : String(cause)
  return message.replace(/(\. To |\n)[\s\S]*/, '').replace(' argument is ambiguous.', ' argument missing')
}
