import { anyOf, type Rule } from './rule.ts'

const STORAGE = 'https://learn.microsoft.com/rest/api/storageservices/blob-service-error-codes'
const COMMON = 'https://learn.microsoft.com/rest/api/storageservices/common-rest-api-error-codes'
const EVENT_HUBS = 'https://learn.microsoft.com/azure/event-hubs/exceptions-dotnet'
const COSMOS = 'https://learn.microsoft.com/azure/cosmos-db/nosql/troubleshoot-request-rate-too-large'

export const AZURE: readonly Rule[] = [
  {
    id: 'event-hubs-receiver-taken',
    kind: 'source-busy',
    source: EVENT_HUBS,
    message: anyOf(/New receiver [^\n]{0,200}(?:higher|epoch)/i, /ReceiverDisconnectedException/i),
    example:
      "com.microsoft.azure.eventhubs.ReceiverDisconnectedException: New receiver 'r1' with higher epoch of '2' is created hence current receiver 'r0' with epoch '1' is getting disconnected.",
  },
  {
    id: 'azure-server-busy',
    kind: 'throttled',
    source: COMMON,
    message: anyOf(/ServerBusy/i, /server is (?:currently )?busy/i),
    example: 'com.azure.storage.blob.models.BlobStorageException: Status code 503, ServerBusy',
  },
  {
    id: 'cosmos-request-rate',
    kind: 'throttled',
    source: COSMOS,
    message: /request rate is (?:too )?large/i,
    example: 'com.azure.cosmos.CosmosException: Request rate is large. More Request Units may be needed.',
  },
  {
    id: 'azure-container-missing',
    kind: 'config-invalid',
    source: STORAGE,
    message: anyOf(/container does not exist/i, /ContainerNotFound/i, /NoSuchContainer/i),
    example:
      'com.azure.storage.blob.models.BlobStorageException: Status code 404, ContainerNotFound: The specified container does not exist.',
  },
  {
    id: 'azure-access-denied',
    kind: 'authorization',
    source: COMMON,
    message: anyOf(
      /AuthenticationFailed/i,
      /AuthorizationFailure/i,
      /AuthorizationPermissionMismatch/i,
      /KeyBasedAuthenticationNotPermitted/i,
      /failed to authenticate the request/i,
    ),
    example:
      'com.azure.storage.blob.models.BlobStorageException: Status code 403, AuthorizationPermissionMismatch: This request is not authorized using this permission.',
  },
  {
    id: 'azure-operation-timed-out',
    kind: 'network',
    source: COMMON,
    message: /OperationTimedOut/i,
    example: 'com.azure.storage.blob.models.BlobStorageException: Status code 500, OperationTimedOut',
  },
]
