/** What one source task does: it comes forward at a rate, and its connector's offsets with it. */
export class SourceTask {
  readonly #offsets: Map<string, unknown>
  readonly #partition: string
  #position: number

  /** `offsets` are its connector's, by source partition as JSON. */
  constructor(offsets: Map<string, unknown>, partition: Readonly<Record<string, string>>) {
    this.#offsets = offsets
    this.#partition = JSON.stringify(partition)
    const committed = offsets.get(this.#partition)
    this.#position =
      typeof committed === 'object' && committed !== null && 'lsn' in committed ? Number(committed.lsn) : 0
  }

  poll(): null {
    this.#position += 1
    return null
  }

  commit(): void {
    this.#offsets.set(this.#partition, { lsn: this.#position })
  }
}
