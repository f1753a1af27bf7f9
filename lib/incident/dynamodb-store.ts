import { ConditionalCheckFailedException } from '@aws-sdk/client-dynamodb'
import { type DynamoDBDocumentClient, PutCommand, QueryCommand } from '@aws-sdk/lib-dynamodb'
import type { ClusterIncident } from '../domain/cluster-incident.ts'
import type { Incident } from '../domain/incident.ts'
import { upgradeClusterIncident, upgradeIncident } from './former-items.ts'
import { type ClusterState, ConflictError, type IncidentStore, NEW_CLUSTER, type Stored } from './store.ts'

/** Recovered incidents are kept for so long, in milliseconds: what comes back within it is known again. */
const KEEP_MS = 7 * 24 * 60 * 60_000

const CLUSTER_KEY = 'cluster'

const INCIDENT_PREFIX = 'incident#'

/** Kafka Connect has no connector without a name. */
const CLUSTER_INCIDENT_KEY = INCIDENT_PREFIX

/**
 * One table: partition key `pk` (the cluster), sort key `sk` (`cluster`, or `incident#` and the connector, none for the
 * cluster's own). The things
 * themselves are JSON text: connectors' names and untrusted text never become attribute names.
 */
export function dynamoStore(client: DynamoDBDocumentClient, table: string): IncidentStore {
  const put = async (
    pk: string,
    sk: string,
    version: number,
    body: unknown,
    expiresAt: number | null,
    signal: AbortSignal,
  ) => {
    try {
      await client.send(
        new PutCommand({
          TableName: table,
          Item: {
            pk,
            sk,
            version: version + 1,
            body: JSON.stringify(body),
            ...(expiresAt === null ? {} : { expiresAt }),
          },
          ConditionExpression: version === 0 ? 'attribute_not_exists(pk)' : 'version = :version',
          ...(version === 0 ? {} : { ExpressionAttributeValues: { ':version': version } }),
        }),
        { abortSignal: signal },
      )
    } catch (cause) {
      if (cause instanceof ConditionalCheckFailedException) throw new ConflictError(`${pk} ${sk}`, { cause })
      throw cause
    }
    return version + 1
  }

  return {
    async load(cluster, signal) {
      let state: Stored<ClusterState> = { value: NEW_CLUSTER, version: 0 }
      let clusterIncident: Stored<ClusterIncident> | undefined
      const incidents = new Map<string, Stored<Incident>>()
      for await (const { sk, version, body } of query(client, table, cluster, signal)) {
        if (sk === CLUSTER_KEY) state = { value: { ...NEW_CLUSTER, ...JSON.parse(body) }, version }
        else if (sk === CLUSTER_INCIDENT_KEY)
          clusterIncident = { value: upgradeClusterIncident(JSON.parse(body)), version }
        else if (sk.startsWith(INCIDENT_PREFIX))
          incidents.set(sk.slice(INCIDENT_PREFIX.length), {
            value: upgradeIncident(JSON.parse(body)),
            version,
          })
      }
      return { cluster: state, clusterIncident, incidents }
    },

    async saveIncident({ value, version }, signal) {
      const key = `${INCIDENT_PREFIX}${value.connector}`
      return { value, version: await put(value.cluster, key, version, value, expiryOf(value), signal) }
    },

    async saveClusterIncident({ value, version }, signal) {
      const key = CLUSTER_INCIDENT_KEY
      return { value, version: await put(value.cluster, key, version, value, expiryOf(value), signal) }
    },

    async saveCluster(cluster, { value, version }, signal) {
      return { value, version: await put(cluster, CLUSTER_KEY, version, value, null, signal) }
    },
  }
}

/** In seconds since the epoch, as DynamoDB wants it; null while it is open, or people have still to be told. */
function expiryOf({ closedAt, outbox }: Incident | ClusterIncident): number | null {
  return closedAt === null || outbox.length > 0 ? null : Math.ceil((closedAt + KEEP_MS) / 1000)
}

interface Item {
  readonly sk: string
  readonly version: number
  readonly body: string
}

async function* query(
  client: DynamoDBDocumentClient,
  table: string,
  cluster: string,
  signal: AbortSignal,
): AsyncGenerator<Item> {
  let start: Record<string, unknown> | undefined
  do {
    const { Items = [], LastEvaluatedKey } = await client.send(
      new QueryCommand({
        TableName: table,
        KeyConditionExpression: 'pk = :cluster',
        ExpressionAttributeValues: { ':cluster': cluster },
        ConsistentRead: true,
        ...(start === undefined ? {} : { ExclusiveStartKey: start }),
      }),
      { abortSignal: signal },
    )
    for (const { sk, version, body } of Items) {
      if (typeof sk === 'string' && typeof version === 'number' && typeof body === 'string')
        yield { sk, version, body }
    }
    start = LastEvaluatedKey
  } while (start !== undefined)
}
