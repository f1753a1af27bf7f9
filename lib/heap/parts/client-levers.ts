import { MIB } from '../../util/bytes.ts'
import { clientOverridePrice, supportsClientOverrides } from '../client-overrides.ts'
import { effectiveSetting } from '../client-settings.ts'
import type { Lever, TaskFacts } from '../model.ts'

const FEW_RECORDS = 100
const SMALL_BUFFER = 8 * MIB

/** Fewer records of a poll, for sinks that hold what they are given at once. */
export function fewerRecordsLever({ connector, pollRecords }: TaskFacts): readonly Lever[] {
  if (pollRecords <= FEW_RECORDS || !supportsClientOverrides(connector)) return []
  return [
    {
      remedy: 'lower-poll-size',
      set: { 'consumer.override.max.poll.records': String(FEW_RECORDS) },
      price: joinPrices('more and smaller batches, so less throughput', clientOverridePrice(connector)),
    },
  ]
}

/** A smaller producer buffer, for sources whose brokers are slow. */
export function smallerProducerLever({ connector }: TaskFacts): readonly Lever[] {
  const current = Number(effectiveSetting(connector, 'producer', 'buffer.memory')?.value ?? 32 * MIB)
  if (current <= SMALL_BUFFER || !supportsClientOverrides(connector)) return []
  return [
    {
      remedy: 'lower-queue-size',
      set: { 'producer.override.buffer.memory': String(SMALL_BUFFER) },
      price: joinPrices('the source waits earlier when brokers are slow', clientOverridePrice(connector)),
    },
  ]
}

function joinPrices(...prices: readonly string[]): string {
  return prices.filter((price) => price !== '').join('; ')
}
