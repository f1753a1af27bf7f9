import { mkdtemp, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { describe, expect, it, onTestFinished } from 'vitest'
import { runCaptured } from './capture.ts'
import { entry, fakeConnect, RUNNING } from './fake-connect.ts'

async function fileWith(text: string): Promise<string> {
  const folder = await mkdtemp(join(tmpdir(), 'connect-medic-'))
  onTestFinished(() => rm(folder, { recursive: true }))
  const path = join(folder, 'secret')
  await writeFile(path, text)
  return path
}

const healthy = () => fakeConnect({ 'GET /connectors': [{ orders: entry('orders', [RUNNING]) }] })

const basic = (user: string, password: string) =>
  `Basic ${Buffer.from(`${user}:${password}`).toString('base64')}`

describe('credentials', () => {
  it('are none unless they are given', async () => {
    const { url, authorizations } = await healthy()
    await runCaptured(['check', '--url', url])
    expect(authorizations).toEqual([undefined])
  })

  it('take the password from the environment', async () => {
    const { url, authorizations } = await healthy()
    const env = { CONNECT_MEDIC_PASSWORD: 'pässwörd:1' }
    expect(await runCaptured(['check', '--url', url, '--user', 'ops'], { env })).toMatchObject({ code: 0 })
    expect(authorizations).toEqual([basic('ops', 'pässwörd:1')])
  })

  it('take the password from a file, without the line break at its end', async () => {
    const { url, authorizations } = await healthy()
    for (const end of ['', '\n', '\r\n']) {
      const file = await fileWith(`from file ${end}`)
      const env = { CONNECT_MEDIC_PASSWORD: 'not this one' }
      await runCaptured(['check', '--url', url, '--user', 'ops', '--password-file', file], { env })
    }
    expect(authorizations).toEqual(Array(3).fill(basic('ops', 'from file ')))
  })

  it('take a token from the environment or from a file', async () => {
    const { url, authorizations } = await healthy()
    await runCaptured(['check', '--url', url], { env: { CONNECT_MEDIC_TOKEN: 'abc.def' } })
    await runCaptured(['check', '--url', url, '--token-file', await fileWith('ghi.jkl\n')])
    expect(authorizations).toEqual(['Bearer abc.def', 'Bearer ghi.jkl'])
  })

  it.each([
    [['--user', 'ops'], '--user needs a password'],
    [['--user', 'o:ps'], '--user must be a name without ":"'],
    [['--user', ''], '--user must be a name'],
    [['--password-file', 'f'], '--password-file needs --user NAME'],
    [['--user', 'ops', '--token-file', 'f'], '--user and --token-file exclude each other'],
    [
      ['--user', 'ops', '--password-file', '/nowhere'],
      '--password-file: /nowhere cannot be read: there is no such file',
    ],
    [['--token-file', tmpdir()], 'cannot be read: it is a directory'],
    [['--token-file', '/dev/null'], '--token-file: the file is empty'],
    [['--cert', 'f'], '--cert and --key belong together'],
    [['--key', 'f'], '--cert and --key belong together'],
    [['--ca', '/nowhere'], '--ca: /nowhere cannot be read'],
    [['--ca', 'package.json'], 'expected PEM text'],
  ])('are refused before any request if they make no sense: %j', async (options, problem) => {
    const { url, requests } = await healthy()
    const { code, out, err } = await runCaptured(['check', '--url', url, ...options])
    expect({ code, out, requests }).toEqual({ code: 2, out: '', requests: [] })
    expect(err).toContain(problem)
    expect(err.trimEnd()).not.toContain('\n')
  })

  it('are not shown when the token has a character that no token has', async () => {
    const { url, requests } = await healthy()
    const { code, err } = await runCaptured(['check', '--url', url], {
      env: { CONNECT_MEDIC_TOKEN: 'hunter2 hunter3' },
    })
    expect({ code, requests }).toEqual({ code: 2, requests: [] })
    expect(err).toContain('token')
    expect(err).not.toContain('hunter')
  })
})

describe('--url', () => {
  it.each([
    [[], '--url is missing'],
    [['--url', ''], '--url must be a URL with http:// or https://'],
    [['--url', 'localhost:8083'], '--url must be a URL with http:// or https://'],
    [['--url', 'ftp://localhost'], '--url must be a URL with http:// or https://'],
    [['--url', 'http://'], '--url must be a URL with http:// or https://'],
    [['--url', 'http://h:99999'], '--url must be a URL with http:// or https://'],
    [['--url', 'http://h:1?expand=status'], '--url must end before "?" and "#"'],
    [['--url', 'http://h:1', '--url', 'nonsense'], '--url must be a URL'],
  ])('is refused when no cluster can be meant: %j', async (options, problem) => {
    const { code, out, err } = await runCaptured(['check', ...options])
    expect({ code, out }).toEqual({ code: 2, out: '' })
    expect(err).toContain(problem)
  })

  it('is refused with a password in it, which is not repeated, and the other way is named', async () => {
    const { code, err } = await runCaptured(['check', '--url', 'https://ops:hunter2@connect.example.com'])
    expect(code).toBe(2)
    expect(err).toContain('--user NAME and CONNECT_MEDIC_PASSWORD')
    expect(err).not.toMatch(/hunter2|ops/)
  })

  it('may have a base path and slashes at its end', async () => {
    const { url, requests } = await fakeConnect({ 'GET /connect/connectors': [{}] })
    expect(await runCaptured(['check', '--url', `${url}/connect//`])).toMatchObject({ code: 0 })
    expect(requests).toEqual(['GET /connect/connectors?expand=status&expand=info'])
  })

  it('may be given again: the next worker is asked if one does not answer', async () => {
    const { url, requests } = await healthy()
    expect(await runCaptured(['check', '--url', 'http://127.0.0.1:1', '--url', url])).toMatchObject({
      code: 0,
    })
    expect(requests).toHaveLength(1)
  })
})

describe('--timeout', () => {
  it.each(['', '0s', '15', 's', '-1s', '1.5s', '1h', '11m', '1e3ms', '15S'])(
    '%j is refused',
    async (time) => {
      const { code, err } = await runCaptured(['check', '--url', 'http://127.0.0.1:1', `--timeout=${time}`])
      expect(code).toBe(2)
      expect(err).toContain('--timeout must be a time such as 500ms, 15s or 1m, at most 10m')
    },
  )

  it.each(['1ms', '15s', '10m'])('%j is a time', async (time) => {
    const { err } = await runCaptured(['check', '--url', 'http://127.0.0.1:1', '--timeout', time])
    expect(err).not.toContain('--timeout must')
  })
})
