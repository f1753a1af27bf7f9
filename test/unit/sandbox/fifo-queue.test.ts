import type { SQSRecord } from 'aws-lambda'
import { describe, expect, it } from 'vitest'
import { FifoQueue } from '../../../sandbox/aws/fifo-queue.ts'
import { manualClock } from '../../../sandbox/clock.ts'

function open() {
  const clock = manualClock()
  const queue = new FifoQueue({
    clock,
    arn: 'arn:aws:sqs:eu-west-1:000000000000:q.fifo',
    visibilityMs: 100,
    maxReceives: 3,
  })
  let sent = 0
  const send = (groupId: string, body: string, deduplicationId = `${sent++}`) =>
    queue.send({ groupId, body, deduplicationId })
  /** Lets the clock run, and the consumer's promises settle. */
  const run = async (ms: number) => {
    for (let step = 0; step <= ms; step += 10) {
      clock.advance(step === 0 ? 0 : 10)
      await new Promise((resolve) => setImmediate(resolve))
    }
  }
  return { queue, send, run, clock }
}

const failing = (records: readonly SQSRecord[], fails: (body: string) => boolean) => ({
  batchItemFailures: records
    .filter(({ body }) => fails(body))
    .map(({ messageId }) => ({ itemIdentifier: messageId })),
})

describe('the FIFO queue', () => {
  it('delivers the messages of a group in their order, each once', async () => {
    const { queue, send, run } = open()
    const got: string[] = []
    for (let index = 0; index < 25; index += 1) send('g', String(index))
    queue.consume(async (records) => {
      got.push(...records.map(({ body }) => body))
      return failing(records, () => false)
    })
    await run(50)
    expect(got).toEqual(Array.from({ length: 25 }, (_, index) => String(index)))
    expect(queue.waiting).toBe(0)
  })

  it('delivers one batch of a group at a time, and other groups meanwhile', async () => {
    const { queue, send, run } = open()
    const [got, answers] = [[] as string[], [] as (() => void)[]]
    queue.consume(async (records) => {
      got.push(...records.map(({ body }) => body))
      await new Promise<void>((resolve) => answers.push(resolve))
      return failing(records, () => false)
    })
    send('a', 'a1')
    await run(0)
    send('a', 'a2')
    send('b', 'b1')
    await run(50)
    expect(got).toEqual(['a1', 'b1'])
    answers[0]?.()
    await run(50)
    expect(got).toEqual(['a1', 'b1', 'a2'])
  })

  it('takes a message with the same deduplication id within five minutes for the same', () => {
    const { queue, send, clock } = open()
    const first = send('g', 'x', 'id')
    expect(send('g', 'x', 'id').messageId).toBe(first.messageId)
    expect(queue.waiting).toBe(1)
    clock.advance(5 * 60_000)
    expect(send('g', 'x', 'id').messageId).not.toBe(first.messageId)
    expect(queue.waiting).toBe(2)
  })

  it('delivers a failed message again after its visibility timeout, before those behind it', async () => {
    const { queue, send, run } = open()
    const got: string[] = []
    queue.consume(async (records) => {
      got.push(...records.map(({ body, attributes }) => `${body}#${attributes.ApproximateReceiveCount}`))
      return failing(records, (body) => body === 'bad' && got.length === 1)
    })
    send('g', 'bad')
    await run(0)
    send('g', 'next')
    await run(90)
    expect(got).toEqual(['bad#1'])
    await run(50)
    expect(got).toEqual(['bad#1', 'bad#2', 'next#1'])
  })

  it('gives a message up after three deliveries, and goes on', async () => {
    const { queue, send, run } = open()
    queue.consume(async (records) => {
      if (records.some(({ body }) => body === 'bad')) throw new Error('no')
      return failing(records, () => false)
    })
    send('g', 'bad')
    await run(0)
    send('g', 'good')
    await run(400)
    expect(queue.deadLetters).toMatchObject([{ body: 'bad', groupId: 'g' }])
    expect(queue.waiting).toBe(0)
  })
})
