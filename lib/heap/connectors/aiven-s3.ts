import { MIB } from '../../util/bytes.ts'
import type { Family } from '../model.ts'
import { aivenFamily } from '../parts/aiven-object-store.ts'
import { numberSetting } from '../parts/setting.ts'

export const aivenS3: Family = aivenFamily({
  name: 'aiven-s3',
  classes: ['io.aiven.kafka.connect.s3.AivenKafkaConnectS3SinkConnector'],
  partSize: (task) => numberSetting(task, 'aws.s3.part.size.bytes', 5 * MIB, { min: 1, max: 2_000_000_000 }),
  bound: () => null,
})
