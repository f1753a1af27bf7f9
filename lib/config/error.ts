/** What is wrong in the settings: every problem, one line each, such as `clusters.yml:12: clusters[0].name: missing`. */
export class ConfigError extends Error {
  override readonly name = 'ConfigError'
  readonly problems: readonly string[]

  constructor(problems: readonly string[], options?: ErrorOptions) {
    super(problems.join('\n'), options)
    this.problems = problems
  }
}
