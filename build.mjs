// Builds dist/: one self-contained CommonJS file per Lambda handler and for the CLI, and the settings as JSON.
// CommonJS, because `serverless invoke local` finds no .mjs; no bundler plugin, because none is accepted by both
// osls and Serverless Framework 4.
import { chmod, glob, mkdir, readFile, rm, writeFile } from 'node:fs/promises'
import { dirname, relative, resolve } from 'node:path'
import { build } from 'esbuild'
import { bundling } from './bundling.ts'
import { ConfigError } from './lib/config/error.ts'
import { parseConfig } from './lib/config/parse.ts'

const common = { ...bundling, write: false }

async function settings(from, to) {
  const text = await readFile(from, 'utf8').catch((cause) => {
    throw new ConfigError([`${from}: cannot be read`], { cause })
  })
  return { path: resolve(to), contents: Buffer.from(JSON.stringify(parseConfig(text, from))) }
}

/** Leaves a file alone that is as it should be, so that a build doesn't disturb who reads dist/ at the time. */
async function put({ path, contents }) {
  const present = await readFile(path).catch(() => null)
  if (present?.equals(contents)) return
  await mkdir(dirname(path), { recursive: true })
  await writeFile(path, contents)
}

try {
  const clusters = await Promise.all([
    settings('clusters.yml', 'dist/handlers/clusters.json'),
    settings('sandbox/clusters.yml', 'dist/sandbox/clusters.json'),
  ])
  const bundles = await Promise.all([
    build({ ...common, entryPoints: ['handlers/*.ts'], outdir: 'dist/handlers' }),
    // The first starts the compile cache and then loads the second: Node.js doesn't cache who turns the cache on.
    build({
      ...common,
      entryPoints: ['cli/connect-medic.ts', 'cli/run.ts'],
      external: ['./run.cjs'],
      outdir: 'dist/cli',
    }),
  ])
  const files = [...clusters, ...bundles.flatMap(({ outputFiles }) => outputFiles)]
  await Promise.all(files.map(put))
  await chmod('dist/cli/connect-medic.cjs', 0o755)
  const wanted = new Set(files.map(({ path }) => relative('', path)))
  for await (const path of glob('dist/*/*')) if (!wanted.has(path)) await rm(path, { recursive: true })
} catch (error) {
  // esbuild has printed its own errors; a stack trace would only hide which line of clusters.yml is wrong.
  if (error instanceof ConfigError) console.error(error.message)
  else if (!error.errors) throw error
  process.exitCode = 1
}
