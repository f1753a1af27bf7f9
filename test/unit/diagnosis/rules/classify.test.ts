import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { KINDS } from '../../../../lib/domain/vocabulary.ts'
import { diagnoseTrace } from '../../../support/snapshots.ts'
import { TRACES } from '../traces.ts'

/** These are not told from a trace of this catalogue: memory has its own tests, the others have no trace. */
const ELSEWHERE = ['out-of-memory', 'bogus-allocation', 'not-placed', 'stalled']

describe('classify', () => {
  it.each(TRACES)('calls it $kind, a restart $restart, by rule $rule: $trace', (labelled) => {
    const { type, trace, kind, restart, rule } = labelled
    const found = diagnoseTrace(trace, { type })
    expect({ kind: found.kind, restart: found.restart, rule: found.rule }).toEqual({ kind, restart, rule })
  })

  it.each(KINDS.filter((kind) => !ELSEWHERE.includes(kind)))('is tried on three traces of %s', (kind) => {
    expect(TRACES.filter((each) => each.kind === kind).length).toBeGreaterThanOrEqual(3)
  })

  it('gives the same verdict under the wrappers of Connect', () => {
    const wrapper = [
      'org.apache.kafka.connect.errors.ConnectException: Exiting WorkerSinkTask due to unrecoverable exception.',
      '\tat org.apache.kafka.connect.runtime.WorkerSinkTask.deliverMessages(WorkerSinkTask.java:632)',
      'Caused by: ',
    ].join('\n')
    for (const { trace, type, kind } of TRACES) {
      const wrapped = trace.startsWith('Caused by: ') ? trace : `${wrapper}${trace}`
      expect(diagnoseTrace(wrapped, { type }).kind).toBe(kind)
    }
  })

  it('gives the same verdict with CRLF, and with line ends and tabs escaped', () => {
    fc.assert(
      fc.property(fc.constantFrom(...TRACES), ({ trace, type, kind }) => {
        for (const changed of [
          trace.replaceAll('\n', '\r\n'),
          JSON.stringify(trace).slice(1, -1),
          `${trace}\n\n`,
        ]) {
          expect(diagnoseTrace(changed, { type }).kind).toBe(kind)
        }
      }),
    )
  })

  it('offers a remedy with an effect for every kind', () => {
    for (const { trace, type } of TRACES) {
      const { remedies } = diagnoseTrace(trace, { type })
      expect(remedies.length).toBeGreaterThan(0)
      expect(remedies.every(({ effect }) => effect !== '')).toBe(true)
    }
  })

  it('is not misled by a record that the driver quotes', () => {
    const trace =
      "Caused by: java.sql.BatchUpdateException: Batch entry 0 INSERT INTO t VALUES ('Access denied for user') was aborted: ERROR: duplicate key value violates unique constraint"
    expect(diagnoseTrace(trace).kind).toBe('sink-rejected')
  })

  it('takes a connector that no worker can load for a missing plugin', () => {
    expect(diagnoseTrace('com.example.OddException: no', { type: 'unknown' }).kind).toBe('plugin-missing')
  })

  it('lets a throttled service and a held slot rest before a restart', () => {
    expect(diagnoseTrace('a.B: SlowDownException: Slow Down').minRestartDelayMs).toBe(600_000)
    expect(diagnoseTrace('a.BException: replication slot "s" is active for PID 1').minRestartDelayMs).toBe(
      60_000,
    )
    expect(diagnoseTrace('java.net.SocketException: Connection reset').minRestartDelayMs).toBe(0)
  })
})
