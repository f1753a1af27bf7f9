import { MIB } from '../../util/bytes.ts'
import type { Family } from '../model.ts'
import { partBufferFamily } from '../parts/part-buffers.ts'

/** Closed source; its documentation makes it the counterpart of the S3 sink, with the same default. */
export const confluentGcs: Family = partBufferFamily({
  name: 'confluent-gcs',
  classes: ['io.confluent.connect.gcs.GcsSinkConnector'],
  files: { closesOnChange: true, cap: null },
  partSize: { key: 'gcs.part.size', fallback: () => 25 * MIB, limits: { min: 5 * MIB, max: 2 ** 31 - 1 } },
  elastic: null,
  digest: null,
  partsOfObject: null,
})
