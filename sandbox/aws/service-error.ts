/** An error that a service of AWS answers; `code` is the name that the SDK throws it by. */
export class ServiceError extends Error {
  override readonly name = 'ServiceError'
  readonly code: string
  readonly status: number

  constructor(code: string, message: string, status = 400) {
    super(message)
    this.code = code
    this.status = status
  }
}

/** Errors to come: each request takes one. */
export class Failures {
  readonly #next: ServiceError[] = []

  /** The next `times` requests fail so, for example with `new ServiceError('Throttling', 'Rate exceeded', 400)`. */
  add(error: ServiceError, times = 1): void {
    for (let left = times; left > 0; left -= 1) this.#next.push(error)
  }

  /** Throws the next failure, if there is one. */
  throwNext(): void {
    const error = this.#next.shift()
    if (error !== undefined) throw error
  }
}
