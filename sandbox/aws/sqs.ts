import { isObject, type JsonObject } from '../../lib/util/json.ts'
import { type FifoQueue, md5, type QueueMessage } from './fifo-queue.ts'
import { Failures, ServiceError } from './service-error.ts'

/** Amazon SQS, as far as sending to one FIFO queue goes. */
export class Sqs {
  readonly failures = new Failures()
  readonly #queue: FifoQueue

  constructor(queue: FifoQueue) {
    this.#queue = queue
  }

  /** Handles a request of the AWS JSON protocol: the answer's body, or a ServiceError. */
  handle(operation: string, request: JsonObject): JsonObject {
    this.failures.throwNext()
    if (operation === 'SendMessage') return this.#send(request)
    if (operation === 'SendMessageBatch') return this.#sendBatch(request)
    throw new ServiceError('UnknownOperationException', `The sandbox has no ${operation}`)
  }

  #send(request: JsonObject) {
    const message = messageOf(request)
    const { messageId, sequenceNumber } = this.#queue.send(message)
    return {
      MessageId: messageId,
      MD5OfMessageBody: md5(message.body),
      SequenceNumber: String(sequenceNumber),
    }
  }

  #sendBatch({ Entries }: JsonObject) {
    const entries = Array.isArray(Entries) ? Entries.filter(isObject) : []
    const ids = entries.map(({ Id }) => String(Id))
    if (entries.length === 0) {
      throw new ServiceError(
        'EmptyBatchRequest',
        'There should be at least one SendMessageBatchRequestEntry in the request.',
      )
    }
    if (entries.length > 10) {
      const message = `Maximum number of entries per request are 10. You have sent ${entries.length}.`
      throw new ServiceError('TooManyEntriesInBatchRequest', message)
    }
    if (new Set(ids).size < ids.length) {
      throw new ServiceError('BatchEntryIdsNotDistinct', 'Id is repeated.')
    }
    const Successful: JsonObject[] = []
    const Failed: JsonObject[] = []
    for (const entry of entries) {
      try {
        Successful.push({ Id: entry.Id, ...this.#send(entry) })
      } catch (error) {
        if (!(error instanceof ServiceError)) throw error
        Failed.push({ Id: entry.Id, SenderFault: true, Code: error.code, Message: error.message })
      }
    }
    return { Successful, Failed }
  }
}

/** Group and deduplication ids: up to 128 alphanumerics and punctuation, no blanks. */
const ID = /^[!-~]{1,128}$/

function messageOf({ MessageBody, MessageGroupId, MessageDeduplicationId }: JsonObject): QueueMessage {
  if (typeof MessageBody !== 'string' || MessageBody === '') {
    throw new ServiceError('MissingParameter', 'The request must contain the parameter MessageBody.')
  }
  if (typeof MessageGroupId !== 'string') {
    throw new ServiceError('MissingParameter', 'The request must contain the parameter MessageGroupId.')
  }
  if (typeof MessageDeduplicationId !== 'string') {
    throw new ServiceError(
      'InvalidParameterValue',
      'The queue should either have ContentBasedDeduplication enabled or MessageDeduplicationId provided explicitly',
    )
  }
  for (const [name, value] of Object.entries({ MessageGroupId, MessageDeduplicationId })) {
    if (ID.test(value)) continue
    throw new ServiceError(
      'InvalidParameterValue',
      `Value ${value} for parameter ${name} is invalid. Reason: ${name} can only include alphanumeric and punctuation characters. 1 to 128 in length.`,
    )
  }
  return { body: MessageBody, groupId: MessageGroupId, deduplicationId: MessageDeduplicationId }
}
