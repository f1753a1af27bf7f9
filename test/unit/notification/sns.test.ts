import { PublishCommand, SNSClient } from '@aws-sdk/client-sns'
import { mockClient } from 'aws-sdk-client-mock'
import { beforeEach, describe, expect, it } from 'vitest'
import { createSnsPublisher, PublishError } from '../../../lib/notification/sns.ts'
import { messageOf, NOW } from '../../support/messages.ts'

const OWN = 'arn:aws:sns:eu-west-1:111122223333:connect-medic'
const OTHER = 'arn:aws:sns:eu-west-1:111122223333:payments'

const sns = new SNSClient({ region: 'eu-west-1' })
const fake = mockClient(sns)
const publish = createSnsPublisher({ sns, topicArn: OWN })

const options = { topicArn: null, now: NOW, signal: new AbortController().signal }

async function failureOf(promise: Promise<unknown>): Promise<PublishError> {
  const error: unknown = await promise.then(
    () => undefined,
    (reason) => reason,
  )
  if (!(error instanceof PublishError)) throw new Error('expected a PublishError', { cause: error })
  return error
}

function fault(name: string, details: Readonly<Record<string, unknown>>): Error {
  return Object.assign(new Error('secret canonical string'), { name, ...details })
}

beforeEach(() => {
  fake.reset()
  fake.on(PublishCommand).resolves({ MessageId: '1' })
})

describe('publishing', () => {
  it('sends one message with a text for each protocol, and attributes to filter by', async () => {
    await publish(messageOf(), options)
    const [call] = fake.commandCalls(PublishCommand)
    const input = call?.args[0].input
    expect(input).toMatchObject({
      TopicArn: OWN,
      Subject: '[ESCALATED] prod/s3-orders: out-of-memory, tasks 0,2',
      MessageStructure: 'json',
      MessageAttributes: {
        severity: { DataType: 'String', StringValue: 'critical' },
        connector: { DataType: 'String', StringValue: 's3-orders' },
      },
    })
    const bodies: Record<string, unknown> = JSON.parse(input?.Message ?? '')
    expect(Object.keys(bodies).sort()).toEqual(['default', 'https', 'lambda', 'sms', 'sqs'])
  })

  it("goes to the policy's topic if it has one", async () => {
    await publish(messageOf(), { ...options, topicArn: OTHER })
    expect(fake.commandCalls(PublishCommand)[0]?.args[0].input.TopicArn).toBe(OTHER)
  })

  it.each([
    ['NotFoundException', 404, 'there is no such topic'],
    ['AuthorizationErrorException', 403, 'sns:Publish'],
    ['ThrottledException', 429, 'throttled'],
    ['KMSThrottlingException', 400, 'throttled'],
    ['KMSAccessDeniedException', 400, 'kms:GenerateDataKey'],
    ['InvalidParameterException', 400, 'standard one'],
    ['ExpiredToken', 403, "the function's role"],
    ['SomethingNew', 400, 'the cause tells more'],
  ])('says what to do about %s, and that nothing was sent', async (name, httpStatusCode, advice) => {
    const cause = fault(name, { $metadata: { httpStatusCode, attempts: 1 } })
    fake.on(PublishCommand).rejects(cause)
    const error = await failureOf(publish(messageOf(), options))
    expect(error).toMatchObject({ name: 'PublishError', outcome: 'not-sent', topicArn: OWN, cause })
    expect(error.message).toContain(`${OWN}: ${name}; `)
    expect(error.message).toContain(advice)
    expect(error.message).not.toContain('secret canonical string')
  })

  it.each(['ECONNREFUSED', 'ENOTFOUND'])('knows that nothing was sent after %s', async (code) => {
    fake.on(PublishCommand).rejects(fault('Error', { code, $metadata: { attempts: 3 } }))
    expect((await failureOf(publish(messageOf(), options))).outcome).toBe('not-sent')
  })

  it('knows that nothing was sent without credentials', async () => {
    fake.on(PublishCommand).rejects(fault('CredentialsProviderError', {}))
    expect((await failureOf(publish(messageOf(), options))).outcome).toBe('not-sent')
  })

  it.each([
    ['a time-out', fault('TimeoutError', { $metadata: { attempts: 1 } })],
    ['a reset', fault('Error', { code: 'ECONNRESET' })],
    ['an abort while it is on its way', fault('AbortError', {})],
    ['an internal error of SNS', fault('InternalErrorException', { $metadata: { httpStatusCode: 500 } })],
    [
      'a refusal after a silent retry',
      fault('NotFound', { $metadata: { httpStatusCode: 404, attempts: 2 } }),
    ],
  ])('leaves open whether it was sent after %s', async (_, cause) => {
    fake.on(PublishCommand).rejects(cause)
    expect((await failureOf(publish(messageOf(), options))).outcome).toBe('unknown')
  })

  it('sends nothing when time is up already', async () => {
    const error = await failureOf(publish(messageOf(), { ...options, signal: AbortSignal.abort() }))
    expect(error.outcome).toBe('not-sent')
    expect(fake.commandCalls(PublishCommand)).toHaveLength(0)
  })
})
