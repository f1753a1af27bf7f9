import { Logger } from '@aws-lambda-powertools/logger'
import { injectLambdaContext } from '@aws-lambda-powertools/logger/middleware'
import { CloudWatchClient } from '@aws-sdk/client-cloudwatch'
import { DynamoDBClient } from '@aws-sdk/client-dynamodb'
import { DynamoDBDocumentClient } from '@aws-sdk/lib-dynamodb'
import middy from '@middy/core'
import type { SQSEvent } from 'aws-lambda'
import { requireVariable } from '../lib/aws/environment.ts'
import { connectMedicMetrics } from '../lib/aws/metrics.ts'
import { loadConfig } from '../lib/config/config.ts'
import { authenticatedClient } from '../lib/connect/authenticated-client.ts'
import { dynamoStore } from '../lib/incident/dynamodb-store.ts'
import { createSnsClient, createSnsPublisher } from '../lib/notification/sns.ts'
import { reconcileBatch } from '../lib/reconcile/batch.ts'

const logger = new Logger()
const targets = new Map(
  loadConfig(process.env).clusters.map((cluster) => [
    cluster.name,
    { cluster, connect: authenticatedClient(cluster) },
  ]),
)
const services = {
  targets,
  store: dynamoStore(DynamoDBDocumentClient.from(new DynamoDBClient()), requireVariable('TABLE_NAME')),
  publish: createSnsPublisher({ sns: createSnsClient(), topicArn: requireVariable('TOPIC_ARN') }),
  cloudWatch: new CloudWatchClient(),
  metrics: connectMedicMetrics(),
  now: Date.now,
  log: logger,
}

/** Looks at the clusters that the messages name, each once, all at the same time. */
export const handler = middy<SQSEvent>({ timeoutEarlyInMillis: 5_000 })
  .use(injectLambdaContext(logger))
  .handler((event, _context, { signal }) => reconcileBatch(event.Records, { ...services, signal }))
