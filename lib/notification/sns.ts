import { PublishCommand, SNSClient } from '@aws-sdk/client-sns'
import type { Message } from './message.ts'
import { type SnsMessage, toSnsMessage } from './sns-message.ts'

/**
 * A message did not, or perhaps not, go out.
 * `not-sent`: certainly not; a later try repeats nothing. `unknown`: people may have it, so a later try must say
 * that it is perhaps a repetition.
 */
export class PublishError extends Error {
  override readonly name = 'PublishError'
  readonly outcome: 'not-sent' | 'unknown'
  readonly topicArn: string

  constructor(message: string, outcome: 'not-sent' | 'unknown', topicArn: string, options: ErrorOptions) {
    super(message, options)
    this.outcome = outcome
    this.topicArn = topicArn
  }
}

export interface PublishOptions {
  /** Another topic than the service's own; null: its own. */
  readonly topicArn: string | null
  /** Milliseconds since the epoch. */
  readonly now: number
  readonly signal: AbortSignal
}

export type Publish = (message: Message, options: PublishOptions) => Promise<void>

/**
 * The client that a publisher needs. One attempt: after a silent retry even a refusal leaves open whether the first
 * went out, and whoever keeps the outbox tries again anyway. No kept connection: one that went stale while the function
 * was frozen resets the next publish, and whether that went out is then not known (seen for 46 of 800 after 6 s idle).
 */
export function createSnsClient(): SNSClient {
  const agents = { httpAgent: { keepAlive: false }, httpsAgent: { keepAlive: false } }
  return new SNSClient({ maxAttempts: 1, requestHandler: agents })
}

/** Publishes messages to SNS. */
export function createSnsPublisher({
  sns,
  topicArn: own,
}: {
  readonly sns: SNSClient
  readonly topicArn: string
}): Publish {
  /** @throws PublishError */
  return async (message, { topicArn, now, signal }) => {
    const topic = topicArn ?? own
    const command = publishCommand(toSnsMessage(message, now), topic)
    if (signal.aborted) {
      throw new PublishError(`${topic}: no time was left to publish`, 'not-sent', topic, {
        cause: signal.reason,
      })
    }
    try {
      await sns.send(command, { abortSignal: signal })
    } catch (cause) {
      throw publishError(cause, topic)
    }
  }
}

function publishCommand({ subject, bodies, attributes }: SnsMessage, topicArn: string): PublishCommand {
  return new PublishCommand({
    TopicArn: topicArn,
    Subject: subject,
    MessageStructure: 'json',
    Message: JSON.stringify(bodies),
    MessageAttributes: Object.fromEntries(
      Object.entries(attributes).map(([name, value]) => [name, { DataType: 'String', StringValue: value }]),
    ),
  })
}

/** The fault's own message stays in `cause`: that of a wrong signature quotes the request with its session token. */
function publishError(cause: unknown, topicArn: string): PublishError {
  const { name, code, status, attempts } = faultOf(cause)
  const refused = status !== undefined && status >= 400 && status < 500 && attempts <= 1
  const outcome = refused || NEVER_CONNECTED.has(code) || NEVER_SENT.has(name) ? 'not-sent' : 'unknown'
  const advice = ADVICE.find(({ names }) => names.test(name))?.advice ?? OTHERWISE[outcome]
  return new PublishError(`${topicArn}: ${name}; ${advice}`, outcome, topicArn, { cause })
}

const NEVER_CONNECTED: ReadonlySet<string> = new Set([
  'ECONNREFUSED',
  'ENOTFOUND',
  'EAI_AGAIN',
  'EHOSTUNREACH',
  'ENETUNREACH',
])
const NEVER_SENT: ReadonlySet<string> = new Set(['CredentialsProviderError', 'TokenProviderError'])

const OTHERWISE = {
  'not-sent': 'the message was not sent; the cause tells more',
  unknown: 'whether the message was sent is not known',
}

// SNS answers with the code, the SDK's classes add "Exception": NotFound, NotFoundException.
const ADVICE: readonly { readonly names: RegExp; readonly advice: string }[] = [
  {
    names: /^NotFound/u,
    advice: 'there is no such topic: correct topicArn in clusters.yml, or deploy again',
  },
  {
    names: /^(AuthorizationError|AccessDenied)/u,
    advice: 'allow the role of the function sns:Publish on this topic, and the topic policy to accept it',
  },
  {
    names: /^KMS.?Throttling|Throttl/u,
    advice: 'it is throttled: nothing to do, it is tried again at the next scan',
  },
  {
    names: /^KMS/u,
    advice:
      "allow the role kms:GenerateDataKey and kms:Decrypt on the topic's key, and see that it is enabled",
  },
  {
    names: /^(InvalidParameter|Validation)/u,
    advice: "SNS refuses a parameter: is the topic in the function's region, and a standard one (not .fifo)?",
  },
  {
    names:
      /^(InvalidClientTokenId|UnrecognizedClient|ExpiredToken|SignatureDoesNotMatch|Credentials|InvalidSecurity|TokenProvider)/u,
    advice: "the credentials of the function are missing, wrong or expired: look at the function's role",
  },
]

interface Fault {
  readonly name: string
  readonly code: string
  readonly status: number | undefined
  readonly attempts: number
}

function faultOf(cause: unknown): Fault {
  if (!(cause instanceof Error)) return { name: 'an unknown error', code: '', status: undefined, attempts: 1 }
  const metadata = '$metadata' in cause && typeof cause.$metadata === 'object' ? cause.$metadata : null
  return {
    name: cause.name,
    code: 'code' in cause && typeof cause.code === 'string' ? cause.code : '',
    status: numberIn(metadata, 'httpStatusCode'),
    attempts: numberIn(metadata, 'attempts') ?? 1,
  }
}

function numberIn(holder: object | null, key: string): number | undefined {
  const value: unknown = holder === null ? undefined : Reflect.get(holder, key)
  return typeof value === 'number' ? value : undefined
}
