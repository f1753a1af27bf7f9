import { describe, expect, it } from 'vitest'
import { at, isMap, type Json, list, references, resource, resources, template } from './template.ts'

const FUNCTIONS = ['OnSchedule', 'OnAlarm', 'Reconcile']

interface Statement {
  readonly role: string
  readonly sid: string
  readonly actions: readonly string[]
  readonly resource: Json
}

const statements = (): readonly Statement[] =>
  resources('AWS::IAM::Role').flatMap(({ id, properties }) =>
    list(at(properties, 'Policies')).flatMap((policy) =>
      list(at(policy, 'PolicyDocument', 'Statement')).map((statement) => ({
        role: id,
        sid: String(at(statement, 'Sid')),
        actions: list(at(statement, 'Action')).map(String),
        resource: at(statement, 'Resource'),
      })),
    ),
  )

describe('the template', () => {
  it('refers only to resources that it has', () => {
    const ids = resources().map(({ id }) => id)
    for (const { id, body } of resources())
      expect(ids, id).toEqual(expect.arrayContaining([...references(body)]))
    expect(ids).toEqual(expect.arrayContaining([...references(at(template(), 'Outputs'))]))
  })

  it('has no cycle', () => {
    const edges = new Map(resources().map(({ id, body }) => [id, references(body)]))
    const done = new Set<string>()
    const visit = (id: string, path: readonly string[]): void => {
      if (done.has(id)) return
      expect(path, [...path, id].join(' -> ')).not.toContain(id)
      for (const next of edges.get(id) ?? []) visit(next, [...path, id])
      done.add(id)
    }
    for (const id of edges.keys()) visit(id, [])
    expect(done.size).toBe(edges.size)
  })

  it('tags what it makes with the service and the stage', () => {
    for (const { id, properties } of resources('AWS::Lambda::Function')) {
      expect(list(at(properties, 'Tags')), id).toContainEqual({ Key: 'stage', Value: 'dev' })
    }
  })
})

describe('permissions', () => {
  it('are given by one role per function', () => {
    const roles = resources('AWS::Lambda::Function').map(({ properties }) =>
      at(properties, 'Role', 'Fn::GetAtt', 0),
    )
    expect(roles.toSorted()).toEqual(['OnAlarmRole', 'OnScheduleRole', 'ReconcileRole'])
  })

  it('cover every resource only where AWS knows nothing narrower', () => {
    const everywhere = statements().filter((each) => list(each.resource).includes('*'))
    expect(everywhere.map(({ role, actions }) => [role, ...actions])).toEqual([
      ['OnAlarmRole', 'cloudwatch:DescribeAlarms'],
      ['ReconcileRole', 'cloudwatch:GetMetricData'],
    ])
  })

  it('name each action, but for the family that SNS asks a key for', () => {
    const families = statements().flatMap(({ actions }) => actions.filter((action) => action.includes('*')))
    expect(families).toEqual(['kms:GenerateDataKey*'])
  })

  it('let a function write to its own log only', () => {
    const logs = statements().filter(({ sid }) => sid === 'Log')
    expect(logs.map((each) => [each.role, ...references(each.resource)])).toEqual(
      FUNCTIONS.map((name) => [`${name}Role`, `${name}LogGroup`]),
    )
  })

  it('let nobody but reconcile reach secrets, incidents and topics', () => {
    const guarded = /^(secretsmanager|ssm|kms|dynamodb|sns):/
    const holders = statements().filter(({ actions }) => actions.some((action) => guarded.test(action)))
    expect([...new Set(holders.map(({ role }) => role))]).toEqual(['ReconcileRole'])
  })

  it('let reconcile publish to the alert topic, by its name', () => {
    const publish = statements().find(({ actions }) => actions.includes('sns:Publish'))
    expect(publish && at(publish.resource, 'Fn::Sub')).toMatch(/:connect-medic-\*$/)
    expect(at(resource('AlertTopic'), 'TopicName')).toMatch(/^connect-medic-/)
  })
})

