import type { BuildOptions } from 'esbuild'

/** How everything in dist/ is bundled; the bench bundles what it compares with in the same way. */
export const bundling = {
  bundle: true,
  platform: 'node',
  target: 'node24',
  format: 'cjs',
  outExtension: { '.js': '.cjs' },
  // The ES module builds of the AWS SDK shake down to a third less than its CommonJS builds.
  mainFields: ['module', 'main'],
  // What axios would load and is not used here: forms, with 137 KB of MIME types (Node.js' own would load undici), and
  // HTTP/2.
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
} satisfies BuildOptions
