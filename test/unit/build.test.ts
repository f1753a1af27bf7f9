import { execFile } from 'node:child_process'
import { cp, mkdtemp, rm, symlink, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join, resolve } from 'node:path'
import { promisify } from 'node:util'
import { afterEach, beforeEach, describe, expect, it } from 'vitest'

describe('a build', { timeout: 60_000 }, () => {
  let project = ''
  beforeEach(async () => {
    project = await mkdtemp(join(tmpdir(), 'connect-medic-build-'))
    await Promise.all([
      ...['handlers', 'cli', 'lib'].map((folder) => cp(folder, join(project, folder), { recursive: true })),
      cp('sandbox/clusters.yml', join(project, 'sandbox/clusters.yml')),
      cp('build.mjs', join(project, 'build.mjs')),
      cp('bundling.ts', join(project, 'bundling.ts')),
      symlink(resolve('node_modules'), join(project, 'node_modules')),
    ])
  })
  afterEach(() => rm(project, { recursive: true }))

  const build = () => promisify(execFile)(process.execPath, ['build.mjs'], { cwd: project })

  it('fails with the lines of clusters.yml that are wrong, and no more', async () => {
    await writeFile(join(project, 'clusters.yml'), 'clusters:\n- name: a\n  url: http://a:8083\n')
    await expect(build()).rejects.toMatchObject({
      code: 1,
      stderr: [
        'clusters.yml:2: clusters[0].urls: missing',
        'clusters.yml:3: clusters[0].url: unknown key; did you mean urls?',
        '',
      ].join('\n'),
    })
  })

  it('fails with one line if there is no clusters.yml', async () => {
    await expect(build()).rejects.toMatchObject({ code: 1, stderr: 'clusters.yml: cannot be read\n' })
  })
})
