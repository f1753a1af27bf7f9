/** A variable of the function's environment is missing: the stack was not deployed as it should be. */
export class EnvironmentError extends Error {
  override readonly name = 'EnvironmentError'
}

/** @throws EnvironmentError if it is missing or empty */
export function requireVariable(name: string): string {
  const value = process.env[name]
  if (value === undefined || value === '') {
    throw new EnvironmentError(
      `the environment variable ${name} is missing; serverless.yml sets it, so deploy the service again`,
    )
  }
  return value
}
