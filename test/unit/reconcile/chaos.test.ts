import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { messageId } from '../../../lib/notification/message.ts'
import { PublishError } from '../../../lib/notification/sns.ts'
import { Clinic, HOUR, MINUTE, TRACES } from '../../support/clinic.ts'
import { unavailable } from '../../support/cluster-in-memory.ts'

class Killed extends Error {
  override readonly name = 'Killed'
}

/** A stream of coin flips that lasts for ever: true with the given chance. */
function flips(seed: readonly boolean[]): () => boolean {
  let index = 0
  return () => seed[index++ % seed.length] ?? false
}

const rarely = fc.array(
  fc.integer({ min: 0, max: 3 }).map((value) => value === 0),
  { minLength: 50, maxLength: 200 },
)

/** Distinct transitions that people were told of, and those told more than once. */
function tellings(clinic: Clinic) {
  const ids = clinic.told.map(messageId)
  const repeated = clinic.told.filter((message, index) => {
    return ids.indexOf(messageId(message)) !== index && !message.perhapsRepeated
  })
  return { ids: new Set(ids), repeated }
}

describe('whatever goes wrong at any step', () => {
  it('a flapping sink is never restarted more often than its budget, nor people told the same twice', {
    timeout: 60_000,
  }, async () => {
    await fc.assert(
      fc.asyncProperty(
        rarely,
        rarely,
        rarely,
        fc.integer({ min: 1, max: 15 }),
        async (writes, calls, publishes, minutes) => {
          const clinic = new Clinic()
          clinic.cluster.add('sink', {
            tasks: 2,
            trace: TRACES.network,
            failsAt: (at) => at + minutes * MINUTE,
          })
          const [write, call, publish] = [flips(writes), flips(calls), flips(publishes)]
          clinic.store.disturb = () => {
            if (write()) throw new Killed()
          }
          clinic.cluster.fault = () => (call() ? unavailable() : undefined)
          clinic.publishFault = () =>
            publish() ? new PublishError('no', 'not-sent', 'topic', {}) : undefined
          for (let minute = 0; minute < 6 * 60; minute++) {
            clinic.cluster.now += MINUTE
            await clinic.scan().catch(() => undefined)
          }
          const restarts = clinic.cluster.restartsOf('sink')
          // An outage (it dies at once) is probed on, within the day's budget; a first run of ten minutes may be taken for
          // a recovery.
          expect(restarts.length).toBeLessThanOrEqual(minutes <= 3 ? 24 : minutes < 10 ? 6 : 7)
          expect(tellings(clinic).repeated).toEqual([])
        },
      ),
      { numRuns: 10, endOnFailure: true },
    )
  })

  it('everything is told, and the sink is brought back or a person was called, once the trouble is over', {
    timeout: 60_000,
  }, async () => {
    await fc.assert(
      fc.asyncProperty(rarely, rarely, rarely, async (writes, calls, publishes) => {
        const clinic = new Clinic()
        clinic.cluster.add('sink', {
          tasks: 2,
          trace: TRACES.network,
          failsAt: (at) => (at < 30 * MINUTE ? at : null),
        })
        const [write, call, publish] = [flips(writes), flips(calls), flips(publishes)]
        clinic.store.disturb = () => {
          if (write()) throw new Killed()
        }
        clinic.cluster.fault = () => (call() ? unavailable() : undefined)
        clinic.publishFault = () => (publish() ? new PublishError('lost', 'unknown', 'topic', {}) : undefined)
        for (let minute = 0; minute < 90; minute++) {
          clinic.cluster.now += MINUTE
          await clinic.scan().catch(() => undefined)
        }
        clinic.store.disturb = undefined
        clinic.cluster.fault = undefined
        clinic.publishFault = undefined
        await clinic.watch(5 * HOUR)
        const { phase, outbox } = (await clinic.store.load('test')).incidents.get('sink')?.value ?? {}
        // Restarts whose outcome got lost count: the budget may be used up before the trouble is over.
        if (clinic.cluster.isFailed('sink')) expect(clinic.events()).toContain('escalated')
        else expect(phase).toBe('recovered')
        expect(outbox).toEqual([])
        expect(tellings(clinic).repeated).toEqual([])
      }),
      { numRuns: 10, endOnFailure: true },
    )
  })
})

describe('two invocations at the same time', () => {
  it('act once and tell once', async () => {
    const clinic = new Clinic()
    clinic.cluster.add('sink', { tasks: 2, trace: TRACES.network, failsAt: (at) => at + MINUTE })
    for (let minute = 0; minute < 120; minute++) {
      clinic.cluster.now += MINUTE
      await Promise.all([clinic.scan(), clinic.scan(), clinic.scan()])
    }
    const alone = new Clinic()
    alone.cluster.add('sink', { tasks: 2, trace: TRACES.network, failsAt: (at) => at + MINUTE })
    await alone.watch(2 * HOUR)
    expect(clinic.cluster.restartsOf('sink')).toEqual(alone.cluster.restartsOf('sink'))
    expect(clinic.events()).toEqual(alone.events())
  })
})

describe('a cluster that cannot be read', () => {
  it('leads to no action, and to one call for a person after a few minutes', async () => {
    const clinic = new Clinic()
    clinic.cluster.add('sink', { tasks: 2, trace: TRACES.network, failsAt: (at) => at })
    clinic.cluster.fault = unavailable
    await clinic.watch(HOUR)
    expect(clinic.cluster.restartsOf('sink')).toHaveLength(0)
    expect(clinic.events()).toEqual(['escalated'])
    clinic.cluster.fault = undefined
    await clinic.watch(MINUTE)
    expect(clinic.events(null)).toEqual(['escalated', 'recovered'])
  })

  it('wakes nobody when it is away for a minute', async () => {
    const clinic = new Clinic()
    clinic.cluster.fault = unavailable
    await clinic.watch(2 * MINUTE)
    clinic.cluster.fault = undefined
    await clinic.watch(HOUR)
    expect(clinic.told).toEqual([])
  })
})
