/** An error that the REST API answers as `{"error_code":status,"message":message}`. */
export class RestError extends Error {
  override readonly name = 'RestError'
  readonly status: number

  constructor(status: number, message: string) {
    super(message)
    this.status = status
  }
}
