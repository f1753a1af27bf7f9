import { describe, expect, it } from 'vitest'
import { SecretError } from '../../../lib/aws/secrets.ts'
import { InvalidConnectionError } from '../../../lib/connect/connection.ts'
import { diagnoseUnreadable } from '../../../lib/reconcile/diagnose-unreadable.ts'
import { IncompleteScanError, observeCluster } from '../../../lib/reconcile/observe.ts'
import { ClusterInMemory, unavailable } from '../../support/cluster-in-memory.ts'

const { signal } = new AbortController()

function cluster(...names: readonly string[]): ClusterInMemory {
  const made = new ClusterInMemory()
  for (const name of names) made.add(name, { tasks: 1, trace: '', failsAt: () => null })
  return made
}

const memory = (...known: readonly string[]) => ({ known, unplaced: {}, progress: {}, warned: {} })

describe('an observation', () => {
  it('remembers the connectors that it saw', async () => {
    expect(await observeCluster(cluster('b', 'a'), memory(), signal)).toMatchObject({
      is: 'read',
      state: { known: ['a', 'b'] },
    })
  })

  it('asks for nothing more where nothing is missing', async () => {
    const asked = cluster('a')
    asked.exists = () => Promise.reject(new Error('asked'))
    expect(await observeCluster(asked, memory('a'), signal)).toMatchObject({ is: 'read' })
  })

  it('looks up a connector that is missing: one that is gone is forgotten, one that exists is not', async () => {
    const asked = cluster('a')
    asked.exists = async (name) => (name === 'hidden' ? 'exists' : 'gone')
    expect(await observeCluster(asked, memory('a', 'deleted', 'hidden'), signal)).toMatchObject({
      is: 'read',
      state: { known: ['a', 'hidden'] },
    })
  })

  it('does not look up what no path reaches', async () => {
    const asked = cluster('a')
    asked.exists = () => Promise.reject(new Error('asked'))
    expect(await observeCluster(asked, memory('a', 'b/c'), signal)).toMatchObject({
      is: 'read',
      state: { known: ['a'] },
    })
  })

  it('does not believe an answer in which many known connectors are missing', async () => {
    const names = Array.from({ length: 30 }, (_, index) => `sink-${index}`)
    const starting = cluster('a')
    starting.exists = async () => 'exists'
    const observation = await observeCluster(starting, memory('a', ...names), signal)
    expect(observation).toMatchObject({ is: 'unread', error: expect.any(IncompleteScanError) })
    expect(observation.state.known).toHaveLength(31)
  })

  it('gets over a mass deletion within a few scans', async () => {
    const left = cluster('a')
    let known: readonly string[] = ['a', ...Array.from({ length: 30 }, (_, index) => `sink-${index}`)]
    for (let scan = 0; scan < 4; scan++)
      known = (await observeCluster(left, memory(...known), signal)).state.known
    expect(known).toEqual(['a'])
  })

  it('is unread if the cluster cannot be asked, or not asked about what is missing', async () => {
    const away = cluster('a')
    away.fault = unavailable
    expect(await observeCluster(away, memory('a'), signal)).toMatchObject({
      is: 'unread',
      state: memory('a'),
    })
    const half = cluster('a')
    half.exists = () => Promise.reject(unavailable())
    expect(await observeCluster(half, memory('a', 'b'), signal)).toMatchObject({
      is: 'unread',
      state: memory('a', 'b'),
    })
  })

  it.each([
    new SecretError({ store: 'ssm', name: '/connect-medic/prod' }, 'cannot be read'),
    new InvalidConnectionError('prod', 'tls.ca is no PEM text'),
  ])('is unread if the cluster cannot even be asked: $name', async (error) => {
    const barred = cluster('a')
    barred.scan = () => Promise.reject(error)
    expect(await observeCluster(barred, memory('a'), signal)).toEqual({
      is: 'unread',
      error,
      state: memory('a'),
    })
    expect(diagnoseUnreadable(error).reason).toBe(error.message)
  })

  it('lets an error of our own through', async () => {
    const broken = cluster()
    broken.scan = () => Promise.reject(new TypeError('a bug'))
    await expect(observeCluster(broken, memory(), signal)).rejects.toThrow(TypeError)
  })
})
