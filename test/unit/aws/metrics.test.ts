import * as fc from 'fast-check'
import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest'
import { connectMedicMetrics, dimensionValue, recordScan, type ScanReport } from '../../../lib/aws/metrics.ts'

const SCAN = {
  cluster: 'prod',
  failedTasks: 3,
  failedConnectors: 2,
  restarts: 1,
  incidentsOpen: 2,
  escalations: 0,
  durationMs: 42,
  connectors: [],
} as const

let written: string[]
beforeEach(() => {
  written = []
  // Powertools writes to a console of its own, past that of the tests.
  vi.spyOn(process.stdout, 'write').mockImplementation((chunk) => {
    written.push(String(chunk))
    return true
  })
})
afterEach(() => {
  vi.restoreAllMocks()
})

function linesOf(report: ScanReport) {
  written.length = 0
  recordScan(connectMedicMetrics(), report)
  return written
    .join('')
    .split('\n')
    .filter((text) => text.startsWith('{'))
    .map((text) => JSON.parse(text))
}

describe('the metrics of a scan', () => {
  it('are one line for the cluster, with no dimension but its name', () => {
    const [line, ...others] = linesOf(SCAN)
    expect(others).toEqual([])
    expect(line).toMatchObject({
      Cluster: 'prod',
      FailedTasks: 3,
      FailedConnectors: 2,
      Restarts: 1,
      IncidentsOpen: 2,
      Escalations: 0,
      ScanDuration: 42,
      ScanFailures: 0,
    })
    const [directive] = line._aws.CloudWatchMetrics
    expect(directive.Namespace).toBe('ConnectMedic')
    expect(directive.Dimensions).toEqual([['Cluster']])
    expect(directive.Metrics).toContainEqual({ Name: 'ScanDuration', Unit: 'Milliseconds' })
    expect(line).not.toHaveProperty('service')
  })

  it('are another line for each connector that is reported, zeros too', () => {
    const connectors = [
      { connector: 's3-orders', failedTasks: 3, restarts: 1 },
      { connector: 'jdbc', failedTasks: 0, restarts: 0 },
    ]
    const [, orders, jdbc] = linesOf({ ...SCAN, connectors })
    expect(orders).toMatchObject({ Cluster: 'prod', Connector: 's3-orders', FailedTasks: 3, Restarts: 1 })
    expect(jdbc).toMatchObject({ Cluster: 'prod', Connector: 'jdbc', FailedTasks: 0, Restarts: 0 })
    expect(orders._aws.CloudWatchMetrics[0].Dimensions).toEqual([['Cluster', 'Connector']])
  })

  it('say of a failed scan that it failed, and nothing of tasks', () => {
    const [line] = linesOf({ cluster: 'prod', failure: 'no answer', durationMs: 5000 })
    expect(line).toMatchObject({ Cluster: 'prod', ScanFailures: 1, ScanDuration: 5000, failure: 'no answer' })
    expect(line).not.toHaveProperty('FailedTasks')
  })

  it('do not run into one another', () => {
    const metrics = connectMedicMetrics()
    recordScan(metrics, { cluster: 'a', failure: 'no answer', durationMs: 1 })
    recordScan(metrics, { ...SCAN, cluster: 'b' })
    const second = JSON.parse(written.join('').trim().split('\n').at(-1) ?? '')
    expect(second).toMatchObject({ Cluster: 'b', ScanFailures: 0 })
    expect(second).not.toHaveProperty('failure')
  })
})

describe('a dimension value', () => {
  it.each([
    ['s3-orders.v2_x y', 's3-orders.v2_x y'],
    ['日本', '%E6%97%A5%E6%9C%AC'],
    ['👍', '%F0%9F%91%8D'],
    ['100%', '100%25'],
    [':x', '%3Ax'],
    [' x ', '%20x%20'],
    ['a\nb', 'a%0Ab'],
    ['', '-'],
  ])('writes %j as %s', (name, written) => {
    expect(dimensionValue(name)).toBe(written)
  })

  it('keeps long names apart', () => {
    const long = 'x'.repeat(2000)
    expect(dimensionValue(`${long}a`)).toHaveLength(1024)
    expect(dimensionValue(`${long}a`)).not.toBe(dimensionValue(`${long}b`))
  })

  it('is what CloudWatch takes, for any name', () => {
    fc.assert(
      fc.property(fc.string({ unit: 'binary', maxLength: 600 }), (name) => {
        const value = dimensionValue(name)
        expect(value).toMatch(/^[!-9;-~]([ -~]{0,1022}[!-~])?$/u)
      }),
    )
  })
})
