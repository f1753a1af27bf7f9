import { describe, expect, it } from 'vitest'
import { MIB } from '../../../lib/util/bytes.ts'
import { runCaptured } from './capture.ts'
import { entry, fakeConnect, RUNNING } from './fake-connect.ts'
import { CONFIG, foundingCase, offsetsOf, TOPICS } from './founding.ts'
import { JDBC_SINK } from './saved-clusters.ts'

async function planned(input: object, ...options: readonly string[]) {
  const stdin = JSON.stringify(input)
  const { code, out, err } = await runCaptured(['plan', '-', ...options, '--json'], { stdin })
  expect({ code, err }).toEqual({ code: 0, err: '' })
  return JSON.parse(out)
}

const exactly = (mib: number) => ({ low: mib * MIB, high: mib * MIB })

describe('plan of 22 topics of 3 partitions on a worker of 2 GiB', () => {
  it('gives 1,716 MiB for the buffers, and what each change makes of them', async () => {
    const { connector, now, workers, remedies, missing } = await planned(foundingCase())
    expect(connector).toBe('s3-orders')
    expect(now.own).toEqual(exactly(1716))
    expect(workers[0].tasks[0].shares[0]).toEqual({
      what: '66 part buffers of 26 MiB',
      setting: 's3.part.size=26214400 (default)',
      ...exactly(1716),
    })
    const own = new Map(remedies.map((each: { remedy: string; own: object }) => [each.remedy, each.own]))
    expect(own.get('lower-part-size')).toEqual(exactly(396))
    expect(own.get('split-connector')).toEqual(exactly(858))
    expect(own.get('raise-heap')).toEqual(exactly(1716))
    expect(missing.join()).not.toContain('partitions of')
  })

  it('shows it on one screen, with what would not help', async () => {
    const { code, out, err } = await runCaptured(['plan', '-', 's3-orders'], {
      stdin: JSON.stringify(foundingCase()),
    })
    expect({ code, err }).toEqual({ code: 0, err: '' })
    expect(out).toMatch(/1,716 MiB +66 part buffers of 26 MiB \(s3\.part\.size=26214400 \(default\)\)/)
    expect(out).toMatch(/as it is +1,716 MiB +1,746–1,858 MiB of 2,048 MiB, may not fit/)
    expect(out).toMatch(/lower-part-size +396 MiB +426–538 MiB of 2,048 MiB, fits/)
    expect(out).toMatch(/split-connector +858 MiB +888–966 MiB of 2,048 MiB, fits/)
    expect(out).toMatch(/lower-flush-size: a part buffer has its full size from the first record/)
    expect(out.split('\n').length).toBeLessThan(55)
  })

  it('does not offer a split on the only worker, and says why', async () => {
    const { remedies, ineffective, now } = await planned(foundingCase({ workers: 1 }))
    expect(now.oneFewer).toBeNull()
    expect(remedies.map(({ remedy }: { remedy: string }) => remedy)).not.toContain('split-connector')
    expect(ineffective).toContainEqual({
      remedy: 'split-connector',
      why: 'both parts would be on the one worker, and hold together what one holds now',
    })
  })

  it('says that more tasks do not help where topics have one partition', async () => {
    const { ineffective, remedies } = await planned(foundingCase({ partitions: 1 }))
    expect(remedies.map(({ remedy }: { remedy: string }) => remedy)).not.toContain('raise-tasks-max')
    expect(ineffective).toContainEqual({
      remedy: 'raise-tasks-max',
      why: expect.stringContaining('all go to the same task'),
    })
  })
})

describe('one’s own change', () => {
  it.each([
    [['--set', 's3.part.size=5242880'], 396, 's3.part.size=5242880'],
    [['--set', 'tasks.max=3'], 572, 'tasks.max=3'],
    [['--set', `topics=${TOPICS.slice(0, 11).join()}`], 858, '11 topics'],
    [['--partitions', 'orders-1=13'], 1976, 'orders-1 of 13 partitions'],
    [['--heap', '8g'], 1848, '-Xmx8192m on every worker'],
    [['--workers', '4', '--tasks', '3'], 572, 'tasks.max=3, 4 workers'],
  ])('is simulated: %j', async (options, mib, what) => {
    const { yours } = await planned(foundingCase({ workers: 3 }), ...options)
    expect(yours.what).toBe(what)
    expect(yours.own).toEqual(exactly(mib))
  })

  it('is no change if it tells what was not known: heap, workers and partitions', async () => {
    const { connectors } = foundingCase()
    const told = [
      '--heap',
      '2g',
      '--workers',
      '2',
      ...TOPICS.flatMap((topic) => ['--partitions', `${topic}=3`]),
    ]
    const { yours, now, missing, workers } = await planned({ connectors }, ...told)
    expect(yours).toBeNull()
    expect(now).toMatchObject({ own: exactly(1716), fullest: { heap: 2 ** 31 } })
    expect(workers).toHaveLength(2)
    expect(missing.join()).not.toMatch(/partitions of|maximum heap/)
  })

  it('masks a secret that is set', async () => {
    const stdin = JSON.stringify(foundingCase())
    const { out } = await runCaptured(['plan', '-', '--set', 'connection.password=hunter2'], { stdin })
    expect(out).toContain('yours')
    expect(out).not.toContain('hunter2')
  })

  it.each([
    [['--set', 'hunter2'], '--set must be KEY=VALUE, such as s3.part.size=5242880'],
    [['--set', 'tasks.max=hunter2'], '--set tasks.max must be a whole number from 1 to 10000'],
    [['--set', 'topics= , '], '--set topics must name topics, with commas between them'],
    [['--partitions', 'orders-1'], '--partitions must be TOPIC=NUMBER, such as orders=12'],
    [['--partitions', 'orders-1=0'], '--partitions must be a whole number from 1 to 100000'],
    [['--partitions', 'other=3'], '--partitions names a topic that is not in the topics of the connector'],
    [['--heap', '4'], '--heap must be a size as for -Xmx, such as 512m or 2g, from 64m to 512g'],
    [['--heap', '1m'], '--heap must be a size as for -Xmx, such as 512m or 2g, from 64m to 512g'],
    [['--workers', '0'], '--workers must be a whole number from 1 to 1000'],
    [['--tasks', '1.5'], '--tasks must be a whole number from 1 to 10000'],
  ])('is refused in one line: %j', async (options, line) => {
    const stdin = JSON.stringify(foundingCase())
    expect(await runCaptured(['plan', '-', ...options], { stdin })).toEqual({
      code: 2,
      out: '',
      err: `connect-medic: ${line} (see: connect-medic plan --help)\n`,
    })
  })
})

