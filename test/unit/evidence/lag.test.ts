import { CloudWatchClient, GetMetricDataCommand } from '@aws-sdk/client-cloudwatch'
import { mockClient } from 'aws-sdk-client-mock'
import { beforeEach, describe, expect, it } from 'vitest'
import { readLags } from '../../../lib/evidence/lag.ts'
import { answering, never } from '../connect/worker.ts'

const cloudWatch = mockClient(CloudWatchClient)
const means = { cloudWatch: new CloudWatchClient({ region: 'eu-west-1' }), ca: null }
const target = (name: string, topics: readonly string[] = ['t']) => ({
  name,
  topics,
  workerIds: ['127.0.0.1:8083', '127.0.0.1:8084'],
})

describe('lags by the agents of workers', () => {
  it('are read once a host, however many tasks and workers are there', async () => {
    const agent = await answering(
      200,
      'kafka_records_lag{client_id="connector-consumer-a-0",topic="t",partition="0"} 9.0\n',
    )
    const url = `${agent.url.replace('127.0.0.1', '{host}')}/metrics`
    const lag = { type: 'agent', agent: { type: 'prometheus', url } } as const
    const { values, problems } = await readLags(lag, [target('a'), target('b')], means, never)
    expect([...values]).toEqual([['a', 9]])
    expect(problems).toEqual([])
    expect(agent.requests).toHaveLength(1)
  })
})

describe('lags by CloudWatch', () => {
  const source = {
    type: 'cloudwatch',
    namespace: 'AWS/Kafka',
    metric: 'SumOffsetLag',
    dimensions: { 'Cluster Name': 'msk', 'Consumer Group': 'connect-{connector}', Topic: '{topic}' },
    statistic: 'Maximum',
    unit: null,
  } as const
  beforeEach(() => cloudWatch.reset())

  it('are added up over the topics of a sink', async () => {
    cloudWatch.on(GetMetricDataCommand).resolves({
      MetricDataResults: [
        { Id: 'q0', Values: [5] },
        { Id: 'q1', Values: [7] },
      ],
    })
    const { values } = await readLags(source, [target('a', ['x', 'y']), target('b')], means, never)
    expect([...values]).toEqual([['a', 12]])
    const asked = cloudWatch.commandCalls(GetMetricDataCommand)[0]?.args[0].input.MetricDataQueries
    expect(asked?.map(({ MetricStat }) => MetricStat?.Metric?.Dimensions?.map(({ Value }) => Value))).toEqual(
      [
        ['msk', 'connect-a', 'x'],
        ['msk', 'connect-a', 'y'],
        ['msk', 'connect-b', 't'],
      ],
    )
  })

  it('are not asked for by a name that CloudWatch would refuse, and all others with it', async () => {
    cloudWatch.on(GetMetricDataCommand).resolves({ MetricDataResults: [{ Id: 'q0', Values: [3] }] })
    const { values, problems } = await readLags(source, [target('é'), target('a')], means, never)
    expect([...values]).toEqual([['a', 3]])
    expect(problems).toEqual(['CloudWatch knows no metrics of 1 names that are not ASCII'])
  })

  it('are not asked for at all without a name', async () => {
    const { values } = await readLags(source, [target('a', [])], means, never)
    expect(values.size).toBe(0)
    expect(cloudWatch.calls()).toHaveLength(0)
  })
})
