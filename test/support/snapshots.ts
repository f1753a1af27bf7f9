import { type DiagnoseInput, diagnose } from '../../lib/diagnosis/diagnose.ts'
import type { Diagnosis } from '../../lib/domain/diagnosis.ts'
import type { ConnectorSnapshot, TaskStatus } from '../../lib/domain/snapshot.ts'
import { NO_HEAP_INPUTS } from '../../lib/heap/inputs.ts'

export const WORKER = '10.0.0.1:8083'
export const OTHER_WORKER = '10.0.0.2:8083'

export function running(id: number, workerId = WORKER): TaskStatus {
  return { id, state: 'RUNNING', stateText: 'RUNNING', workerId }
}

export function failed(id: number, trace: string, workerId = WORKER): TaskStatus {
  return { id, state: 'FAILED', stateText: 'FAILED', workerId, trace }
}

export function connector(overrides: Partial<ConnectorSnapshot> = {}): ConnectorSnapshot {
  return {
    name: 'orders',
    type: 'sink',
    connector: { state: 'RUNNING', stateText: 'RUNNING', workerId: WORKER },
    tasks: [],
    config: {},
    ...overrides,
  }
}

export function diagnoseAll(
  connectors: readonly ConnectorSnapshot[],
  known: Partial<DiagnoseInput> = {},
): readonly Diagnosis[] {
  return diagnose({
    snapshot: { takenAt: 0, connectors },
    heap: NO_HEAP_INPUTS,
    waitedMs: new Map(),
    rebalanceDelayMs: 360_000,

    ...known,
  })
}

/** The one diagnosis of one connector with one failed task. */
export function diagnoseTrace(trace: string, overrides: Partial<ConnectorSnapshot> = {}): Diagnosis {
  const [diagnosis] = diagnoseAll([connector({ tasks: [failed(0, trace)], ...overrides })])
  if (diagnosis === undefined) throw new Error('nothing was diagnosed')
  return diagnosis
}
