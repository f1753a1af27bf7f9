import { execFile } from 'node:child_process'
import { mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { promisify } from 'node:util'
import type { TestProject } from 'vitest/node'

declare module 'vitest' {
  interface ProvidedContext {
    /** Folder with what `serverless package` made: the template and the zips. */
    packaged: string
  }
}

/** Packages the service once, as a deploy would. */
export default async function setup(project: TestProject): Promise<() => Promise<void>> {
  const folder = await mkdtemp(join(tmpdir(), 'connect-medic-package-'))
  await promisify(execFile)('npx', ['--no-install', 'serverless', 'package', '--package', folder])
  project.provide('packaged', folder)
  return () => rm(folder, { recursive: true })
}
