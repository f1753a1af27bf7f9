import { describe, expect, it } from 'vitest'
import { MIB } from '../../../lib/util/bytes.ts'
import { manualClock } from '../../../sandbox/clock.ts'
import { Cluster, type ClusterOptions } from '../../../sandbox/cluster.ts'
import { DELAYS } from '../../../sandbox/delays.ts'
import { Herder } from '../../../sandbox/herder.ts'

const GIB = 1024 * MIB
/** Longer than anything takes but the wait for a dead worker. */
const A_WHILE = 3000

/** Topics t00, t01, … with records in each partition, and a way to create S3 sinks on them. */
function open({
  topics = 22,
  partitions = 4,
  recordsPerSecond = 1,
  workers = 2,
  wrote = () => {},
}: {
  topics?: number
  partitions?: number
  recordsPerSecond?: number
  workers?: number
  wrote?: NonNullable<ClusterOptions['wrote']>
} = {}) {
  const clock = manualClock()
  const ids = Array.from({ length: workers }, (_, index) => `worker${index}:8083`)
  const cluster = new Cluster({ clock, workers: ids.map((id) => ({ id, heapBytes: 2 * GIB })), wrote })
  const herder = new Herder(cluster)
  const names = Array.from({ length: topics }, (_, index) => `t${String(index).padStart(2, '0')}`)
  for (const name of names) cluster.broker.createTopic(name, partitions, recordsPerSecond)
  const config = (on: readonly string[], more: Readonly<Record<string, string>> = {}) => ({
    'connector.class': 'io.confluent.connect.s3.S3SinkConnector',
    topics: on.join(','),
    's3.bucket.name': 'bucket',
    'flush.size': '1000',
    ...more,
  })
  const sink = (name: string, on: readonly string[], more?: Readonly<Record<string, string>>) => {
    herder.create(name, config(on, more), 'RUNNING')
    clock.advance(A_WHILE)
  }
  const states = (name: string) => herder.status(name).tasks.map(({ state }) => state)
  const traces = (name: string) => herder.status(name).tasks.map(({ trace }) => trace ?? '')
  return { clock, cluster, herder, names, config, sink, states, traces, ids }
}

