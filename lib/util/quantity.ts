import { type Bytes, formatMebibytes, KIB, MIB } from './bytes.ts'

/** A number of things: at least `low`, at most `high`. */
export interface Count {
  readonly low: number
  readonly high: number
}

/** `1 part buffer`, `66 part buffers`, `22–1,716 part buffers`. */
export function countOf({ low, high }: Count, one: string): string {
  const number = low === high ? formatCount(high) : `${formatCount(low)}–${formatCount(high)}`
  return `${number} ${pluralize(high, one)}`
}

/** `1 task`, `1,716 tasks`. */
export function countNoun(count: number, one: string, many?: string): string {
  return `${formatCount(count)} ${pluralize(count, one, many)}`
}

/** The noun alone: `task`, or for any other number than 1 `tasks`. */
export function pluralize(count: number, one: string, many = `${one}s`): string {
  return count === 1 ? one : many
}

// Not by toLocaleString, which loads tables for 29 ms: more than asking a cluster takes.
export function formatCount(count: number): string {
  return Math.round(count)
    .toString()
    .replaceAll(/\B(?=(\d{3})+$)/g, ',')
}

/** Such as `26 MiB` or `128 KiB`; a range if its ends differ. */
export function formatBytes({ low, high }: Bytes): string {
  if (low >= MIB) return formatMebibytes({ low, high })
  if (high < MIB) return low === high ? `${kibibytes(high)} KiB` : `${kibibytes(low)}–${kibibytes(high)} KiB`
  return `${kibibytes(low)} KiB–${formatMebibytes({ low: high, high })}`
}

const kibibytes = (bytes: number) => formatCount(Math.ceil(bytes / KIB))
