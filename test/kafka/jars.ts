import { execFile } from 'node:child_process'
import { createHash } from 'node:crypto'
import { cp, mkdir, mkdtemp, readdir, readFile, rename, rm, stat } from 'node:fs/promises'
import { delimiter, dirname, join } from 'node:path'
import { fileURLToPath } from 'node:url'
import { promisify } from 'node:util'

const run = promisify(execFile)
const HERE = dirname(fileURLToPath(import.meta.url))
const CACHE = join(HERE, '../../.cache/kafka')
/** The first Java that Kafka 4 brokers run on. */
const OLDEST_JAVA = 17
const MAVEN_TIMEOUT_MS = 10 * 60_000

export interface Toolchain {
  readonly java: string
  readonly javac: string
  readonly mvn: string
}

/** Where a runnable Kafka lies; plain data, so that it can be handed to test files in other processes. */
export interface Installation {
  readonly java: string
  /** Class path of Kafka, Kafka Connect and our own small programs. */
  readonly classPath: string
  /** Directory of all jars that Maven resolved, the agents' among them. */
  readonly libs: string
  /** For `plugin.path`. */
  readonly plugins: string
}

export class KafkaBuildError extends Error {
  override readonly name = 'KafkaBuildError'
}

/** Java from JAVA_HOME if set, else from the PATH, and Maven from the PATH; or what is missing. */
export async function findToolchain(): Promise<Toolchain | { readonly missing: string }> {
  const home = process.env.JAVA_HOME
  const [java, javac] = home ? [join(home, 'bin/java'), join(home, 'bin/javac')] : ['java', 'javac']
  const [javaVersion, javacVersion, mvnVersion] = await Promise.all([
    firstLine(java, '-version'),
    firstLine(javac, '-version'),
    firstLine('mvn', '--version'),
  ])
  const missing = [
    ...(javaVersion === undefined ? ['java'] : []),
    ...(javacVersion === undefined ? ['javac'] : []),
    ...(mvnVersion === undefined ? ['mvn'] : []),
  ]
  if (missing.length > 0) return { missing: `${missing.join(', ')} not found, or not working` }
  const version = Number(javacVersion?.match(/javac (\d+)/)?.[1])
  if (!(version >= OLDEST_JAVA)) return { missing: `Java ${OLDEST_JAVA} or later, found ${javacVersion}` }
  return { java, javac, mvn: 'mvn' }
}

/**
 * Resolves Kafka's jars with Maven and compiles the test sink and tool, each once per content of its sources.
 * Throws KafkaBuildError with the end of the output of the program that failed.
 */
export async function install(toolchain: Toolchain): Promise<Installation> {
  const pom = join(HERE, 'pom.xml')
  const libs = await cached('libs', await digest([pom]), async (out) => {
    const args = ['-q', '-B', '-f', pom, 'dependency:copy-dependencies', `-DoutputDirectory=${out}`]
    await build(toolchain.mvn, args)
  })
  const compile = async (name: string) => {
    const source = join(HERE, name)
    const files = (await readdir(source))
      .filter((file) => file.endsWith('.java'))
      .map((file) => join(source, file))
    return cached(name, await digest([pom, ...files]), async (out) => {
      await build(toolchain.javac, ['-cp', join(libs, '*'), '-d', out, ...files])
      const services = join(source, 'META-INF')
      if (await exists(services)) await cp(services, join(out, 'META-INF'), { recursive: true })
    })
  }
  const [sink, tool] = await Promise.all([compile('sink'), compile('tool')])
  return {
    java: toolchain.java,
    classPath: [join(libs, '*'), tool].join(delimiter),
    libs,
    plugins: dirname(sink),
  }
}

/** The directory `name` of the cache for this key, made by `make` if it isn't there. Whole or absent: made aside, then renamed. */
async function cached(name: string, key: string, make: (dir: string) => Promise<void>): Promise<string> {
  const done = join(CACHE, `${name}-${key}`, name)
  if (await exists(done)) return done
  await mkdir(CACHE, { recursive: true })
  const aside = await mkdtemp(join(CACHE, 'making-'))
  try {
    const dir = join(aside, name)
    await mkdir(dir)
    await make(dir)
    await rename(aside, dirname(done))
  } catch (error) {
    await rm(aside, { recursive: true, force: true })
    // another run may have won the race: then its copy is as good
    if (!(await exists(done))) throw error
  }
  return done
}

async function digest(files: readonly string[]): Promise<string> {
  const hash = createHash('sha256')
  for (const file of files) hash.update(await readFile(file))
  return hash.digest('hex').slice(0, 16)
}

async function build(program: string, args: readonly string[]): Promise<void> {
  try {
    await run(program, args, { timeout: MAVEN_TIMEOUT_MS, killSignal: 'SIGKILL' })
  } catch (cause) {
    throw new KafkaBuildError(`${program} failed: ${outputOf(cause).slice(-2000)}`, { cause })
  }
}

function outputOf(error: unknown): string {
  if (!(error instanceof Error)) return String(error)
  const { stdout, stderr } = { stdout: '', stderr: '', ...error }
  return `${stdout}${stderr}`.trim() || error.message
}

async function firstLine(program: string, arg: string): Promise<string | undefined> {
  try {
    const { stdout, stderr } = await run(program, [arg], { timeout: 60_000, killSignal: 'SIGKILL' })
    return `${stdout}${stderr}`.split('\n')[0]
  } catch {
    return undefined
  }
}

async function exists(path: string): Promise<boolean> {
  return stat(path).then(
    () => true,
    () => false,
  )
}
