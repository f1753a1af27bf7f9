import { afterEach, describe, expect, it } from 'vitest'
import { type ConnectSandbox, startConnect } from '../../../sandbox/http.ts'

describe('the HTTP of the embedded Connect cluster', () => {
  const open: ConnectSandbox[] = []
  const start = async (options: object = {}) => {
    const sandbox = await startConnect({ workerHeapBytes: [2 ** 28, 2 ** 28], ...options })
    open.push(sandbox)
    const [first = '', second = ''] = sandbox.urls
    return { ...sandbox, first, second }
  }
  afterEach(async () => {
    for (const sandbox of open.splice(0)) await sandbox.close()
  })

  it('wants the password, if there is one', async () => {
    const { first } = await start({ basicAuth: { username: 'u', password: 'p' } })
    const refused = await fetch(first)
    expect([refused.status, await refused.text()]).toEqual([401, 'User cannot access the resource.'])
    const headers = { Authorization: `Basic ${btoa('u:p')}` }
    expect((await fetch(first, { headers })).status).toBe(200)
  })

  it('meets the faults that were asked for, as often as asked for', async () => {
    const { first, faults } = await start()
    faults.add({ kind: 'refuse', match: { path: /^\/connectors$/, times: 1 } })
    faults.add({ kind: 'unavailable', match: { method: 'GET', times: 1 } })
    faults.add({ kind: 'cut-body', match: { times: 1 } })
    faults.add({ kind: 'delay', ms: 1, match: { times: 1 } })
    await expect(fetch(`${first}/connectors`)).rejects.toThrow()
    expect((await fetch(first)).status).toBe(503)
    await expect(fetch(first).then((answer) => answer.text())).rejects.toThrow()
    expect((await fetch(first)).status).toBe(200)
    expect(faults.take('GET', '/')).toBeNull()
  })

  it('does what was asked although the answer is lost', async () => {
    const { first, faults, cluster } = await start()
    faults.add({ kind: 'lose-answer', match: { method: 'POST', times: 1 } })
    const config = { 'connector.class': 'medic.PartBufferSinkConnector', topics: 't', 'out.dir': '/out' }
    const request = fetch(`${first}/connectors`, {
      method: 'POST',
      headers: { 'content-type': 'application/json' },
      body: JSON.stringify({ name: 'sink', config }),
    })
    await expect(request).rejects.toThrow()
    expect([...cluster.connectors.keys()]).toEqual(['sink'])
  })

  it('refuses connections to a crashed worker until it is back', async () => {
    const { first, second, crash, bringBack } = await start()
    await crash(first)
    await expect(fetch(first)).rejects.toThrow()
    expect((await fetch(second)).status).toBe(200)
    await bringBack(first)
    expect((await fetch(first)).status).toBe(200)
  })
})