describe('plan of a Kafka before 2.3', () => {
  it('neither counts nor offers what overrides a client of one connector', async () => {
    const old = { ...JDBC_SINK, cluster: { ...JDBC_SINK.cluster, kafkaVersion: '2.2.1' } }
    const { workers, remedies, ineffective } = await planned(old)
    expect(workers[0].tasks[0].shares).toContainEqual(
      expect.objectContaining({ setting: 'max.poll.records=500 (default)' }),
    )
    const ids = [...remedies, ...ineffective].map(({ remedy }: { remedy: string }) => remedy)
    expect(ids).not.toContain('lower-poll-size')
  })

  it('refuses a version that is no text', async () => {
    const stdin = JSON.stringify({ ...JDBC_SINK, cluster: { kafkaVersion: 3.9 } })
    expect(await runCaptured(['plan', '-'], { stdin })).toMatchObject({
      code: 2,
      err: 'connect-medic: cluster.kafkaVersion must be a text or null; it is a number\n',
    })
  })
})

describe('plan with little knowledge', () => {
  it('says what is missing and what would tell, and what it took instead', async () => {
    const { connectors } = foundingCase()
    const { code, out } = await runCaptured(['plan', '-'], { stdin: JSON.stringify({ connectors }) })
    expect(code).toBe(0)
    expect(out).toContain('kafka-topics.sh')
    expect(out).toContain('jcmd PID VM.flags')
    expect(out).toContain('--heap SIZE and --partitions TOPIC=N tell what is not known')
    expect(out).toContain('The heap of the workers is not known')
    expect(out.split('How many partitions the task reads is not known')).toHaveLength(2)
  })

  it('names topics of which only some are known', async () => {
    const { missing, assumptions } = await planned({
      ...foundingCase(),
      offsets: { 's3-orders': offsetsOf(TOPICS.slice(0, 21), 3) },
    })
    expect(missing[0]).toMatch(/partitions of the topics of s3-orders: .*--topic 'orders-22'/)
    expect(assumptions[0]).toMatch(/left out: 1, so it holds more/)
  })

  it('takes the tasks that a stopped connector would have', async () => {
    const stopped = entry('s3-orders', [], { connector: { state: 'STOPPED' }, config: CONFIG })
    const { now, assumptions } = await planned(
      {
        ...foundingCase(),
        connectors: { 's3-orders': stopped, other: entry('other', [RUNNING]) },
      },
      's3-orders',
    )
    expect(now.own).toEqual(exactly(1716))
    expect(assumptions[0]).toMatch(/^It has no tasks now: 1 by tasks\.max/)
  })

  it('exits with 2 and one line if there is no such connector, or nothing to weigh', async () => {
    const stdin = JSON.stringify(foundingCase())
    const { code, out, err } = await runCaptured(['plan', '-', 'nobody'], { stdin })
    expect({ code, out }).toEqual({ code: 2, out: '' })
    expect(err).toMatch(/^connect-medic: there is no connector of that NAME[^\n]+\n$/)
    expect(await runCaptured(['plan', '-'], { stdin: '{}' })).toMatchObject({
      code: 2,
      err: 'connect-medic: no task is on a worker, so there is nothing to weigh\n',
    })
  })
})

describe('plan of a live cluster', () => {
  it('asks for offsets, topics and versions of the connector and of those beside it', async () => {
    const { url, requests } = await fakeConnect({
      'GET /connectors': [
        {
          's3-orders': entry('s3-orders', [RUNNING], { config: CONFIG }),
          beside: entry('beside', [RUNNING]),
        },
      ],
      'GET /connectors/s3-orders/offsets': [offsetsOf(TOPICS, 3)],
      'GET /connectors/s3-orders/topics': [{ 's3-orders': { topics: TOPICS.slice(0, 11) } }],
      'GET /connector-plugins': [[{ class: CONFIG['connector.class'], type: 'sink', version: '10.5.25' }]],
    })
    const { code, out } = await runCaptured(['plan', '--url', url, 's3-orders', '--heap', '2g', '--json'])
    expect(code).toBe(0)
    // Only topics that had records hold buffers.
    expect(JSON.parse(out).now.own).toEqual(exactly(858))
    expect([...requests].sort()).toEqual([
      'GET /',
      'GET /connector-plugins',
      'GET /connectors/beside/offsets',
      'GET /connectors/beside/topics',
      'GET /connectors/s3-orders/offsets',
      'GET /connectors/s3-orders/topics',
      'GET /connectors?expand=status&expand=info',
    ])
  })

  it('needs a NAME', async () => {
    expect(await runCaptured(['plan', '--url', 'http://h:1'])).toEqual({
      code: 2,
      out: '',
      err: 'connect-medic: NAME is missing (see: connect-medic plan --help)\n',
    })
  })
})
