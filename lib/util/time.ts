export const DAY_MS = 24 * 60 * 60_000

/** Such as `2026-11-30 08:12:04 UTC`. */
export function formatUtc(at: number): string {
  return `${new Date(at).toISOString().slice(0, -5).replace('T', ' ')} UTC`
}

/** Such as `45 s`, `12 min`, `3 h 5 min` or `2 d 4 h`; clocks that disagree make no time negative. */
export function formatDuration(ms: number): string {
  const seconds = Math.max(0, Math.floor(ms / 1000))
  const minutes = Math.floor(seconds / 60)
  const hours = Math.floor(minutes / 60)
  if (hours >= 24) return `${Math.floor(hours / 24)} d${more(hours % 24, 'h')}`
  if (hours > 0) return `${hours} h${more(minutes % 60, 'min')}`
  return minutes > 0 ? `${minutes} min` : `${seconds} s`
}

const more = (count: number, unit: string) => (count > 0 ? ` ${count} ${unit}` : '')
