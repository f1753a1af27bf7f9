/**
 * What can go wrong between a client and a worker.
 * refuse: the connection is cut before the request is handled. lose-answer: it is handled, and then the connection is cut:
 * an unknown outcome for the client. delay: it is handled, and answered late. cut-body: half of the answer arrives.
 * unavailable: a proxy in between answers 503 with HTML.
 */
export type HttpFault = { readonly match?: Match } & (
  | { readonly kind: 'refuse' | 'lose-answer' | 'cut-body' | 'unavailable' }
  | { readonly kind: 'delay'; readonly ms: number }
)

/** Which requests it meets; all, if nothing is said. */
export interface Match {
  readonly method?: string
  /** Tested on the path without its query. */
  readonly path?: RegExp
  /** How many requests it meets before it is over; without it, each one. */
  readonly times?: number
}

/** The faults that were asked for, in their order. */
export class HttpFaults {
  readonly #faults: { readonly fault: HttpFault; left: number }[] = []

  add(fault: HttpFault): void {
    this.#faults.push({ fault, left: fault.match?.times ?? Number.POSITIVE_INFINITY })
  }

  clear(): void {
    this.#faults.length = 0
  }

  /** The fault that this request meets, if any; it then counts as met. */
  take(method: string, path: string): HttpFault | null {
    const met = this.#faults.find(
      ({ fault: { match }, left }) =>
        left > 0 && (match?.method ?? method) === method && (match?.path?.test(path) ?? true),
    )
    if (met === undefined) return null
    met.left -= 1
    return met.fault
  }
}
