import { spawn } from 'node:child_process'
import { once } from 'node:events'
import { readFileSync } from 'node:fs'
import { describe, expect, it } from 'vitest'
import { tlsWorker } from '../connect/worker.ts'
import { entry, fakeConnect, MAGIC_BYTE, RUNNING, Status } from './fake-connect.ts'

/** The built program, as a user runs it. */
async function connectMedic(argv: readonly string[], stdin = '') {
  const child = spawn(process.execPath, ['dist/cli/connect-medic.cjs', ...argv], {
    env: { PATH: process.env.PATH, NO_PROXY: '*' },
  })
  const out: string[] = []
  const err: string[] = []
  child.stdout.setEncoding('utf8').on('data', (chunk) => out.push(chunk))
  child.stderr.setEncoding('utf8').on('data', (chunk) => err.push(chunk))
  // The program may end before it has read all.
  child.stdin.on('error', () => {}).end(stdin)
  const [code] = await once(child, 'close')
  return { code, out: out.join(''), err: err.join('') }
}

describe('the built program', () => {
  it('exits with 0 where all is well', async () => {
    const { url, requests } = await fakeConnect({
      'GET /connectors': [{ orders: entry('orders', [RUNNING]) }],
    })
    const { code, out, err } = await connectMedic(['check', '--url', url, '--json'])
    expect({ code, err }).toEqual({ code: 0, err: '' })
    expect(JSON.parse(out)).toEqual({ cluster: new URL(url).host, diagnoses: [], risks: [], missing: [] })
    expect(requests).toHaveLength(1)
  })

  it('exits with 1 where something is wrong, and colours nothing in a pipe', async () => {
    const { url } = await fakeConnect({
      'GET /connectors': [{ orders: entry('orders', [MAGIC_BYTE]) }],
    })
    const { code, out, err } = await connectMedic(['check', '--url', url])
    expect({ code, err }).toEqual({ code: 1, err: '' })
    expect(out).toContain('bad-record')
    expect(out).not.toContain('\u001b')
  })

  it('exits with 2 without an answer', async () => {
    const { url } = await fakeConnect({ 'GET /connectors': [new Status(401)] })
    const { code, out, err } = await connectMedic(['check', '--url', url])
    expect({ code, out }).toEqual({ code: 2, out: '' })
    expect(err).toMatch(/^connect-medic: [^\n]+\n$/)
  })

  it('trusts the CA that is given, and shows its own certificate', async () => {
    const files = 'test/unit/connect/certificates'
    const pem = (name: string) => readFileSync(`${files}/${name}`, 'utf8')
    const { url } = await tlsWorker(
      {
        cert: pem('worker.pem'),
        key: pem('worker.key'),
        ca: pem('ca.pem'),
        requestCert: true,
        rejectUnauthorized: true,
      },
      (_request, response) => response.end('{}'),
    )
    const check = ['check', '--url', url]
    const ours = ['--cert', `${files}/client.pem`, '--key', `${files}/client.key`]
    expect(await connectMedic([...check, '--ca', `${files}/ca.pem`, ...ours])).toMatchObject({
      code: 0,
      err: '',
    })
    expect(await connectMedic([...check, ...ours])).toMatchObject({
      code: 2,
      err: expect.stringMatching(/certificate is of no CA that we know/),
    })
  })

  it('reads standard input to its end, however much it is', async () => {
    const trace = `${MAGIC_BYTE.trace}${'\tat com.example.A.b(A.java:1)\n'.repeat(50_000)}`
    const body = JSON.stringify({ orders: entry('orders', [{ state: 'FAILED', trace }]) })
    const { code, out } = await connectMedic(['diagnose', '-', '--json'], body)
    expect(code).toBe(0)
    expect(JSON.parse(out)).toMatchObject({ cluster: 'standard input', diagnoses: [{ kind: 'bad-record' }] })
  })

  it('answers bad usage with 2 and --help with 0', async () => {
    expect(await connectMedic(['chek'])).toMatchObject({ code: 2, out: '' })
    expect(await connectMedic(['--help'])).toMatchObject({ code: 0, err: '' })
  })

  it('ends quietly if nobody reads on, as with "| head"', async () => {
    const child = spawn(process.execPath, ['dist/cli/connect-medic.cjs', '--help'])
    const err: string[] = []
    child.stderr.setEncoding('utf8').on('data', (chunk) => err.push(chunk))
    child.stdout.destroy()
    await once(child, 'close')
    expect(err.join('')).toBe('')
  })
})
