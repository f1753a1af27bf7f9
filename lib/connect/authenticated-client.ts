import { readCredentials } from '../aws/secrets.ts'
import type { ClusterConfig } from '../domain/cluster-config.ts'
import type { Credentials } from '../domain/credentials.ts'
import { type ConnectClient, createConnectClient } from './client.ts'
import { UnauthorizedError } from './errors.ts'

/**
 * The client of a cluster with the credentials that its settings name. Secrets are read at the first call; if the
 * cluster refuses them at a scan, they are read afresh, once: they may have been rotated.
 */
export function authenticatedClient(
  cluster: ClusterConfig,
  read: typeof readCredentials = readCredentials,
): ConnectClient {
  let opened: Promise<ConnectClient> | undefined
  const open = (fresh: boolean): Promise<ConnectClient> => {
    const opening = read(cluster, { fresh }).then((credentials) =>
      createConnectClient(connectionOf(cluster, credentials)),
    )
    opened = opening
    // A secret that could not be read is asked for again with the next scan.
    opening.catch(() => {
      opened = undefined
    })
    return opening
  }
  const client = () => opened ?? open(false)
  return {
    async scan(signal) {
      const known = opened !== undefined
      try {
        return await (await client()).scan(signal)
      } catch (error) {
        if (!known || !(error instanceof UnauthorizedError)) throw error
        return (await open(true)).scan(signal)
      }
    },
    exists: async (name, signal) => (await client()).exists(name, signal),
    restartFailed: async (name, signal) => (await client()).restartFailed(name, signal),
    restartTask: async (name, id, signal) => (await client()).restartTask(name, id, signal),
    offsetPoint: async (name, type, signal) => (await client()).offsetPoint(name, type, signal),
    offsets: async (name, signal) => (await client()).offsets(name, signal),
    activeTopics: async (name, signal) => (await client()).activeTopics(name, signal),
    pluginVersions: async (signal) => (await client()).pluginVersions(signal),
    version: async (signal) => (await client()).version(signal),
  }
}

function connectionOf({ name, urls }: ClusterConfig, { auth, tls: { ca, client } }: Credentials) {
  return {
    cluster: name,
    urls,
    auth,
    tls: {
      ...(ca === null ? {} : { ca }),
      ...(client === null ? {} : { cert: client.cert, key: client.key }),
    },
  }
}
