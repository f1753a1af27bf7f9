import { SQSClient } from '@aws-sdk/client-sqs'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { parseScanRequest, RequestError, requestScans } from '../../../lib/aws/queue.ts'
import { type AwsSandbox, startAws } from '../../../sandbox/aws.ts'

const { signal } = new AbortController()
const REQUESTS = Array.from({ length: 25 }, (_, index) => ({
  cluster: `cluster-${index}`,
  reason: 'schedule',
}))

describe('the queue of scans', () => {
  let aws: AwsSandbox
  let sqs: SQSClient
  const asked: string[] = []

  beforeAll(async () => {
    aws = await startAws()
    sqs = new SQSClient({
      endpoint: aws.env.AWS_ENDPOINT_URL ?? '',
      region: 'eu-west-1',
      credentials: { accessKeyId: 'x', secretAccessKey: 'y' },
    })
    aws.queue.consume(async (records) => {
      asked.push(...records.map(({ body }) => parseScanRequest(body).cluster))
      return { batchItemFailures: [] }
    })
  })
  afterAll(() => aws.close())

  it('takes a message for each cluster, however many there are, once for the same occasion', async () => {
    await requestScans(sqs, aws.queueUrl, REQUESTS, 'schedule#08:12', signal)
    await requestScans(sqs, aws.queueUrl, REQUESTS, 'schedule#08:12', signal)
    await requestScans(sqs, aws.queueUrl, REQUESTS.slice(0, 1), 'schedule#08:13', signal)
    await expect.poll(() => asked.length).toBe(26)
    expect(new Set(asked).size).toBe(25)
  })
})

describe('a message of the queue', () => {
  it('names a cluster', () => {
    expect(parseScanRequest('{"cluster":"prod","reason":"schedule"}')).toEqual({
      cluster: 'prod',
      reason: 'schedule',
    })
  })

  it.each([
    ['no JSON', 'not JSON'],
    ['null', 'cluster: missing'],
    ['{"cluster":7}', 'cluster: a number'],
    ['{"cluster":""}', 'cluster: a string of 0 characters'],
    ['[]', 'cluster: missing'],
  ])('that is %s is refused with what is wrong', (body, problem) => {
    expect(() => parseScanRequest(body)).toThrow(RequestError)
    expect(() => parseScanRequest(body)).toThrow(problem)
  })
})
