import { UsageError } from './usage.ts'

/** The options that tell what no answer of Kafka Connect does. */
export const sizeOptions = { heap: { type: 'string' }, workers: { type: 'string' } } as const

const UNITS = { k: 1024, m: 1024 ** 2, g: 1024 ** 3 } as const

/** @returns bytes, of a size as the JVM's -Xmx takes it. @throws UsageError */
function parseHeapSize(text: string): number {
  const [, digits, letter = ''] = /^(\d{1,9})([kmg])$/i.exec(text) ?? []
  const unit = letter.toLowerCase()
  const bytes = unit === 'k' || unit === 'm' || unit === 'g' ? Number(digits) * UNITS[unit] : 0
  if (bytes >= 64 * UNITS.m && bytes <= 512 * UNITS.g) return bytes
  throw new UsageError('--heap must be a size as for -Xmx, such as 512m or 2g, from 64m to 512g')
}

/** @throws UsageError */
export function parseCount(option: string, text: string, most: number): number {
  const number = /^\d{1,9}$/.test(text) ? Number(text) : 0
  if (number >= 1 && number <= most) return number
  throw new UsageError(`${option} must be a whole number from 1 to ${most}`)
}

/** More workers than any cluster has. */
const MAX_WORKERS = 1_000

/** What --heap and --workers say; null: they are not given. */
export function sizesOf(values: { readonly heap?: string; readonly workers?: string }) {
  return {
    workerHeapBytes: values.heap === undefined ? null : parseHeapSize(values.heap),
    workers: values.workers === undefined ? null : parseCount('--workers', values.workers, MAX_WORKERS),
  }
}
