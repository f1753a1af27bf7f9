import { readFile } from 'node:fs/promises'
import { describe, expect, it } from 'vitest'
import { runCaptured } from './capture.ts'

describe('the command line', () => {
  it.each([
    [[], 'a command is missing: check, diagnose, plan or restart (see: connect-medic --help)'],
    [
      ['chek'],
      'there is no such command; there are check, diagnose, plan and restart (see: connect-medic --help)',
    ],
    [
      ['--json', 'check'],
      'the command comes first: check, diagnose, plan or restart (see: connect-medic --help)',
    ],
    [['check', '--foo'], "Unknown option '--foo' (see: connect-medic check --help)"],
    [['check', '--url'], "Option '--url <value>' argument missing (see: connect-medic check --help)"],
    [['check', '--url', '--json'], "Option '--url' argument missing (see: connect-medic check --help)"],
    [['check', '--json=yes'], "Option '--json' does not take an argument (see: connect-medic check --help)"],
    [
      ['check', 'http://h:1'],
      'an argument too many: this command takes options only (see: connect-medic check --help)',
    ],
    [['diagnose'], 'FILE is missing (see: connect-medic diagnose --help)'],
    [
      ['diagnose', 'a', 'b'],
      'an argument too many: this command takes one FILE (see: connect-medic diagnose --help)',
    ],
    [
      ['plan', 'a', 'b', 'c'],
      'an argument too many: this command takes one FILE [NAME] (see: connect-medic plan --help)',
    ],
    [['restart', '--url', 'http://h:1'], 'NAME is missing (see: connect-medic restart --help)'],
  ])('is refused in one line that says how to go on: %j', async (argv, line) => {
    expect(await runCaptured(argv)).toEqual({ code: 2, out: '', err: `connect-medic: ${line}\n` })
  })

  it('never repeats an argument that is not understood, which may be a password', async () => {
    for (const argv of [['hunter2'], ['check', 'hunter2'], ['check', '--password=hunter2'], ['-hunter2']]) {
      const { code, out, err } = await runCaptured(argv)
      expect(code).toBe(2)
      expect(out + err).not.toContain('hunter2')
    }
  })
})

describe('help and version', () => {
  it.each([[['--help']], [['-h']], [['help']]])('%j explains the program', async (argv) => {
    const { code, out, err } = await runCaptured(argv)
    expect({ code, err }).toEqual({ code: 0, err: '' })
    for (const word of ['check', 'diagnose', 'plan', 'restart', 'Exit codes']) expect(out).toContain(word)
  })

  it.each(['check', 'diagnose', 'plan', 'restart'])(
    '%s --help explains the command, whatever else is given',
    async (command) => {
      const { code, out, err } = await runCaptured([command, '--nonsense', '--help'])
      expect({ code, err }).toEqual({ code: 0, err: '' })
      expect(out).toMatch(new RegExp(`^connect-medic ${command} `))
    },
  )

  it('fits a terminal of 120 columns', async () => {
    for (const command of [[], ['check'], ['diagnose'], ['plan'], ['restart']]) {
      const { out } = await runCaptured([...command, '--help'])
      for (const line of out.split('\n')) expect(line.length).toBeLessThanOrEqual(120)
    }
  })

  it('--version prints the version of the package', async () => {
    const { version }: { readonly version: string } = JSON.parse(await readFile('package.json', 'utf8'))
    expect(await runCaptured(['--version'])).toEqual({ code: 0, out: `${version}\n`, err: '' })
  })
})
