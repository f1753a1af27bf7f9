import { readFileSync } from 'node:fs'
import { CloudWatchClient, DescribeAlarmsCommand } from '@aws-sdk/client-cloudwatch'
import { mockClient } from 'aws-sdk-client-mock'
import * as fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import {
  type AlarmSignal,
  type DescribeAlarms,
  type Dimensions,
  describeAlarmDimensions,
  findConcernedClusters,
  parseAlarmEvent,
  UnknownEventError,
} from '../../../lib/aws/alarms.ts'

const ARN = 'arn:aws:cloudwatch:eu-west-1:111122223333:alarm:connect-failed-tasks'
const COMPOSITE = 'arn:aws:cloudwatch:eu-west-1:111122223333:alarm:connect-unhealthy'
const WAYS = ['alarm-eventbridge', 'alarm-lambda-action', 'alarm-sns'] as const
const SAMPLES = [
  ...WAYS,
  'alarm-eventbridge-composite',
  'alarm-eventbridge-contributor',
  'alarm-sns-composite',
] as const

const sample = (name: string) =>
  JSON.parse(readFileSync(new URL(`../../../events/${name}.json`, import.meta.url), 'utf8'))

function only(event: unknown): AlarmSignal {
  const [signal, ...others] = parseAlarmEvent(event)
  if (signal === undefined || others.length > 0) throw new Error('expected one signal')
  return signal
}

const snsOf = (alarm: unknown) => ({ Records: [{ Sns: { Message: JSON.stringify(alarm) } }] })
const snsAlarm = (changes: object) =>
  snsOf({ ...JSON.parse(sample('alarm-sns').Records[0].Sns.Message), ...changes })

describe('reading an alarm', () => {
  it.each(WAYS)('gives the same from %s', (name) => {
    expect(only(sample(name))).toEqual({
      key: `${ARN}#2026-11-30T08:12:04.989+0000#ALARM`,
      alarmName: 'connect-failed-tasks',
      value: 'ALARM',
      suppressed: false,
      dimensions: [{ Cluster: 'sandbox' }],
      contributor: {},
      children: [],
    })
  })

  it.each(['alarm-eventbridge-composite', 'alarm-sns-composite'])('finds the children in %s', (name) => {
    expect(only(sample(name))).toMatchObject({
      key: expect.stringContaining(`${COMPOSITE}#`),
      dimensions: [],
      children: [ARN],
    })
  })

  it('takes children that SNS lists as texts', () => {
    expect(only(snsAlarm({ TriggeringChildren: [ARN] })).children).toEqual([ARN])
  })

  it('knows an alarm that is suppressed, and one that is muted', () => {
    const event = sample('alarm-eventbridge-composite')
    const { actionsSuppressedBy, ...state } = event.detail.state
    const { muteDetail, ...detail } = event.detail
    expect(only({ ...event, detail }).suppressed).toBe(true)
    expect(only({ ...event, detail: { ...detail, muteDetail, state } }).suppressed).toBe(true)
    expect(only({ ...event, detail: { ...detail, state } }).suppressed).toBe(false)
  })

  it('tells the contributors of one alarm apart', () => {
    const event = sample('alarm-eventbridge-contributor')
    const first = only(event)
    expect(first.contributor).toEqual({ Connector: 'orders-sink' })
    event.detail.alarmContributor.id = 'another'
    expect(only(event).key).not.toBe(first.key)
  })

  it('reads the dimensions of every metric of a formula', () => {
    const event = sample('alarm-eventbridge')
    const metric = (Cluster: string) => ({ metricStat: { metric: { dimensions: { Cluster } } } })
    event.detail.configuration.metrics = [metric('a'), { id: 'e1', expression: 'm1/m2' }, metric('b')]
    expect(only(event).dimensions).toEqual([{ Cluster: 'a' }, { Cluster: 'b' }])

    const Metrics = [
      { Id: 'e1', Expression: 'm1/m2' },
      { Id: 'm1', MetricStat: { Metric: { Dimensions: [{ name: 'Cluster', value: 'a' }] } } },
    ]
    expect(only(snsAlarm({ Trigger: { Metrics } })).dimensions).toEqual([{ Cluster: 'a' }])
  })

  it('does without a description, a previous state, and a reason that is JSON', () => {
    expect(only(snsAlarm({ AlarmDescription: null, OldStateValue: undefined })).value).toBe('ALARM')
    const event = sample('alarm-eventbridge')
    delete event.detail.previousState
    event.detail.state.reasonData = 'set by hand'
    expect(only(event).children).toEqual([])
  })

  it('reads all records of SNS', () => {
    const event = { Records: [...sample('alarm-sns').Records, ...sample('alarm-sns-composite').Records] }
    const arns = parseAlarmEvent(event).map(({ key }) => key.slice(0, key.indexOf('#')))
    expect(arns).toEqual([ARN, COMPOSITE])
  })
})