describe('the embedded Connect cluster', () => {
  it('brings about the founding incident: 22 topics die of OutOfMemoryError, two halves on two workers run', () => {
    const { sink, names, states, traces, herder, clock, cluster } = open()
    sink('billing', names)
    expect(states('billing')).toEqual(['FAILED'])
    expect(traces('billing')[0]).toMatch(
      /^org\.apache\.kafka\.connect\.errors\.ConnectException: Exiting WorkerSinkTask/,
    )
    expect(traces('billing')[0]).toMatch(
      /Caused by: java\.lang\.OutOfMemoryError: Java heap space\n\tat java/,
    )
    expect(traces('billing')[0]).toContain('S3SinkTask.put(')
    herder.remove('billing')
    clock.advance(A_WHILE)
    sink('first', names.slice(0, 11))
    sink('second', names.slice(11))
    clock.advance(60_000)
    expect([...states('first'), ...states('second')]).toEqual(['RUNNING', 'RUNNING'])
    expect(cluster.workers.map(({ heap }) => heap.usedBytes / MIB)).toEqual([1174, 1174])
  })

  it('lets two halves on one worker die as well', () => {
    const { sink, names, states } = open({ workers: 1 })
    sink('first', names.slice(0, 11))
    sink('second', names.slice(11))
    expect([...states('first'), ...states('second')].toSorted()).toEqual(['FAILED', 'RUNNING'])
  })

  it('runs 22 topics of three partitions: 66 parts and the base are 1746 of 2048 MiB', () => {
    const { sink, names, states, cluster } = open({ partitions: 3 })
    sink('billing', names)
    expect(states('billing')).toEqual(['RUNNING'])
    expect(cluster.workers[0]?.heap.usedBytes).toBe(1746 * MIB)
  })

  it('shows no frames from the third OutOfMemoryError of a JVM on', () => {
    const { sink, names, traces, herder, clock } = open({ workers: 1 })
    sink('billing', names)
    for (let restart = 2; restart <= 3; restart += 1) {
      expect(traces('billing')[0]).toContain('HeapByteBuffer.<init>')
      herder.restart('billing', true, true)
      clock.advance(A_WHILE)
    }
    expect(traces('billing')[0]).toMatch(/Caused by: java\.lang\.OutOfMemoryError: Java heap space\n$/)
  })

  it('falls like dominoes: tasks that had room die of the partitions of those that had none', () => {
    const { herder, names, config, states, clock } = open({ partitions: 8 })
    herder.create('billing', config(names, { 'tasks.max': '4' }), 'RUNNING')
    clock.advance(DELAYS.rebalanceMs)
    const seen = new Set<number>()
    for (let waited = 0; waited < 2 * A_WHILE; waited += DELAYS.pollMs) {
      clock.advance(DELAYS.pollMs)
      seen.add(states('billing').filter((state) => state === 'FAILED').length)
    }
    // 44 partitions a task are 1144 MiB: two on a worker are too many, and so are the 88 that the survivor gets.
    expect([...seen]).toEqual([0, 2, 4])
  })

  it('revives a FAILED task by a PUT of a changed config, and not by one of the same', () => {
    const { sink, names, states, traces, herder, clock, config } = open()
    sink('billing', names)
    const before = traces('billing')
    herder.putConfig('billing', config(names))
    clock.advance(A_WHILE)
    expect(traces('billing')).toEqual(before)
    herder.putConfig('billing', config(names, { 's3.part.size': '5242880' }))
    clock.advance(A_WHILE)
    expect(states('billing')).toEqual(['RUNNING'])
  })

  it('commits up to the last file that was written; a restart begins there, and loses and repeats no record', () => {
    const written: [number, number][] = []
    const { sink, names, herder, clock, cluster } = open({
      topics: 1,
      partitions: 1,
      recordsPerSecond: 0,
      wrote: (_, { from, to }) => written.push([from, to]),
    })
    sink('billing', names)
    const produce = (records: number) => {
      cluster.broker.produce('t00', 0, records)
      clock.advance(A_WHILE)
    }
    produce(1999)
    const committed = herder.offsets('billing').offsets.map(({ offset }) => offset)
    expect(committed).toEqual([{ kafka_offset: 1000 }])
    herder.restart('billing', true, false)
    clock.advance(A_WHILE)
    produce(1001)
    expect(written).toEqual([
      [0, 1000],
      [1000, 2000],
      [2000, 3000],
    ])
  })

  it('leaves the status of a crashed worker as it was, until its work moves to the others', () => {
    const { sink, names, herder, clock, cluster, ids } = open({ topics: 2, partitions: 1 })
    sink('billing', names)
    const before = herder.status('billing')
    cluster.crash(String(before.tasks[0]?.worker_id))
    clock.advance(DELAYS.sessionTimeoutMs + DELAYS.rebalanceDelayMs - 1)
    expect(herder.status('billing')).toEqual(before)
    clock.advance(A_WHILE)
    const after = herder.status('billing').tasks[0]
    expect(after).toMatchObject({
      state: 'RUNNING',
      worker_id: ids.find((id) => id !== before.tasks[0]?.worker_id),
    })
  })

  it('gives a worker that comes back in time its own work', () => {
    const { sink, names, herder, clock, cluster } = open({ topics: 2, partitions: 1 })
    sink('billing', names)
    const before = herder.status('billing')
    cluster.crash(String(before.tasks[0]?.worker_id))
    clock.advance(DELAYS.sessionTimeoutMs)
    cluster.bringBack(String(before.tasks[0]?.worker_id))
    clock.advance(A_WHILE)
    expect(herder.status('billing')).toEqual(before)
    expect(cluster.workers[0]?.heap.usedBytes).toBe((30 + 2 * 26) * MIB)
  })

  it('refuses changes with 409, and reads with 500, while the workers rebalance', () => {
    const { herder, names, config, clock } = open()
    herder.create('billing', config(names), 'STOPPED')
    expect(() => herder.stop('billing')).toThrow(expect.objectContaining({ status: 409 }))
    expect(() => herder.info('billing')).toThrow(expect.objectContaining({ status: 500 }))
    clock.advance(DELAYS.rebalanceMs)
    expect(herder.info('billing')).toMatchObject({ name: 'billing' })
  })

  it('fails on a poisoned record after each restart, until its offset is passed', () => {
    const { sink, names, states, traces, herder, clock, cluster } = open({ topics: 1, partitions: 1 })
    cluster.broker.poison('t00', 0, 5)
    sink('billing', names)
    clock.advance(A_WHILE)
    expect(traces('billing')[0]).toContain('Unknown magic byte!')
    herder.restart('billing', true, true)
    clock.advance(A_WHILE)
    expect(states('billing')).toEqual(['FAILED'])
    herder.stop('billing')
    clock.advance(A_WHILE)
    herder.alterOffsets('billing', [
      { partition: { kafka_topic: 't00', kafka_partition: 0 }, offset: { kafka_offset: 6 } },
    ])
    herder.resume('billing')
    clock.advance(A_WHILE)
    expect(states('billing')).toEqual(['RUNNING'])
  })

  it('fails as long as what it writes to is out, and runs when restarted afterwards', () => {
    const { sink, names, states, traces, herder, clock, cluster } = open({ topics: 1, partitions: 1 })
    cluster.outage('billing', 10_000)
    sink('billing', names)
    expect(traces('billing')[0]).toContain('java.net.ConnectException: Connection refused')
    herder.restart('billing', true, true)
    clock.advance(A_WHILE)
    expect(states('billing')).toEqual(['FAILED'])
    clock.advance(10_000)
    herder.restart('billing', true, true)
    clock.advance(A_WHILE)
    expect(states('billing')).toEqual(['RUNNING'])
  })

  it('refuses to alter offsets while a zombie is in the group, and says so', () => {
    const { sink, names, herder, clock, cluster } = open({ topics: 1, partitions: 1 })
    sink('billing', names)
    cluster.broker.group('connect-billing').holdUntil(20_000)
    herder.stop('billing')
    clock.advance(A_WHILE)
    expect(() => herder.resetOffsets('billing')).toThrow(/get rid of the zombie sink tasks/)
    clock.advance(20_000)
    expect(herder.resetOffsets('billing').message).toContain('reset successfully')
  })
})
