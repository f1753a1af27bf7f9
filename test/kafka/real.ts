import { describe, inject, it } from 'vitest'
import type { RealKafka } from './setup.ts'

type Running = Extract<RealKafka, { available: true }>

/** `describe` for tests that need the real Kafka; without it they show as skipped, with the reason. */
export function describeReal(title: string, body: (kafka: Running) => void): void {
  const kafka = inject('kafka')
  describe(title, () => {
    if (kafka.available) body(kafka)
    else it.skip(kafka.why, () => {})
  })
}
