import { MIB } from '../../util/bytes.ts'
import type { Family } from '../model.ts'
import { aivenFamily } from '../parts/aiven-object-store.ts'
import { isAtLeast } from '../parts/version.ts'
import { recordOnHeap } from '../record-size.ts'

/** Keys and values as they are estimated; commit 3cc6c695 after 3.4.2, which also pauses and writes every 10 s. */
const SOFT_CAP = 60 * MIB

export const aivenGcs: Family = aivenFamily({
  name: 'aiven-gcs',
  classes: ['io.aiven.kafka.connect.gcs.GcsSinkConnector'],
  partSize: null,
  bound: ({ connector }) =>
    isAtLeast(connector, '3.4.3') ? SOFT_CAP * recordOnHeap(connector).perWireByte.high : null,
})
