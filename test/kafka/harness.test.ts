import { expect, it } from 'vitest'
import { describeReal } from './real.ts'

describeReal('real Kafka and Kafka Connect', (kafka) => {
  it('has two healthy workers', async () => {
    for (const url of kafka.workers) expect((await fetch(`${url}/health`)).status).toBe(200)
  })
})
