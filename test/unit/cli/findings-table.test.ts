import { describe, expect, it } from 'vitest'
import { findingsTable } from '../../../cli/findings-table.ts'
import type { Findings } from '../../../lib/diagnosis/report.ts'
import type { Diagnosis } from '../../../lib/domain/diagnosis.ts'
import type { Snapshot } from '../../../lib/domain/snapshot.ts'

const diagnosis = (changes: Partial<Diagnosis> = {}): Diagnosis => ({
  connector: 'orders',
  scope: 'tasks',
  tasks: [0],
  workers: ['w1:8083'],
  kind: 'network',
  restart: 'helps',
  probe: false,
  minRestartDelayMs: 0,
  remedies: [{ remedy: 'restart', effect: 'connects again' }],
  summary: 'orders: the database does not answer.',
  evidence: ['evidence one'],
  rootCause: 'java.net.ConnectException: Connection refused',
  fingerprint: 'f1',
  rule: null,
  restartReaches: 'failed-tasks',
  maxRestarts: 1,
  findings: null,
  trace: 'the whole trace',
  ...changes,
})

const snapshot = (tasks: number): Snapshot => ({
  takenAt: 0,
  connectors: [
    {
      name: 'orders',
      type: 'sink',
      connector: { state: 'RUNNING', stateText: 'RUNNING', workerId: 'w1:8083' },
      tasks: Array.from({ length: tasks }, (_, id) => ({
        id,
        state: 'FAILED',
        stateText: 'FAILED',
        workerId: 'w1:8083',
      })),
      config: {},
    },
  ],
})

const shown = (diagnoses: readonly Diagnosis[], tasks = 600, more: Partial<Findings> = {}) => {
  const findings = { cluster: 'prod', diagnoses, risks: [], missing: [], ...more }
  return findingsTable(findings, snapshot(tasks), (_style, text) => text)
}

describe('the table', () => {
  it('has a row, the root cause, remedies with their effect, and evidence', () => {
    expect(shown([diagnosis()], 3)).toBe(
      [
        '✗ prod: 1 connector, 3 tasks; something is wrong with 1 connector',
        '',
        '   CONNECTOR  TASKS   WORKER   KIND     RESTART',
        '1  orders     0 of 3  w1:8083  network  helps',
        '',
        '1  orders: the database does not answer.',
        '   java.net.ConnectException: Connection refused',
        '   → restart  connects again',
        '     · evidence one',
        '',
      ].join('\n'),
    )
  })

  it('says the root cause once, though it is evidence as well', () => {
    const { rootCause } = diagnosis()
    expect(shown([diagnosis({ evidence: [rootCause, 'evidence two'] })]).split(rootCause)).toHaveLength(2)
  })

  it('numbers the faults, so that a row leads to what explains it', () => {
    const lines = shown([
      diagnosis({ fingerprint: 'f1' }),
      diagnosis({ fingerprint: 'f2', kind: 'license', restart: 'useless', summary: 'the licence ended' }),
      diagnosis({ fingerprint: 'f1', tasks: [7] }),
    ]).split('\n')
    expect(lines.filter((line) => /^\d {2}orders {5}/.test(line)).map((line) => line[0])).toEqual([
      '1',
      '2',
      '1',
    ])
    expect(lines).toContain('1  orders: the database does not answer. (and 1 row more like it)')
    expect(lines).toContain('2  the licence ended')
  })

  it('shortens tasks to ranges', () => {
    expect(shown([diagnosis({ tasks: [0, 1, 2, 5] })])).toMatch(/orders +0-2,5 of/)
  })

  it('tells a connector instance that failed from a connector without tasks', () => {
    expect(shown([diagnosis({ tasks: [] })], 2)).toMatch(/orders +connector +w1/)
    expect(shown([diagnosis({ tasks: [] })], 0)).toMatch(/orders +no tasks +w1/)
  })

  it('counts workers instead of naming many', () => {
    expect(shown([diagnosis({ workers: ['w1', 'w2', 'w3', 'w4'] })])).toContain('w1, w2 +2  network')
  })

  it('keeps to a screen however much evidence there is, and says what it leaves out', () => {
    const evidence = Array.from({ length: 12 }, (_, index) => `evidence ${index}`)
    const many = Array.from({ length: 9 }, (_, index) =>
      diagnosis({ fingerprint: `f${index}`, evidence: [...evidence, ...evidence] }),
    )
    const out = shown(many)
    expect(out.split('evidence 4')).toHaveLength(5)
    expect(out).not.toContain('evidence 5')
    expect(out).toContain('… and 7 lines more: --json has all')
    expect(out.split('\n').length).toBeLessThan(60)
  })

  it('shows risks with their remedies, and each thing that is not known once', () => {
    const lines = shown([], 1, {
      risks: [
        {
          connector: 'orders',
          worker: 'w1:8083',
          when: 'now',
          fit: 'certain',
          summary: 'orders: worker w1:8083 runs out of heap.',
          bytes: { heap: 2 ** 31, worker: { low: 2 ** 32, high: 2 ** 32 } },
          remedies: [{ remedy: 'raise-heap', effect: 'more room' }],
        },
      ],
      missing: ['lag of orders: a command', 'lag of orders: a command'],
    }).split('\n')
    expect(lines).toEqual([
      '✓ prod: 1 connector, 1 task; nothing is wrong',
      '',
      'At risk',
      '!  orders: worker w1:8083 runs out of heap.',
      '   → raise-heap  more room',
      '',
      'Not known',
      '   lag of orders: a command',
      '',
    ])
  })
})
