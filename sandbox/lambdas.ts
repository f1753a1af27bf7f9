import { mkdtemp, rm, writeFile } from 'node:fs/promises'
import { createRequire } from 'node:module'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import type { Context, SQSBatchResponse } from 'aws-lambda'
import type { Config } from '../lib/domain/cluster-config.ts'
import type { AwsSandbox } from './aws.ts'

type Handler = (event: unknown, context: Context) => Promise<unknown>

export interface Lambdas {
  /** What EventBridge does each minute. */
  schedule(): Promise<void>
  /** What an alarm does. */
  alarm(event: unknown): Promise<void>
  close(): Promise<void>
}

/** As in serverless.yml. */
const TIMEOUT_MS = { onSchedule: 30_000, onAlarm: 30_000, reconcile: 180_000 }

/**
 * Runs the built handlers, unchanged, against local AWS endpoints: `reconcile` consumes the queue, the others are
 * called. One set per process, since handlers read the environment when they are loaded.
 */
export async function runLambdas(aws: AwsSandbox, config: Config, tableName: string): Promise<Lambdas> {
  const folder = await mkdtemp(join(tmpdir(), 'connect-medic-'))
  const clusters = join(folder, 'clusters.json')
  await writeFile(clusters, JSON.stringify(config))
  Object.assign(process.env, {
    ...aws.env,
    CLUSTERS_FILE: clusters,
    TABLE_NAME: tableName,
    QUEUE_URL: aws.queueUrl,
    TOPIC_ARN: aws.topicArn,
    POWERTOOLS_SERVICE_NAME: 'sandbox',
    // People read the messages here, and not the logs; LOG_LEVEL=INFO shows them.
    POWERTOOLS_LOG_LEVEL: process.env.LOG_LEVEL ?? 'CRITICAL',
    POWERTOOLS_METRICS_DISABLED: process.env.LOG_LEVEL === undefined ? 'true' : 'false',
  })
  const [onSchedule, onAlarm, reconcile] = [built('on-schedule'), built('on-alarm'), built('reconcile')]
  let running: Promise<unknown> = Promise.resolve()
  aws.queue.consume((Records) => {
    const answer = invoke('reconcile', reconcile, { Records })
    running = answer
    return answer.then(batchResponse)
  })
  return {
    async schedule() {
      await invoke('onSchedule', onSchedule, { time: new Date().toISOString() })
    },
    async alarm(event) {
      await invoke('onAlarm', onAlarm, event)
    },
    async close() {
      await running
      await rm(folder, { recursive: true })
    },
  }
}

function built(name: string): Handler {
  const { handler } = createRequire(import.meta.url)(`../dist/handlers/${name}.cjs`)
  return handler
}

function invoke(functionName: keyof typeof TIMEOUT_MS, handler: Handler, event: unknown): Promise<unknown> {
  const until = Date.now() + TIMEOUT_MS[functionName]
  return handler(event, {
    functionName,
    functionVersion: '$LATEST',
    invokedFunctionArn: `arn:aws:lambda:eu-west-1:000000000000:function:${functionName}`,
    memoryLimitInMB: '256',
    awsRequestId: crypto.randomUUID(),
    logGroupName: `/aws/lambda/${functionName}`,
    logStreamName: 'sandbox',
    callbackWaitsForEmptyEventLoop: true,
    getRemainingTimeInMillis: () => until - Date.now(),
    done() {},
    fail() {},
    succeed() {},
  })
}

function batchResponse(answer: unknown): SQSBatchResponse {
  if (
    typeof answer === 'object' &&
    answer !== null &&
    'batchItemFailures' in answer &&
    Array.isArray(answer.batchItemFailures)
  ) {
    return { batchItemFailures: answer.batchItemFailures }
  }
  throw new TypeError('reconcile answered without batchItemFailures')
}
