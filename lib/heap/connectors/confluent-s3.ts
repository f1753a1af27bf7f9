import { MIB } from '../../util/bytes.ts'
import type { Family } from '../model.ts'
import { partBufferFamily } from '../parts/part-buffers.ts'
import { isBefore } from '../parts/version.ts'

/** kafka-connect-storage-cloud, S3SinkConnectorConfig:103-236; the default was 100 MiB before 3.2.1. */
export const confluentS3: Family = partBufferFamily({
  name: 'confluent-s3',
  classes: ['io.confluent.connect.s3.S3SinkConnector'],
  // The cap is an internal setting (S3SinkConnectorConfig:252).
  files: { closesOnChange: true, cap: { key: 'partitioner.max.open.files', since: '10.6.7' } },
  partSize: {
    key: 's3.part.size',
    fallback: ({ connector }) => (isBefore(connector, '3.2.1') ? 100 : 25) * MIB,
    limits: { min: 5 * MIB, max: 2 ** 31 - 1 },
  },
  elastic: {
    enable: 's3.elastic.buffer.enable',
    capacity: 's3.elastic.buffer.init.capacity',
    since: '10.1.0',
  },
  digest: 's3.send.digest',
  partsOfObject: 10_000,
})
