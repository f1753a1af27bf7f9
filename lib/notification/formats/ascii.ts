/** Letters lose their accents; of another script only `?` is left, once for a run of them. */
export function toAscii(text: string): string {
  return text
    .normalize('NFKD')
    .replace(/\p{M}/gu, '')
    .replaceAll('\u2019', "'")
    .replace(/[^ -~]+/gu, '?')
    .replace(/ +/gu, ' ')
    .trim()
}

export function shortenAscii(text: string, maxLength: number): string {
  return text.length <= maxLength ? text : `${text.slice(0, maxLength - 3).trimEnd()}...`
}
