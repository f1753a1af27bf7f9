import { join } from 'node:path'
import { describe, inject, it } from 'vitest'
import type { RealKafka } from './setup.ts'

export type RunningKafka = Extract<RealKafka, { available: true }>

/** `describe` for tests that need the real Kafka; without it they show as skipped, with the reason. */
export function describeReal(title: string, body: (kafka: RunningKafka) => void): void {
  const kafka = inject('kafka')
  describe(title, () => {
    if (kafka.available) body(kafka)
    else it.skip(kafka.why, () => {})
  })
}

/** Config of a part-buffer sink on one task, with 5 MiB a buffer, writing to a directory named `directory`. */
export function partBufferSink(
  kafka: RunningKafka,
  directory: string,
  topics: readonly string[],
): Record<string, string> {
  return {
    'connector.class': 'medic.PartBufferSinkConnector',
    'tasks.max': '1',
    topics: topics.join(','),
    'part.size': String(5 * 1024 * 1024),
    'out.dir': join(kafka.dir, directory),
  }
}

/** For a sink that holds next to nothing, and commits each record. */
export const SMALL_PARTS = { 'part.size': '1000', 'flush.size': '1' } as const
