import { Readable, Writable } from 'node:stream'
import { runCommand } from '../../../cli/run.ts'

export interface Captured {
  readonly code: number
  readonly out: string
  readonly err: string
}

/** One command line in this process, with its own environment and standard input, and neither output a terminal. */
export async function runCaptured(
  argv: readonly string[],
  given: { readonly env?: Readonly<Record<string, string>>; readonly stdin?: string | Uint8Array } = {},
): Promise<Captured> {
  const out: string[] = []
  const err: string[] = []
  const code = await runCommand(argv, {
    env: given.env ?? {},
    stdin: Readable.from([Buffer.from(given.stdin ?? '')]),
    stdout: into(out),
    stderr: into(err),
  })
  return { code, out: out.join(''), err: err.join('') }
}

const into = (chunks: string[]) =>
  new Writable({
    write(chunk, _encoding, done) {
      chunks.push(String(chunk))
      done()
    },
  })
