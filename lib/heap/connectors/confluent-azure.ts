import { MIB } from '../../util/bytes.ts'
import type { Family } from '../model.ts'
import { partBufferFamily } from '../parts/part-buffers.ts'

/** Closed source; its documentation makes it the counterpart of the S3 sink. A block blob has at most 50,000 blocks. */
export const confluentAzure: Family = partBufferFamily({
  name: 'confluent-azure',
  classes: ['io.confluent.connect.azure.blob.AzureBlobStorageSinkConnector'],
  files: { closesOnChange: true, cap: null },
  partSize: {
    key: 'azblob.block.size',
    fallback: () => 25 * MIB,
    limits: { min: 5 * MIB, max: 100 * MIB },
  },
  elastic: null,
  digest: null,
  partsOfObject: 50_000,
})
