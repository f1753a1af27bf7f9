import { execFile } from 'node:child_process'
import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import { promisify } from 'node:util'
import { describe, expect, inject, it } from 'vitest'
import { at, type Json } from './template.ts'
import { filesIn } from './zip.ts'

const serverless = promisify(execFile)
const print = async (...options: readonly string[]): Promise<Json> => {
  const { stdout } = await serverless('npx', [
    '--no-install',
    'serverless',
    'print',
    '--format',
    'json',
    ...options,
  ])
  return JSON.parse(stdout)
}

describe.each([
  ['onSchedule', 'on-schedule'],
  ['onAlarm', 'on-alarm'],
  ['reconcile', 'reconcile'],
])('the package of %s', (name, handler) => {
  it('holds its handler, its source map and the settings, and nothing else', () => {
    expect(filesIn(join(inject('packaged'), `${name}.zip`)).toSorted()).toEqual([
      'dist/handlers/clusters.json',
      `dist/handlers/${handler}.cjs`,
      `dist/handlers/${handler}.cjs.map`,
    ])
  })

  it('brings neither a YAML parser nor a table of MIME types', () => {
    const bundle = readFileSync(`dist/handlers/${handler}.cjs`, 'utf8')
    expect(bundle).not.toMatch(/tag:yaml\.org|application\/vnd\.oasis/)
  })
})

describe('parameters of a deploy', { timeout: 60_000 }, () => {
  it('may put reconcile, and only it, into a network', async () => {
    const config = await print(
      ...['--stage', 'prod', '--param', 'network=vpc'],
      ...['--param', 'subnetIds=subnet-1,subnet-2', '--param', 'securityGroupIds=sg-1'],
    )
    expect(at(config, 'functions', 'reconcile', 'vpc')).toEqual({
      subnetIds: { 'Fn::Split': [',', 'subnet-1,subnet-2'] },
      securityGroupIds: { 'Fn::Split': [',', 'sg-1'] },
    })
    expect(at(config, 'functions', 'onAlarm')).not.toHaveProperty('vpc')
    expect(at(config, 'provider', 'logRetentionInDays')).toBe(90)
  })

  it('may stop the schedule, force a dry run, and send only the loudest mail', async () => {
    const config = await print(
      ...['--param', 'schedule=false', '--param', 'dryRun=true', '--param', 'alertFrom=critical'],
    )
    expect(at(config, 'functions', 'onSchedule', 'events', 0, 'schedule', 'enabled')).toBe(false)
    expect(String(at(config, 'provider', 'environment', 'CONNECT_MEDIC_DRY_RUN'))).toBe('true')
    expect(
      at(config, 'resources', 'Resources', 'AlertEmail', 'Properties', 'FilterPolicy', 'severity'),
    ).toEqual([{ exists: false }, 'critical'])
  })
})
