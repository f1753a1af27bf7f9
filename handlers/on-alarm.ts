import { Logger } from '@aws-lambda-powertools/logger'
import { injectLambdaContext } from '@aws-lambda-powertools/logger/middleware'
import { CloudWatchClient } from '@aws-sdk/client-cloudwatch'
import { SQSClient } from '@aws-sdk/client-sqs'
import middy from '@middy/core'
import { describeAlarmDimensions, findConcernedClusters, parseAlarmEvent } from '../lib/aws/alarms.ts'
import { requireVariable } from '../lib/aws/environment.ts'
import { requestScans } from '../lib/aws/queue.ts'
import { loadConfig } from '../lib/config/config.ts'

const logger = new Logger()
const { clusters } = loadConfig(process.env)
const sqs = new SQSClient()
const describeAlarms = describeAlarmDimensions(new CloudWatchClient())
const queueUrl = requireVariable('QUEUE_URL')

/** A CloudWatch alarm, by EventBridge, by SNS or as its action: a look at the clusters that it is about. */
export const handler = middy({ timeoutEarlyInMillis: 500 })
  .use(injectLambdaContext(logger))
  .handler(async (event: unknown, _context, { signal }) => {
    const asked: string[] = []
    for (const alarm of parseAlarmEvent(event)) {
      if (alarm.value !== 'ALARM' || alarm.suppressed) {
        logger.info('Nothing to do', {
          alarm: alarm.alarmName,
          value: alarm.value,
          suppressed: alarm.suppressed,
        })
        continue
      }
      const concern = await findConcernedClusters(alarm, clusters, describeAlarms)
      logger.info('Clusters concerned', { alarm: alarm.alarmName, ...concern })
      const requests = concern.clusters.map((cluster) => ({ cluster, reason: `alarm ${alarm.alarmName}` }))
      await requestScans(sqs, queueUrl, requests, alarm.key, signal)
      asked.push(...concern.clusters)
    }
    return { clusters: asked }
  })
