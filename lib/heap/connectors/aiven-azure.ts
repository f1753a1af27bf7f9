import type { Family } from '../model.ts'
import { aivenFamily } from '../parts/aiven-object-store.ts'

export const aivenAzure: Family = aivenFamily({
  name: 'aiven-azure',
  classes: ['io.aiven.kafka.connect.azure.sink.AzureBlobSinkConnector'],
  partSize: null,
  bound: () => null,
})
