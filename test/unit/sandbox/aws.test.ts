import { CloudWatchClient, DescribeAlarmsCommand } from '@aws-sdk/client-cloudwatch'
import { DynamoDBClient, GetItemCommand, PutItemCommand } from '@aws-sdk/client-dynamodb'
import { PublishCommand, SNSClient } from '@aws-sdk/client-sns'
import { SendMessageBatchCommand, SendMessageCommand, SQSClient } from '@aws-sdk/client-sqs'
import { afterAll, beforeAll, describe, expect, it, vi } from 'vitest'
import { ServiceError } from '../../../sandbox/aws/service-error.ts'
import { type AwsSandbox, startAws } from '../../../sandbox/aws.ts'

describe('unchanged clients of the AWS SDK', () => {
  let aws: AwsSandbox

  beforeAll(async () => {
    aws = await startAws({
      tables: [
        {
          TableName: 'incidents',
          KeySchema: [{ AttributeName: 'id', KeyType: 'HASH' }],
          AttributeDefinitions: [{ AttributeName: 'id', AttributeType: 'S' }],
          BillingMode: 'PAY_PER_REQUEST',
        },
      ],
    })
    for (const [name, value] of Object.entries(aws.env)) vi.stubEnv(name, value)
  })
  afterAll(async () => {
    vi.unstubAllEnvs()
    await aws.close()
  })

  const publish = (input: object) =>
    new SNSClient().send(new PublishCommand({ TopicArn: aws.topicArn, Message: 'text', ...input }))

  it('publish to SNS what can be read afterwards', async () => {
    const { MessageId } = await publish({
      Message: 'Grüße & <Küsse>',
      Subject: 'S',
      MessageAttributes: { event: { DataType: 'String', StringValue: 'opened' } },
    })
    expect(aws.published.at(-1)).toEqual({
      messageId: MessageId,
      topicArn: aws.topicArn,
      subject: 'S',
      message: 'Grüße & <Küsse>',
      structure: null,
      attributes: { event: 'opened' },
    })
  })

  it.each([
    ['a subject of two lines', { Subject: 'a\nb' }, 'Invalid parameter: Subject'],
    ['a subject of 101 characters', { Subject: 'a'.repeat(101) }, 'Invalid parameter: Subject'],
    ['an empty message', { Message: '' }, 'Invalid parameter: Empty message'],
    ['more than 256 KiB', { Message: 'é'.repeat(131_073) }, 'Invalid parameter: Message too long'],
    ['texts that are no JSON', { MessageStructure: 'json' }, 'JSON message body failed to parse'],
    ['texts without a default', { MessageStructure: 'json', Message: '{"sms":"x"}' }, 'No default entry'],
    ['a topic that is no ARN', { TopicArn: 'topic' }, 'Invalid parameter: TopicArn'],
  ])('are refused by SNS: %s', async (_, input, message) => {
    const before = aws.published.length
    await expect(publish(input)).rejects.toMatchObject({
      name: 'InvalidParameterException',
      message: expect.stringContaining(message),
    })
    expect(aws.published).toHaveLength(before)
  })

  it('get the failures that were asked for', async () => {
    aws.sns.failures.add(new ServiceError('AuthorizationError', 'not authorized', 403))
    await expect(publish({})).rejects.toMatchObject({ name: 'AuthorizationErrorException' })
    await expect(publish({})).resolves.toHaveProperty('MessageId')
  })

  it('send to the FIFO queue, one by one and in batches', async () => {
    const sqs = new SQSClient()
    const got: string[] = []
    aws.queue.consume(async (records) => {
      got.push(...records.map(({ body }) => body))
      return { batchItemFailures: [] }
    })
    const QueueUrl = aws.queueUrl
    await sqs.send(
      new SendMessageCommand({
        QueueUrl,
        MessageBody: 'é',
        MessageGroupId: 'g',
        MessageDeduplicationId: '1',
      }),
    )
    const { Successful, Failed } = await sqs.send(
      new SendMessageBatchCommand({
        QueueUrl,
        Entries: [
          { Id: 'good', MessageBody: 'second', MessageGroupId: 'g', MessageDeduplicationId: '2' },
          { Id: 'bad', MessageBody: 'third', MessageGroupId: 'with blanks', MessageDeduplicationId: '3' },
        ],
      }),
    )
    expect(Successful).toMatchObject([{ Id: 'good' }])
    expect(Failed).toMatchObject([{ Id: 'bad', Code: 'InvalidParameterValue', SenderFault: true }])
    await expect.poll(() => got).toEqual(['é', 'second'])
  })

  it('are told by SQS what a FIFO queue needs', async () => {
    const send = new SQSClient().send(new SendMessageCommand({ QueueUrl: aws.queueUrl, MessageBody: 'x' }))
    await expect(send).rejects.toMatchObject({
      name: 'MissingParameter',
      message: expect.stringMatching(/GroupId/),
    })
  })

  it('describe the alarms that there are', async () => {
    aws.cloudWatch.alarms = [
      { AlarmName: 'heap', AlarmArn: 'arn:heap', StateValue: 'ALARM' },
      { AlarmName: 'lag', AlarmArn: 'arn:lag', StateValue: 'OK' },
    ]
    const { MetricAlarms } = await new CloudWatchClient().send(
      new DescribeAlarmsCommand({ StateValue: 'ALARM' }),
    )
    expect(MetricAlarms).toMatchObject([{ AlarmName: 'heap', StateValue: 'ALARM' }])
  })

  it('keep items in DynamoDB', async () => {
    const dynamoDb = new DynamoDBClient()
    const Item = { id: { S: 'x' }, n: { N: '1' } }
    await dynamoDb.send(new PutItemCommand({ TableName: 'incidents', Item }))
    const got = await dynamoDb.send(new GetItemCommand({ TableName: 'incidents', Key: { id: { S: 'x' } } }))
    expect(got.Item).toEqual(Item)
  })
})
