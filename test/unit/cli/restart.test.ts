import { describe, expect, it, vi } from 'vitest'
import { runCaptured } from './capture.ts'
import { entry, fakeConnect, MAGIC_BYTE, REFUSED, RUNNING, Status } from './fake-connect.ts'

/** Nothing is waited for between two looks. */
vi.mock('node:timers/promises', async (original) => ({
  ...(await original<object>()),
  setTimeout: async () => {},
}))

const failed = { orders: entry('orders', [REFUSED, RUNNING, REFUSED]), carts: entry('carts', [MAGIC_BYTE]) }
const healed = { orders: entry('orders', [RUNNING, RUNNING, RUNNING]), carts: entry('carts', [MAGIC_BYTE]) }
const plan = new Status(202, failed.orders.status)
const posts = (requests: readonly string[]) => requests.filter((request) => request.startsWith('POST'))

describe('restart', () => {
  it('restarts what failed of one connector in one call, and exits with 0 when it runs', async () => {
    const { url, requests } = await fakeConnect({
      'GET /connectors': [failed, failed, healed],
      'POST /connectors/orders/restart': [plan],
    })
    const { code, out, err } = await runCaptured(['restart', '--url', url, 'orders'])
    expect({ code, err }).toEqual({ code: 0, err: '' })
    expect(posts(requests)).toEqual(['POST /connectors/orders/restart?includeTasks=true&onlyFailed=true'])
    expect(out).toBe(
      [
        'orders: restarting what has FAILED: task 0, task 2',
        'task 0: RUNNING on 10.0.0.1:8083',
        'task 2: RUNNING on 10.0.0.1:8083',
        '',
      ].join('\n'),
    )
  })

  it('exits with 1 if a task is still FAILED at the last look', async () => {
    const { url } = await fakeConnect({
      'GET /connectors': [failed, healed, failed],
      'POST /connectors/orders/restart': [plan],
    })
    const { code, out } = await runCaptured(['restart', '--url', url, 'orders'])
    expect(code).toBe(1)
    expect(out).toContain('task 0: FAILED on 10.0.0.1:8083')
  })

  it('says it when a restart is not likely to help, and does it all the same', async () => {
    const { url, requests } = await fakeConnect({
      'GET /connectors': [failed],
      'POST /connectors/carts/restart': [plan],
    })
    const { code, out } = await runCaptured(['restart', '--url', url, 'carts'])
    expect(code).toBe(1)
    expect(out).toContain('a restart is not likely to help (bad-record)')
    expect(posts(requests)).toHaveLength(1)
  })

  it('asks for nothing with --dry-run', async () => {
    const { url, requests } = await fakeConnect({ 'GET /connectors': [failed] })
    const { code, out } = await runCaptured(['restart', '--url', url, '--dry-run', 'orders'])
    expect(code).toBe(0)
    expect(out).toBe('orders: would restart what has FAILED: task 0, task 2\n')
    expect(posts(requests)).toEqual([])
  })

  it('asks for nothing if nothing failed', async () => {
    const { url, requests } = await fakeConnect({ 'GET /connectors': [healed] })
    const { code, out } = await runCaptured(['restart', '--url', url, 'orders'])
    expect(code).toBe(0)
    expect(out).toBe('orders: nothing is FAILED, nothing to restart\n')
    expect(posts(requests)).toEqual([])
  })

  it('restarts a connector whose instance failed', async () => {
    const instance = { orders: entry('orders', [RUNNING], { connector: REFUSED }) }
    const { url } = await fakeConnect({
      'GET /connectors': [instance, healed],
      'POST /connectors/orders/restart': [plan],
    })
    const { code, out } = await runCaptured(['restart', '--url', url, 'orders'])
    expect(code).toBe(0)
    expect(out).toContain('orders: restarting what has FAILED: the connector itself')
  })

  it('restarts each failed task by itself before Kafka 3.0, and no healthy one', async () => {
    const { url, requests } = await fakeConnect({
      'GET /connectors': [failed, healed],
      'POST /connectors/orders/restart': [new Status(204)],
      'POST /connectors/orders/tasks/0/restart': [new Status(204)],
      'POST /connectors/orders/tasks/2/restart': [new Status(204)],
    })
    expect(await runCaptured(['restart', '--url', url, 'orders'])).toMatchObject({ code: 0 })
    expect(posts(requests).slice(1)).toEqual([
      'POST /connectors/orders/tasks/0/restart',
      'POST /connectors/orders/tasks/2/restart',
    ])
  })

  it('looks what came of it if it is not known whether it was done, and does not ask twice', async () => {
    const { url, requests } = await fakeConnect({
      'GET /connectors': [failed, failed, healed],
      'POST /connectors/orders/restart': [
        new Status(500, { error_code: 500, message: 'Request timed out. The worker is currently polling' }),
      ],
    })
    const { code, out } = await runCaptured(['restart', '--url', url, 'orders'])
    expect(code).toBe(0)
    expect(out).toContain('it is not known whether that was done; looking')
    expect(posts(requests)).toHaveLength(1)
  })

  it('exits with 2 if the cluster refuses during a rebalance', async () => {
    const { url } = await fakeConnect({
      'GET /connectors': [failed],
      'POST /connectors/orders/restart': [
        new Status(409, {
          error_code: 409,
          message: 'Cannot complete request momentarily due to stale configuration',
        }),
      ],
    })
    const { code, err } = await runCaptured(['restart', '--url', url, 'orders'])
    expect(code).toBe(2)
    expect(err).toMatch(/^connect-medic: [^\n]*POST [^\n]*stale configuration[^\n]*\n$/)
  })

  it('exits with 2 if there is no such connector', async () => {
    const { url, requests } = await fakeConnect({ 'GET /connectors': [failed] })
    const { code, err } = await runCaptured(['restart', '--url', url, 'Orders'])
    expect(code).toBe(2)
    expect(err).toContain('there is no connector of that NAME')
    expect(posts(requests)).toEqual([])
  })

  it.each(['a/b', 'a%b', 'a\\b', '.', '..', 'a\u0000b', ''])(
    'refuses the name %j, which no URL reaches',
    async (name) => {
      const { url, requests } = await fakeConnect({ 'GET /connectors': [failed] })
      const { code, err } = await runCaptured(['restart', '--url', url, name])
      expect({ code, requests }).toEqual({ code: 2, requests: [] })
      expect(err).toMatch(/^connect-medic: NAME [^\n]+\n$/)
    },
  )

  it('takes a name that begins with a dash after --', async () => {
    const { url } = await fakeConnect({ 'GET /connectors': [{ '-x': entry('-x', [RUNNING]) }] })
    expect(await runCaptured(['restart', '--url', url, '--', '-x'])).toMatchObject({ code: 0 })
  })
})
