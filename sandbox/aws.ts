import { createServer, type IncomingMessage } from 'node:http'
import { text } from 'node:stream/consumers'
import type { CreateTableCommandInput } from '@aws-sdk/client-dynamodb'
import { CloudWatch } from './aws/cloudwatch.ts'
import { createTables, dynamoDb } from './aws/dynamodb.ts'
import { FifoQueue } from './aws/fifo-queue.ts'
import { ServiceError } from './aws/service-error.ts'
import { type Published, Sns, snsError } from './aws/sns.ts'
import { Sqs } from './aws/sqs.ts'
import { type Clock, realClock } from './clock.ts'
import { parseObject } from './json.ts'
import { close, listen } from './listen.ts'

export interface AwsOptions {
  /** Where to listen; a free port unless told. */
  readonly port?: number
  /** Name of the FIFO queue, without its ending. */
  readonly queueName?: string
  /** Tables of DynamoDB. */
  readonly tables?: readonly CreateTableCommandInput[]
  readonly clock?: Clock
  /** How long a failed message of the queue stays invisible, in milliseconds. */
  readonly visibilityMs?: number
  /** Deliveries of a message until it is a dead letter. */
  readonly maxReceives?: number
}

export interface AwsSandbox {
  /** What an unchanged AWS SDK needs in its environment to come here. */
  readonly env: Readonly<Record<string, string>>
  readonly topicArn: string
  readonly queueUrl: string
  /** All that was published to SNS, oldest first. */
  readonly published: readonly Published[]
  readonly sns: Sns
  readonly sqs: Sqs
  /** The FIFO queue behind `queueUrl`; nothing is delivered before `queue.consume(…)`. */
  readonly queue: FifoQueue
  readonly cloudWatch: CloudWatch
  close(): Promise<void>
}

const REGION = 'eu-west-1'
const ACCOUNT = '000000000000'

/** Starts SNS, SQS, CloudWatch and DynamoDB on the loopback interface, as far as this service uses them. */
export async function startAws(options: AwsOptions = {}): Promise<AwsSandbox> {
  const queueName = options.queueName ?? 'sandbox'
  const queue = new FifoQueue({
    clock: options.clock ?? realClock,
    arn: `arn:aws:sqs:${REGION}:${ACCOUNT}:${queueName}.fifo`,
    visibilityMs: options.visibilityMs ?? 1000,
    maxReceives: options.maxReceives ?? 3,
  })
  const services = { sns: new Sns(), sqs: new Sqs(queue), cloudWatch: new CloudWatch() }
  const tables = dynamoDb()
  const server = createServer(async (request, response) => {
    if (request.headers['x-amz-target']?.toString().startsWith('DynamoDB_')) {
      tables.emit('request', request, response)
      return
    }
    const { status, contentType, body } = answerTo(request, await text(request), services)
    response.writeHead(status, { 'Content-Type': contentType })
    response.end(body)
  })
  const endpoint = `http://127.0.0.1:${await listen(server, options.port)}`
  await createTables(options.tables ?? [], endpoint, REGION)
  return {
    env: {
      AWS_REGION: REGION,
      AWS_ACCESS_KEY_ID: 'sandbox',
      AWS_SECRET_ACCESS_KEY: 'sandbox',
      AWS_ENDPOINT_URL: endpoint,
    },
    topicArn: `arn:aws:sns:${REGION}:${ACCOUNT}:sandbox`,
    queueUrl: `${endpoint}/${ACCOUNT}/${queueName}.fifo`,
    published: services.sns.published,
    ...services,
    queue,
    async close() {
      queue.close()
      await close(server)
    },
  }
}

const JSON_PROTOCOL = 'application/x-amz-json-1.0'

/** SNS speaks the Query protocol, the others AWS JSON 1.0 (client-sns 3.1169, client-sqs 3.1169, client-cloudwatch 3.1164). */
function answerTo(
  request: IncomingMessage,
  body: string,
  { sns, sqs, cloudWatch }: Pick<AwsSandbox, 'sns' | 'sqs' | 'cloudWatch'>,
) {
  const [service, operation] = String(request.headers['x-amz-target'] ?? '').split('.')
  try {
    if (operation === undefined) {
      return { status: 200, contentType: 'text/xml', body: sns.handle(new URLSearchParams(body)) }
    }
    const handler = service === 'AmazonSQS' ? sqs : cloudWatch
    const answer = handler.handle(operation, parseObject(body) ?? {})
    return { status: 200, contentType: JSON_PROTOCOL, body: JSON.stringify(answer) }
  } catch (error) {
    const failure =
      error instanceof ServiceError ? error : new ServiceError('InternalFailure', String(error), 500)
    return operation === undefined
      ? { status: failure.status, contentType: 'text/xml', body: snsError(failure) }
      : {
          status: failure.status,
          contentType: JSON_PROTOCOL,
          body: JSON.stringify({ __type: failure.code, message: failure.message }),
        }
  }
}