describe('the queue', () => {
  const queue = () => resource('ReconcileQueue')
  const deadLetters = () => resource('ReconcileDeadLetters')

  it('hides a message longer than the function may work on it', () => {
    expect(at(queue(), 'VisibilityTimeout')).toBeGreaterThan(
      Number(at(resource('ReconcileLambdaFunction'), 'Timeout')),
    )
  })

  it('keeps a message until it has been tried as often as it may be', () => {
    const tries = Number(at(queue(), 'RedrivePolicy', 'maxReceiveCount'))
    const longest = tries * Number(at(queue(), 'VisibilityTimeout'))
    expect(at(queue(), 'MessageRetentionPeriod')).toBeGreaterThan(longest)
  })

  it('hands what failed too often to a queue of its own kind, which keeps it for longer', () => {
    expect(references(at(queue(), 'RedrivePolicy', 'deadLetterTargetArn'))).toEqual(['ReconcileDeadLetters'])
    expect(at(deadLetters(), 'FifoQueue')).toBe(at(queue(), 'FifoQueue'))
    expect(at(deadLetters(), 'MessageRetentionPeriod')).toBeGreaterThan(
      Number(at(queue(), 'MessageRetentionPeriod')),
    )
  })

  it('is FIFO, by its name too', () => {
    for (const properties of [queue(), deadLetters()]) {
      expect(at(properties, 'QueueName')).toMatch(/\.fifo$/)
      expect(at(properties, 'FifoQueue')).toBe(true)
    }
  })

  it('gives reconcile several clusters at once, and takes back only those that failed', () => {
    const [mapping, ...others] = resources('AWS::Lambda::EventSourceMapping')
    expect(others).toEqual([])
    expect(mapping?.properties).toMatchObject({
      FunctionResponseTypes: ['ReportBatchItemFailures'],
      ScalingConfig: { MaximumConcurrency: 5 },
    })
  })

  it('is encrypted, as is every queue, table and topic', () => {
    for (const { id, properties } of resources('AWS::SQS::Queue')) {
      expect(at(properties, 'SqsManagedSseEnabled'), id).toBe(true)
    }
    for (const { id, properties } of resources('AWS::SNS::Topic')) {
      expect(references(at(properties, 'KmsMasterKeyId')), id).toEqual(['TopicKey'])
    }
    expect(at(resource('IncidentTable'), 'SSESpecification', 'SSEEnabled')).toBe(true)
  })
})

describe('what starts onAlarm', () => {
  it('is a rule for alarms that go off, of alarms and of their contributors', () => {
    const pattern = resources('AWS::Events::Rule').find(
      ({ properties }) => properties.EventPattern,
    )?.properties
    expect(pattern && at(pattern, 'EventPattern')).toEqual({
      source: ['aws.cloudwatch'],
      'detail-type': ['CloudWatch Alarm State Change', 'CloudWatch Alarm Contributor State Change'],
      resources: [{ prefix: { 'Fn::Sub': expect.stringMatching(/:alarm:$/) } }],
      detail: { state: { value: ['ALARM'] } },
    })
  })

  it('may be an action of any alarm of this account, and of no other account', () => {
    const direct = resources('AWS::Lambda::Permission').find(
      ({ properties }) => properties.Principal === 'lambda.alarms.cloudwatch.amazonaws.com',
    )
    expect(direct?.properties.SourceAccount).toEqual({ Ref: 'AWS::AccountId' })
  })

  it('may be a topic, to which alarms can publish in spite of its encryption', () => {
    expect(references(resource('OnAlarmSnsSubscriptionConnectmedicdevalarms'))).toContain('AlarmTopic')
    const grants = list(at(resource('TopicKey'), 'KeyPolicy', 'Statement'))
    const alarms = grants.find(
      (grant) => isMap(at(grant, 'Principal')) && String(at(grant, 'Sid')).startsWith('Alarms'),
    )
    expect(alarms).toMatchObject({
      Principal: { Service: 'cloudwatch.amazonaws.com' },
      Action: ['kms:GenerateDataKey*', 'kms:Decrypt'],
    })
  })
})

describe('failures of our own', () => {
  it('are told by alarms, each to the alert topic', () => {
    const alarms = resources('AWS::CloudWatch::Alarm')
    expect(alarms.map(({ id }) => id)).toEqual([
      'ReconcileDeadLettersAlarm',
      'AlarmDeadLettersAlarm',
      'ReconcileErrorsAlarm',
      'ScanFailuresAlarm',
      'NoScansAlarm',
    ])
    for (const { id, properties } of alarms) {
      expect(references(at(properties, 'AlarmActions')), id).toEqual(['AlertTopic'])
    }
  })
})
