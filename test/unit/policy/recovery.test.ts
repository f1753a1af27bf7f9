import { describe, expect, it } from 'vitest'
import { DEFAULT_POLICY } from '../../../lib/config/defaults.ts'
import { proveRecovery, provingTimeMs } from '../../../lib/policy/recovery.ts'
import { MINUTE } from '../../support/clinic.ts'
import { incidentOf } from '../../support/incidents.ts'

const at = (committed: number) => ({ type: 'sink', committed, partitions: 3 }) as const
const running = incidentOf({ health: { is: 'running', since: 0 }, failurePoint: at(100) })

describe('the proof of a recovery', () => {
  it('needs ten minutes, or twice the time that the connector last took to fail', () => {
    expect(provingTimeMs(running, DEFAULT_POLICY)).toBe(10 * MINUTE)
    expect(provingTimeMs({ ...running, timeToFailMs: 30 * MINUTE }, DEFAULT_POLICY)).toBe(60 * MINUTE)
  })

  it('is offsets beyond the point of failure', () => {
    expect(proveRecovery(running, at(101), DEFAULT_POLICY, 10 * MINUTE)).toMatchObject({
      proven: true,
      by: expect.stringContaining('by 1 since'),
    })
    expect(proveRecovery(running, at(100), DEFAULT_POLICY, 10 * MINUTE)).toMatchObject({ proven: false })
    expect(proveRecovery(running, at(101), DEFAULT_POLICY, 10 * MINUTE - 1)).toMatchObject({ proven: false })
  })

  it('is not RUNNING for a while, and long RUNNING without movement says that it is time alone', () => {
    expect(proveRecovery(running, at(100), DEFAULT_POLICY, 29 * MINUTE)).toMatchObject({ proven: false })
    expect(proveRecovery(running, at(100), DEFAULT_POLICY, 30 * MINUTE)).toMatchObject({
      proven: true,
      by: expect.stringContaining('Time alone'),
    })
  })

  it('is time alone, and says so, where there is no offsets API', () => {
    const point = { type: 'unavailable', why: 'Kafka 3.4 has no offsets API.' } as const
    expect(proveRecovery(running, point, DEFAULT_POLICY, 10 * MINUTE)).toMatchObject({
      proven: true,
      by: expect.stringContaining('Kafka 3.4'),
    })
    expect(
      proveRecovery({ ...running, failurePoint: point }, at(500), DEFAULT_POLICY, 10 * MINUTE),
    ).toMatchObject({
      proven: true,
      by: expect.stringContaining('Time alone'),
    })
  })

  it('is time alone when offsets were set back', () => {
    expect(proveRecovery(running, at(5), DEFAULT_POLICY, 10 * MINUTE)).toMatchObject({
      proven: true,
      by: expect.stringContaining('set back'),
    })
  })

  it('is any change of a source connector’s offsets', () => {
    const source = { ...running, failurePoint: { type: 'source', digest: 'aa' } as const }
    expect(
      proveRecovery(source, { type: 'source', digest: 'bb' }, DEFAULT_POLICY, 10 * MINUTE),
    ).toMatchObject({
      proven: true,
    })
    expect(
      proveRecovery(source, { type: 'source', digest: 'aa' }, DEFAULT_POLICY, 10 * MINUTE),
    ).toMatchObject({
      proven: false,
    })
  })

  it('cannot be had while the connector is failed', () => {
    expect(proveRecovery(incidentOf(), at(500), DEFAULT_POLICY, 100 * MINUTE)).toMatchObject({
      proven: false,
    })
  })
})