describe('an event that is none of an alarm', () => {
  it.each<[string, unknown, string]>([
    ['null', null, 'event: null; expected an alarm event'],
    [
      'a schedule',
      sample('schedule'),
      'detail-type: a string of 15 characters; expected "CloudWatch Alarm State Change"',
    ],
    ['no records', { Records: [] }, 'Records: an array of 0; expected a record of SNS'],
    ['a record of SQS', sample('reconcile'), 'Records[0].Sns.Message: missing; expected a text'],
    [
      'a message that is not JSON',
      { Records: [{ Sns: { Message: 'hello' } }] },
      'Records[0].Sns.Message: a string of 5 characters; expected the JSON of a CloudWatch alarm',
    ],
    [
      'an unknown state',
      snsAlarm({ NewStateValue: 'password' }),
      'Records[0].Sns.Message NewStateValue: a string of 8 characters; expected ALARM, OK or INSUFFICIENT_DATA',
    ],
    [
      'no time',
      snsAlarm({ StateChangeTime: 'yesterday' }),
      'Records[0].Sns.Message StateChangeTime: a string of 9 characters; expected a time of ISO 8601',
    ],
    [
      'no ARN',
      snsAlarm({ AlarmArn: 'x' }),
      'AlarmArn: a string of 1 characters; expected the ARN of an alarm',
    ],
    ['a bare alarmData', { alarmData: 7, alarmArn: ARN }, 'alarmData: a number; expected the alarm'],
  ])('is refused in one line that names the field: %s', (_, event, line) => {
    expect(() => parseAlarmEvent(event)).toThrow(UnknownEventError)
    expect(() => parseAlarmEvent(event)).toThrow(line)
  })

  it('never raises any other error', () => {
    const keys = [
      'Records',
      'Sns',
      'Message',
      'detail',
      'detail-type',
      'alarmData',
      'alarmArn',
      'resources',
      'state',
      'configuration',
      'metrics',
      'Trigger',
      'Dimensions',
      'TriggeringChildren',
      'alarmContributor',
      '__proto__',
    ]
    const leaf = fc.oneof(fc.constantFrom(ARN, 'ALARM', 'CloudWatch Alarm State Change', null), fc.anything())
    const tree = fc.letrec((tie) => ({
      node: fc.oneof(
        { maxDepth: 6 },
        leaf,
        fc.dictionary(fc.constantFrom(...keys), tie('node')),
        fc.array(tie('node'), { maxLength: 3 }),
      ),
    })).node
    const damaged = fc
      .tuple(fc.constantFrom(...SAMPLES), fc.nat(), leaf)
      .map(([name, place, value]) => replaced(sample(name), place, value))
    fc.assert(
      fc.property(fc.oneof(tree, tree.map(snsOfSafely), damaged), (event) => {
        try {
          for (const { key } of parseAlarmEvent(event)) expect(key).not.toBe('')
        } catch (error) {
          expect(error).toBeInstanceOf(UnknownEventError)
          expect(String(error)).not.toContain('\n')
        }
      }),
      { numRuns: 500 },
    )
  })
})

/** An event with one of its values replaced, wherever it is. */
function replaced(event: unknown, place: number, value: unknown): unknown {
  let count = 0
  const walk = (at: unknown): void => {
    if (typeof at === 'object' && at !== null) for (const each of Object.values(at)) walk(each)
    count += 1
  }
  walk(event)
  const target = place % count
  let index = 0
  const copy = (at: unknown): unknown => {
    const made =
      typeof at !== 'object' || at === null
        ? at
        : Array.isArray(at)
          ? at.map(copy)
          : Object.fromEntries(Object.entries(at).map(([key, each]) => [key, copy(each)]))
    index += 1
    return index - 1 === target ? value : made
  }
  return copy(event)
}

function snsOfSafely(alarm: unknown): unknown {
  try {
    return snsOf(alarm)
  } catch {
    // A BigInt or a cycle has no JSON.
    return snsOf(null)
  }
}

