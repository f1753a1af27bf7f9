import { randomUUID } from 'node:crypto'
import { parseObject } from '../json.ts'
import { Failures, ServiceError } from './service-error.ts'

/** What was published, as it came. */
export interface Published {
  readonly messageId: string
  readonly topicArn: string
  readonly subject: string | null
  readonly message: string
  /** Whether `message` is an object of one text for each protocol. */
  readonly structure: 'json' | null
  /** Message attributes of type String. */
  readonly attributes: Readonly<Record<string, string>>
}

/** Message and attributes together, in bytes. */
const MAX_BYTES = 262_144

/** Amazon SNS, as far as Publish goes: it refuses what SNS refuses, in its words, and remembers the rest. */
export class Sns {
  readonly published: Published[] = []
  readonly failures = new Failures()

  /** Handles a request of the Query protocol: the answer's XML, or a ServiceError. */
  handle(form: URLSearchParams): string {
    this.failures.throwNext()
    const action = form.get('Action')
    if (action !== 'Publish') throw new ServiceError('InvalidAction', `Could not find operation ${action}`)
    const published = publication(form)
    this.published.push(published)
    return `<PublishResponse xmlns="${NAMESPACE}"><PublishResult><MessageId>${published.messageId}</MessageId></PublishResult><ResponseMetadata><RequestId>${randomUUID()}</RequestId></ResponseMetadata></PublishResponse>`
  }
}

const NAMESPACE = 'http://sns.amazonaws.com/doc/2010-03-31/'

export function snsError({ code, message }: ServiceError): string {
  const text = message.replaceAll('&', '&amp;').replaceAll('<', '&lt;')
  return `<ErrorResponse xmlns="${NAMESPACE}"><Error><Type>Sender</Type><Code>${code}</Code><Message>${text}</Message></Error><RequestId>${randomUUID()}</RequestId></ErrorResponse>`
}

const invalid = (what: string) => new ServiceError('InvalidParameter', `Invalid parameter: ${what}`)

function publication(form: URLSearchParams): Published {
  const topicArn = form.get('TopicArn')
  const subject = form.get('Subject')
  const message = form.get('Message') ?? ''
  if (topicArn === null) throw invalid('TopicArn or TargetArn Reason: no value for required parameter')
  if (!/^arn:aws[\w-]*:sns:[\w-]+:\d{12}:[\w-]{1,256}(\.fifo)?$/.test(topicArn)) throw invalid('TopicArn')
  if (subject !== null && !/^[^\p{Cc}\u2028\u2029]{1,100}$/u.test(subject)) throw invalid('Subject')
  if (message === '') throw invalid('Empty message')
  const attributes = attributesOf(form)
  const texts = [message, ...Object.entries(attributes).flat()]
  if (texts.reduce((sum, text) => sum + Buffer.byteLength(text), 0) > MAX_BYTES)
    throw invalid('Message too long')
  const structure = structureOf(form, message)
  return { messageId: randomUUID(), topicArn, subject, message, structure, attributes }
}

function structureOf(form: URLSearchParams, message: string): Published['structure'] {
  const asked = form.get('MessageStructure')
  if (asked === null) return null
  if (asked !== 'json') throw invalid('MessageStructure')
  const texts = parseObject(message)
  if (texts === null) throw invalid('Message Structure - JSON message body failed to parse')
  if (typeof texts.default !== 'string')
    throw invalid('Message Structure - No default entry in JSON message body')
  return 'json'
}

function attributesOf(form: URLSearchParams): Record<string, string> {
  const attributes: Record<string, string> = {}
  for (let index = 1; ; index += 1) {
    const at = `MessageAttributes.entry.${index}`
    const name = form.get(`${at}.Name`)
    if (name === null) return attributes
    const value = form.get(`${at}.Value.StringValue`)
    if (!value) {
      throw new ServiceError(
        'InvalidParameterValue',
        `The message attribute '${name}' must contain non-empty message attribute value for message attribute type 'String'.`,
      )
    }
    attributes[name] = value
  }
}
