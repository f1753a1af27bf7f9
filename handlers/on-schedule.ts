import { Logger } from '@aws-lambda-powertools/logger'
import { injectLambdaContext } from '@aws-lambda-powertools/logger/middleware'
import { SQSClient } from '@aws-sdk/client-sqs'
import middy from '@middy/core'
import type { ScheduledEvent } from 'aws-lambda'
import { requireVariable } from '../lib/aws/environment.ts'
import { requestScans } from '../lib/aws/queue.ts'
import { loadConfig } from '../lib/config/config.ts'

const logger = new Logger()
const { clusters } = loadConfig(process.env)
const sqs = new SQSClient()
const queueUrl = requireVariable('QUEUE_URL')

/** Each minute: a look at each cluster. */
export const handler = middy<Partial<ScheduledEvent>>({ timeoutEarlyInMillis: 500 })
  .use(injectLambdaContext(logger))
  .handler(async (event, { awsRequestId }, { signal }) => {
    const requests = clusters.map(({ name }) => ({ cluster: name, reason: 'schedule' }))
    await requestScans(sqs, queueUrl, requests, `schedule#${event.time ?? awsRequestId}`, signal)
    return { clusters: requests.map(({ cluster }) => cluster) }
  })
