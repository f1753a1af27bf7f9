import { MIB } from '../../util/bytes.ts'
import { effectiveSetting } from '../client-settings.ts'
import type { Lever, TaskFacts } from '../model.ts'

const FEW_RECORDS = 100
const SMALL_BUFFER = 8 * MIB

const OVERRIDES =
  'needs connector.client.config.override.policy=All on the workers, the default since Kafka 3.0'

/** Fewer records of a poll, for sinks that hold what they are given at once. */
export function fewerRecordsLever({ pollRecords }: TaskFacts): readonly Lever[] {
  if (pollRecords <= FEW_RECORDS) return []
  return [
    {
      remedy: 'lower-poll-size',
      set: { 'consumer.override.max.poll.records': String(FEW_RECORDS) },
      price: `more and smaller batches, so less throughput; ${OVERRIDES}`,
    },
  ]
}

/** A smaller producer buffer, for sources whose brokers are slow. */
export function smallerProducerLever({ connector }: TaskFacts): readonly Lever[] {
  const current = Number(effectiveSetting(connector, 'producer', 'buffer.memory')?.value ?? 32 * MIB)
  if (current <= SMALL_BUFFER) return []
  return [
    {
      remedy: 'lower-queue-size',
      set: { 'producer.override.buffer.memory': String(SMALL_BUFFER) },
      price: `the source waits earlier when brokers are slow; ${OVERRIDES}`,
    },
  ]
}
