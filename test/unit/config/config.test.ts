import { mkdtempSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { describe, expect, it } from 'vitest'
import { loadConfig, policyFor } from '../../../lib/config/config.ts'
import { ConfigError } from '../../../lib/config/error.ts'
import { parseConfig } from '../../../lib/config/parse.ts'

const config = parseConfig(
  `clusters:
- name: prod
  urls: [http://connect:8083]
  defaults: { restartsPerDay: 9 }
  policies:
  - { match: orders-audit, restart: off }
  - { match: orders-*, restart: propose }
- name: test
  urls: [http://test:8083]
  governor: { dryRun: true }
`,
  'clusters.yml',
)

const fileWith = (text: string): string => {
  const file = join(mkdtempSync(join(tmpdir(), 'config-')), 'clusters.json')
  writeFileSync(file, text)
  return file
}

describe('the policy of a connector', () => {
  const [prod] = config.clusters
  it.each([
    ['orders-audit', 'off'],
    ['orders-sink', 'propose'],
    ['invoices', 'auto'],
  ])('%s: the first rule that names it, else the defaults', (connector, restart) => {
    expect(prod && policyFor(prod, connector)).toMatchObject({ restart, restartsPerDay: 9 })
  })
})

describe('what the build compiled', () => {
  it('is read back as it was', () => {
    expect(loadConfig({ CLUSTERS_FILE: fileWith(JSON.stringify(config)) })).toEqual(config)
  })

  it('has every cluster in a dry run if CONNECT_MEDIC_DRY_RUN is true', () => {
    const CLUSTERS_FILE = fileWith(JSON.stringify(config))
    const dryRuns = (value: string) =>
      loadConfig({ CLUSTERS_FILE, CONNECT_MEDIC_DRY_RUN: value }).clusters.map(
        ({ governor }) => governor.dryRun,
      )
    expect(dryRuns('true')).toEqual([true, true])
    expect(dryRuns('false')).toEqual([false, true])
  })

  it.each(['', 'clusters: []', '[]', 'null', '{"clusters":{}}'])('is refused if it is %j', (text) => {
    expect(() => loadConfig({ CLUSTERS_FILE: fileWith(text) })).toThrow(ConfigError)
  })

  it('is refused with advice if it is missing', () => {
    expect(() => loadConfig({ CLUSTERS_FILE: '/nowhere/clusters.json' })).toThrow(/npm run build/)
  })
})
