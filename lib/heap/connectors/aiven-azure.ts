import type { Family } from '../model.ts'
import { aivenObjectStore } from '../parts/aiven-object-store.ts'

export const aivenAzure: Family = aivenObjectStore({
  name: 'aiven-azure',
  classes: ['io.aiven.kafka.connect.azure.sink.AzureBlobSinkConnector'],
  partSize: null,
  bound: () => null,
})
