import { build } from 'esbuild'

/** Bundles as build.mjs does. */
export async function bundle(entryPoints: readonly string[], outdir: string): Promise<void> {
  await build({
    entryPoints: [...entryPoints],
    outdir,
    bundle: true,
    platform: 'node',
    target: 'node24',
    format: 'cjs',
    outExtension: { '.js': '.cjs' },
    mainFields: ['module', 'main'],
    alias: {
      'form-data': 'data:text/javascript,export default class {}',
      http2: 'data:text/javascript,export default {}',
    },
    define: { 'import.meta.dirname': '__dirname' },
    minify: true,
    sourcemap: 'linked',
    sourcesContent: false,
    legalComments: 'none',
    logLevel: 'warning',
  })
}
