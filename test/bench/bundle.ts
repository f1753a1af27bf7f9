import { build } from 'esbuild'
import { bundling } from '../../bundling.ts'

/** Bundles as build.mjs does. */
export async function bundle(entryPoints: readonly string[], outdir: string): Promise<void> {
  await build({ ...bundling, entryPoints: [...entryPoints], outdir })
}
