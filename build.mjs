// Builds dist/: one self-contained CommonJS file per Lambda handler and per command of the CLI. CommonJS,
// because `serverless invoke local` finds no .mjs; no bundler plugin, because none is accepted by both
// osls and Serverless Framework 4.
import { rm } from 'node:fs/promises'
import { build } from 'esbuild'

const common = {
  bundle: true,
  platform: 'node',
  target: 'node24',
  format: 'cjs',
  outExtension: { '.js': '.cjs' },
  // The ES module builds of the AWS SDK shake down to a third less than its CommonJS builds.
  mainFields: ['module', 'main'],
  minify: true,
  sourcemap: 'linked',
  sourcesContent: false,
  legalComments: 'none',
  logLevel: 'warning',
}

await rm('dist', { recursive: true, force: true })
await Promise.all([
  build({ ...common, entryPoints: ['handlers/*.ts'], outdir: 'dist/handlers' }),
  build({ ...common, entryPoints: ['cli/*.ts'], outdir: 'dist/cli' }),
])