describe('the clusters that an alarm is about', () => {
  const prod = { name: 'prod', alarms: ['prod-*'] }
  const dev = { name: 'dev', alarms: [] }
  const clusters = [prod, dev]
  const signal = only(sample('alarm-eventbridge'))
  const composite = only(sample('alarm-sns-composite'))
  const child = (name: string) => `arn:aws:cloudwatch:eu-west-1:111122223333:alarm:${name}`
  const unasked: DescribeAlarms = () => Promise.reject(new Error('nobody should ask'))
  const telling = (dimensions: Readonly<Record<string, readonly Dimensions[]>>): DescribeAlarms => {
    return () => Promise.resolve(new Map(Object.entries(dimensions)))
  }
  const among = async (changes: Partial<AlarmSignal>, describeAlarms = unasked) =>
    (await findConcernedClusters({ ...signal, dimensions: [], ...changes }, clusters, describeAlarms))
      .clusters

  it('are those that list it in clusters.yml, whatever its dimensions say', async () => {
    expect(await among({ alarmName: 'prod-tasks', dimensions: [{ Cluster: 'dev' }] })).toEqual(['prod'])
  })

  it.each(['Cluster', 'ClusterName', 'connect-cluster', 'Environment'])(
    'are those that its dimension %s names',
    async (name) => {
      expect(await among({ dimensions: [{ [name]: 'dev' }] })).toEqual(['dev'])
    },
  )

  it('are not those that only a dimension of another purpose names by chance', async () => {
    expect(await among({ dimensions: [{ Connector: 'prod', Cluster: 'dev' }] })).toEqual(['dev'])
  })

  it('are those that a contributor names', async () => {
    expect(await among({ contributor: { Cluster: 'dev' } })).toEqual(['dev'])
  })

  it('are all if nothing tells, and it says so', async () => {
    expect(await findConcernedClusters({ ...signal, dimensions: [] }, clusters, unasked)).toEqual({
      clusters: ['prod', 'dev'],
      why: 'neither clusters.yml nor a dimension tells which cluster the alarm is about',
    })
  })

  it('are those of its children, by their names or by their dimensions', async () => {
    const children = [child('prod-lag'), child('lag')]
    const describeAlarms = telling({ [child('lag')]: [{ Cluster: 'dev' }] })
    expect(await among({ children: children.slice(0, 1) })).toEqual(['prod'])
    expect(await among({ children: children.slice(1) }, describeAlarms)).toEqual(['dev'])
    expect(await among({ children }, describeAlarms)).toEqual(['prod', 'dev'])
  })

  it('are all if one of its children tells none', async () => {
    const children = [child('prod-lag'), child('unknown')]
    expect(await among({ children }, telling({}))).toEqual(['prod', 'dev'])
  })

  it('are all if CloudWatch does not answer, and it says so without the answer', async () => {
    const refused = Object.assign(new Error('secret'), { name: 'AccessDenied' })
    const { clusters: all, why } = await findConcernedClusters(composite, clusters, () =>
      Promise.reject(refused),
    )
    expect(all).toEqual(['prod', 'dev'])
    expect(why).toBe('CloudWatch did not tell about the alarms that set it off: AccessDenied')
  })
})

describe('asking CloudWatch for dimensions', () => {
  const client = new CloudWatchClient({ region: 'eu-west-1' })

  it('goes through all pages and hundreds, and heeds only the very alarms', async () => {
    const fake = mockClient(client)
    const arns = Array.from({ length: 150 }, (_, index) => `${ARN}-${index}`)
    fake.on(DescribeAlarmsCommand).callsFake(({ AlarmNames, NextToken }) => {
      const half = AlarmNames.length / 2
      const names: string[] = NextToken === undefined ? AlarmNames.slice(0, half) : AlarmNames.slice(half)
      return {
        ...(NextToken === undefined ? { NextToken: 'more' } : {}),
        MetricAlarms: names.map((name) => ({
          AlarmArn: `arn:aws:cloudwatch:eu-west-1:111122223333:alarm:${name}`,
          Dimensions: [{ Name: 'Cluster', Value: name }],
        })),
      }
    })
    const described = await describeAlarmDimensions(client)(arns)
    expect([...described.keys()].sort()).toEqual([...arns].sort())
    expect(described.get(`${ARN}-149`)).toEqual([{ Cluster: 'connect-failed-tasks-149' }])
    const asked = fake.commandCalls(DescribeAlarmsCommand).map(({ args }) => args[0].input)
    expect(asked).toHaveLength(4)
    for (const { AlarmNames = [] } of asked) expect(AlarmNames.length).toBeLessThanOrEqual(100)
  })

  it('reads the metrics of a formula', async () => {
    const fake = mockClient(client)
    const Metric = { Dimensions: [{ Name: 'Cluster', Value: 'dev' }] }
    const Metrics = [
      { Id: 'e1', Expression: 'm1' },
      { Id: 'm1', MetricStat: { Metric, Period: 60, Stat: 'Sum' } },
    ]
    fake.on(DescribeAlarmsCommand).resolves({ MetricAlarms: [{ AlarmArn: ARN, Metrics }] })
    expect((await describeAlarmDimensions(client)([ARN])).get(ARN)).toEqual([{ Cluster: 'dev' }])
  })
})
