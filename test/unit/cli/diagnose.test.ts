import { mkdtemp, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { describe, expect, it, onTestFinished } from 'vitest'
import { runCaptured } from './capture.ts'
import { entry, MAGIC_BYTE, REFUSED, RUNNING } from './fake-connect.ts'
import { foundingCase } from './founding.ts'

const broken = { orders: entry('orders', [RUNNING, MAGIC_BYTE]), carts: entry('carts', [RUNNING]) }

async function saved(content: string | Uint8Array): Promise<string> {
  const folder = await mkdtemp(join(tmpdir(), 'connect-medic-'))
  onTestFinished(() => rm(folder, { recursive: true }))
  const path = join(folder, 'saved.json')
  await writeFile(path, content)
  return path
}

async function diagnosed(input: unknown) {
  const { code, out, err } = await runCaptured(['diagnose', '-', '--json'], { stdin: JSON.stringify(input) })
  expect({ code, err }).toEqual({ code: 0, err: '' })
  return JSON.parse(out)
}

describe('diagnose', () => {
  it('exits with 0 when it could read, though something is wrong', async () => {
    const { code, out, err } = await runCaptured(['diagnose', await saved(JSON.stringify(broken))])
    expect({ code, err }).toEqual({ code: 0, err: '' })
    expect(out).toContain('bad-record')
  })

  it('names the cluster after the file', async () => {
    const { out } = await runCaptured(['diagnose', await saved('{}'), '--json'])
    expect(JSON.parse(out)).toMatchObject({ cluster: 'saved.json', diagnoses: [] })
  })

  it('names the cluster as the file says', async () => {
    expect(await diagnosed({ cluster: { name: 'prod' }, connectors: broken })).toMatchObject({
      cluster: 'prod',
    })
  })

  it('warns of a connector that runs and can’t fit, which is no failure yet', async () => {
    const stdin = JSON.stringify(foundingCase({ partitions: 4 }))
    const { code, out } = await runCaptured(['diagnose', '-'], { stdin })
    expect(code).toBe(0)
    expect(out).toMatch(/✓ prod: 1 connector, 1 task; nothing is wrong\n\nAt risk\n! {2}s3-orders: worker /)
    expect(await diagnosed(foundingCase({ partitions: 4 }))).toMatchObject({
      diagnoses: [],
      risks: [{ connector: 's3-orders', when: 'now', fit: 'certain' }],
    })
    expect(await diagnosed(foundingCase({ partitions: 1 }))).toMatchObject({ risks: [] })
  })

  it('takes heap and workers from options before the file', async () => {
    const stdin = JSON.stringify(foundingCase({ partitions: 4 }))
    const risksWith = async (...options: readonly string[]) =>
      JSON.parse((await runCaptured(['diagnose', '-', '--json', ...options], { stdin })).out).risks
    expect(await risksWith('--heap', '4g')).toEqual([])
    expect(await risksWith('--heap', '1g', '--workers', '1')).toMatchObject([{ bytes: { heap: 2 ** 30 } }])
  })

  it('reads the bare answer and the wrapped one alike', async () => {
    const bare = await diagnosed(broken)
    const wrapped = await diagnosed({ connectors: broken })
    expect(bare.diagnoses).toMatchObject([{ connector: 'orders', kind: 'bad-record', tasks: [1] }])
    expect(wrapped.diagnoses).toEqual(bare.diagnoses)
  })

  it('takes a connector that is called "connectors" for a connector', async () => {
    const { diagnoses } = await diagnosed({ connectors: entry('connectors', [REFUSED]) })
    expect(diagnoses).toMatchObject([{ connector: 'connectors', kind: 'network' }])
  })

  it('takes a connector that is called "error_code" for a connector', async () => {
    const { diagnoses } = await diagnosed({ error_code: entry('error_code', [REFUSED]) })
    expect(diagnoses).toMatchObject([{ connector: 'error_code' }])
  })

  it('reads standard input, with a byte order mark as some editors write it', async () => {
    const stdin = `\ufeff${JSON.stringify(broken)}\n`
    expect(await runCaptured(['diagnose', '-'], { stdin })).toMatchObject({ code: 0 })
  })

  it.each([
    ['the input is empty', ''],
    ['the input is not JSON, or was cut short', 'nonsense'],
    ['the input is not JSON, or was cut short', JSON.stringify(broken).slice(0, -20)],
    ['the input is not JSON, or was cut short', '<html><body>Bad gateway</body></html>'],
    ['the input is not', Buffer.from(JSON.stringify(broken), 'utf16le')],
    ['the input is not UTF-8 text', Buffer.from([0xff, 0xfe, 0x7b])],
    ['the input must be a JSON object; it is null', 'null'],
    ['the input must be a JSON object; it is a number', '5'],
    ['the input must be a JSON object; it is an array of 1', '[{}]'],
    ['only the names of connectors; save the body of GET /connectors?expand=status', '["orders"]'],
    ['an error of Kafka Connect; save', '{"error_code":404,"message":"HTTP 404"}'],
    ['the status of one connector; save', JSON.stringify(broken.orders.status)],
    ['saved.json: GET /connectors?expand=status&expand=info: connector "orders"', '{"orders":5}'],
    ['an array of 0', '{"connectors":[]}'],
    ['cluster must be a JSON object; it is a string of 4 characters', '{"connectors":{},"cluster":"prod"}'],
    ['cluster.name must be a text or null; it is a number', '{"connectors":{},"cluster":{"name":5}}'],
    [
      'cluster.workerHeapBytes must be a number of bytes',
      '{"connectors":{},"cluster":{"workerHeapBytes":"2g"}}',
    ],
    ['cluster.workers must be a whole number from 1', '{"connectors":{},"cluster":{"workers":0}}'],
    ['offsets must be a JSON object; it is an array of 0', '{"connectors":{},"offsets":[]}'],
    ['must be the body of GET /connectors/NAME/offsets', '{"connectors":{},"offsets":{"orders":[]}}'],
    ['must be the body of GET /connectors/NAME/offsets', '{"connectors":{},"offsets":{"a":{"offsets":[5]}}}'],
  ])('says in one line, and exits with 2: %s', async (problem, content) => {
    const { code, out, err } = await runCaptured(['diagnose', '--json', await saved(content)])
    expect({ code, out }).toEqual({ code: 2, out: '' })
    expect(err).toContain(problem)
    expect(err).toMatch(/^connect-medic: [^\n]+\n$/)
  })

  it('says of a file that cannot be read which and why', async () => {
    const missing = await runCaptured(['diagnose', 'nowhere.json'])
    expect(missing).toEqual({
      code: 2,
      out: '',
      err: 'connect-medic: nowhere.json: cannot be read: there is no such file\n',
    })
    expect(await runCaptured(['diagnose', tmpdir()])).toMatchObject({ code: 2, out: '' })
  })

  it('never repeats a part of an input that it cannot read', async () => {
    for (const stdin of [
      '{"password":"hunter2"',
      '{"orders":{"status":"hunter2"}}',
      '{"cluster":{"name":["hunter2"]},"connectors":{}}',
    ]) {
      const { code, out, err } = await runCaptured(['diagnose', '-'], { stdin })
      expect(code).toBe(2)
      expect(out + err).not.toContain('hunter2')
    }
  })
})
