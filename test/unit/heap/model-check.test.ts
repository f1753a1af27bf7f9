import { describe, expect, it } from 'vitest'
import { NO_HEAP_INPUTS } from '../../../lib/heap/inputs.ts'
import { findModelErrors } from '../../../lib/heap/model-check.ts'
import { MIB } from '../../../lib/util/bytes.ts'
import { connector, failed, running, WORKER } from '../../support/snapshots.ts'

const offsets = [0, 1, 2, 3].map((partition) => ({
  partition: { kafka_topic: 't', kafka_partition: partition },
  offset: {},
}))
const knowledge = { ...NO_HEAP_INPUTS, workerHeapBytes: 2 ** 31, offsets: new Map([['orders', offsets]]) }
const config = { 'connector.class': 'io.confluent.connect.s3.S3SinkConnector', topics: 't' }
const told = (task: ReturnType<typeof running>, live: number) =>
  findModelErrors(
    { takenAt: 0, connectors: [connector({ tasks: [task], config })] },
    knowledge,
    new Map([[WORKER, live]]),
  )

describe('a worker whose heap was measured', () => {
  it('is named when it holds far more or far less than its tasks are estimated to: 134 to 280 MiB', () => {
    expect(told(running(0), 120 * MIB)).toEqual([])
    expect(told(running(0), 900 * MIB)[0]).toContain(`Worker ${WORKER} holds 900 MiB`)
    expect(told(running(0), 40 * MIB)).toHaveLength(1)
  })

  it('is not blamed for what failed tasks have let go of', () => {
    expect(told(failed(0, 'java.lang.OutOfMemoryError: Java heap space'), 28 * MIB)).toEqual([])
  })
})
