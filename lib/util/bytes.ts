export const KIB = 1024
export const MIB = 1024 * KIB

export const NO_BYTES: Bytes = { low: 0, high: 0 }

export function exactBytes(bytes: number): Bytes {
  return { low: bytes, high: bytes }
}

export function roundBytes({ low, high }: Bytes): Bytes {
  return { low: Math.round(low), high: Math.round(high) }
}

export function sumBytes(all: readonly Bytes[]): Bytes {
  return all.reduce((total, { low, high }) => ({ low: total.low + low, high: total.high + high }), NO_BYTES)
}

/**
 * One number for an estimate, to compare it with others: the geometric mean, since what is hardly known spans orders of
 * magnitude, and its upper end must not outweigh what is known for certain.
 */
export function typicalBytes({ low, high }: Bytes): number {
  return low === high ? low : Math.sqrt(Math.max(low, KIB) * high)
}

/** Whole mebibytes, such as `1,716 MiB`; a range if its ends differ by more than a twentieth. */
export function formatMebibytes({ low, high }: Bytes): string {
  const whole = (bytes: number) =>
    Math.round(bytes / MIB)
      .toString()
      .replaceAll(/\B(?=(\d{3})+$)/g, ',')
  return high - low <= high / 20 ? `${whole(high)} MiB` : `${whole(low)}–${whole(high)} MiB`
}

/** An estimate in bytes: at least `low`, at most `high`. */
export interface Bytes {
  readonly low: number
  readonly high: number
}
