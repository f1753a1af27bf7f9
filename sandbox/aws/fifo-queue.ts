import { createHash, randomUUID } from 'node:crypto'
import type { SQSBatchResponse, SQSRecord } from 'aws-lambda'
import type { Clock } from '../clock.ts'

export interface QueueMessage {
  readonly body: string
  readonly groupId: string
  readonly deduplicationId: string
}

/** What Lambda calls with the records of one message group, in their order. */
export type Consumer = (records: readonly SQSRecord[]) => Promise<SQSBatchResponse>

interface Queued extends QueueMessage {
  readonly messageId: string
  readonly sentAt: number
  readonly sequenceNumber: number
  receives: number
}

/** Within it, a message with a deduplication id that was seen is accepted, and not delivered. */
const DEDUPLICATION_MS = 5 * 60_000
const BATCH_SIZE = 10

/** An SQS FIFO queue that is an event source of a Lambda function. */
export class FifoQueue {
  /** Messages that were given up after the last receive. */
  readonly deadLetters: QueueMessage[] = []
  readonly #clock: Clock
  readonly #arn: string
  readonly #visibilityMs: number
  readonly #maxReceives: number
  readonly #groups = new Map<string, Queued[]>()
  readonly #seen = new Map<string, Queued>()
  /** Groups whose messages are with the consumer, or wait for their visibility timeout: no other is delivered meanwhile. */
  readonly #inFlight = new Set<string>()
  readonly #timers = new Set<() => void>()
  #consumer: Consumer | null = null
  #sent = 0

  /** A failed message is delivered again after `visibilityMs`; after `maxReceives` deliveries it is a dead letter. */
  constructor(options: { clock: Clock; arn: string; visibilityMs: number; maxReceives: number }) {
    this.#clock = options.clock
    this.#arn = options.arn
    this.#visibilityMs = options.visibilityMs
    this.#maxReceives = options.maxReceives
  }

  /** From now on messages are delivered, also those that wait. */
  consume(consumer: Consumer): void {
    this.#consumer = consumer
    for (const groupId of this.#groups.keys()) this.#deliver(groupId)
  }

  send(message: QueueMessage): { readonly messageId: string; readonly sequenceNumber: number } {
    const now = this.#clock.now()
    const twin = this.#seen.get(message.deduplicationId)
    if (twin !== undefined && now < twin.sentAt + DEDUPLICATION_MS) return twin
    this.#sent += 1
    const queued = {
      ...message,
      messageId: randomUUID(),
      sentAt: now,
      sequenceNumber: this.#sent,
      receives: 0,
    }
    this.#seen.set(message.deduplicationId, queued)
    this.#groups.set(message.groupId, [...(this.#groups.get(message.groupId) ?? []), queued])
    this.#deliver(message.groupId)
    return queued
  }

  /** Messages that were sent and not yet consumed or given up. */
  get waiting(): number {
    return [...this.#groups.values()].reduce((sum, messages) => sum + messages.length, 0)
  }

  close(): void {
    this.#consumer = null
    for (const cancel of this.#timers) cancel()
    this.#timers.clear()
  }

  #deliver(groupId: string): void {
    const batch = (this.#groups.get(groupId) ?? []).slice(0, BATCH_SIZE)
    const consumer = this.#consumer
    if (consumer === null || batch.length === 0 || this.#inFlight.has(groupId)) return
    this.#inFlight.add(groupId)
    this.#after(0, async () => {
      for (const message of batch) message.receives += 1
      const failed = await failuresOf(
        consumer,
        batch.map((message) => this.#record(message)),
      )
      this.#settle(groupId, batch, failed)
    })
  }

  #settle(groupId: string, batch: readonly Queued[], failed: (messageId: string) => boolean): void {
    const given = batch.filter(
      ({ messageId, receives }) => failed(messageId) && receives >= this.#maxReceives,
    )
    this.deadLetters.push(...given)
    const again = batch.filter((message) => failed(message.messageId) && !given.includes(message))
    const later = (this.#groups.get(groupId) ?? []).filter((message) => !batch.includes(message))
    this.#groups.set(groupId, [...again, ...later])
    this.#after(again.length > 0 ? this.#visibilityMs : 0, () => {
      this.#inFlight.delete(groupId)
      this.#deliver(groupId)
    })
  }

  #after(ms: number, what: () => void): void {
    const cancel = this.#clock.after(ms, () => {
      this.#timers.delete(cancel)
      what()
    })
    this.#timers.add(cancel)
  }

  #record(message: Queued): SQSRecord {
    return {
      messageId: message.messageId,
      receiptHandle: randomUUID(),
      body: message.body,
      attributes: {
        ApproximateReceiveCount: String(message.receives),
        ApproximateFirstReceiveTimestamp: String(this.#clock.now()),
        SentTimestamp: String(message.sentAt),
        SenderId: 'AIDASANDBOX',
        SequenceNumber: String(message.sequenceNumber),
        MessageGroupId: message.groupId,
        MessageDeduplicationId: message.deduplicationId,
      },
      messageAttributes: {},
      md5OfBody: md5(message.body),
      eventSource: 'aws:sqs',
      eventSourceARN: this.#arn,
      awsRegion: this.#arn.split(':')[3] ?? '',
    }
  }
}

/** Which messages failed: those that the consumer names; all, if it throws. */
async function failuresOf(consumer: Consumer, records: readonly SQSRecord[]) {
  try {
    const { batchItemFailures } = await consumer(records)
    return (messageId: string) => batchItemFailures.some(({ itemIdentifier }) => itemIdentifier === messageId)
  } catch {
    return () => true
  }
}

export const md5 = (text: string) => createHash('md5').update(text).digest('hex')
