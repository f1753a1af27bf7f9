import type { OomCause, OomVariant } from '../domain/vocabulary.ts'
import type { OwnedShare } from '../heap/model.ts'

/**
 * "task 1 …": the rest of the sentence.
 * @param share the part of the heap that is to blame; null: the heap model doesn't tell
 */
export function outOfMemoryPhrase(variant: OomVariant, cause: OomCause, share: OwnedShare | null): string {
  const own = share?.owner === 'connector' && share.cause === cause ? OWN_PHRASES[cause] : undefined
  return `${VARIANT_PHRASES[variant]}: ${own ?? CAUSE_PHRASES[cause]}`
}

const VARIANT_PHRASES: Readonly<Record<OomVariant, string>> = {
  heap: 'ran out of heap',
  'gc-overhead': 'ran out of heap',
  direct: 'ran out of memory off the heap',
  metaspace: 'ran out of room for classes',
  'native-thread': 'could not get another thread',
  'array-limit': 'asked for an array larger than Java allows',
  'map-failed': 'could not map another file into memory',
  container: 'was killed for the memory of its container',
}

/** Of causes that the framework has as well: its one poll and its one consumer are not what a connector holds beside them. */
const OWN_PHRASES: Readonly<Partial<Record<OomCause, string>>> = {
  'record-batch': 'the records that it holds don’t fit',
  'fetch-buffers': 'the responses that its own consumer holds don’t fit',
}

const CAUSE_PHRASES: Readonly<Record<OomCause, string>> = {
  'open-writers': 'the buffers of its open files don’t fit',
  'time-bucket-fanout': 'it keeps a file open for each time bucket of the records',
  'partition-fanout': 'it keeps a file open for each partition of the target',
  'unbounded-buffer': 'it holds records until the flush, however many',
  'record-batch': 'one batch of records, unpacked, doesn’t fit',
  'fetch-buffers': 'responses of the brokers don’t fit beside the rest',
  'driver-full-fetch': 'its database driver loads the whole result',
  'source-queue': 'its queue counts records, not bytes',
  'source-in-flight': 'records that the brokers have not confirmed don’t fit',
  'worker-exhausted': 'the tasks on its worker don’t fit together',
  victim: 'another connector on its worker takes the memory',
  leak: 'something grows with time',
  'huge-input': 'one record, line or file is too large',
  'off-heap': 'buffers off the heap don’t fit',
  'container-limit': 'its limit is below what the JVM needs',
  'tls-mismatch': 'the port speaks another protocol',
  'config-typo': 'a size setting is absurd',
  unknown: 'nothing here tells what took it',
}
