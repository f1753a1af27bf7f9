import { expect, it, vi } from 'vitest'
import { createTopic, produce } from './cluster.ts'
import { describeReal, partBufferSink } from './real.ts'

describeReal('real Kafka and Kafka Connect', (kafka) => {
  it('has two healthy workers', async () => {
    expect(kafka.workers).toHaveLength(2)
    for (const url of kafka.workers) expect((await fetch(`${url}/health`)).status).toBe(200)
  })

  it('fails as the founding incident did when one task holds a part buffer for each of 66 partitions', async () => {
    const topics = Array.from({ length: 22 }, (_, topic) => `founding-${topic}`)
    await Promise.all(topics.map((topic) => createTopic(kafka, topic, 3)))
    await Promise.all(
      topics.flatMap((topic) => [0, 1, 2].map((partition) => produce(kafka, topic, partition, 1))),
    )

    // 66 buffers of 6 MiB (5 MiB and its header fill six G1 regions of 1 MiB) want 396 of 256 MiB
    const connectors = `${kafka.workers[0]}/connectors`
    const created = await fetch(connectors, {
      method: 'POST',
      headers: { 'content-type': 'application/json' },
      body: JSON.stringify({ name: 'founding', config: partBufferSink(kafka, 'founding', topics) }),
    })
    expect(created.status).toBe(201)

    const status = await vi.waitFor(
      async () => {
        const answer = await (await fetch(`${connectors}/founding/status`)).json()
        expect(answer).toMatchObject({ tasks: [{ id: 0, state: 'FAILED' }] })
        return answer
      },
      { timeout: 60_000, interval: 500 },
    )
    await fetch(`${connectors}/founding`, { method: 'DELETE' })
    const start =
      /^org\.apache\.kafka\.connect\.errors\.ConnectException: Exiting WorkerSinkTask due to unrecoverable exception\.\n\tat org\.apache\.kafka\.connect\.runtime\.WorkerSinkTask\.deliverMessages\(/
    expect(status).toMatchObject({ tasks: [{ trace: expect.stringMatching(start) }] })
    const cause = '\nCaused by: java.lang.OutOfMemoryError: Java heap space\n'
    expect(status).toMatchObject({ tasks: [{ trace: expect.stringContaining(cause) }] })
  })
})
