import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import type { ClusterConfig, Config } from '../domain/cluster-config.ts'
import type { Policy } from '../domain/policy.ts'
import { globMatches } from '../util/glob.ts'
import { ConfigError } from './error.ts'

/** The policy of the first rule that names the connector, else the cluster's defaults. */
export function policyFor(cluster: ClusterConfig, connector: string): Policy {
  return cluster.policies.find(({ match }) => globMatches(match, connector))?.policy ?? cluster.defaults
}

/**
 * Reads what the build compiled from clusters.yml: the file CLUSTERS_FILE, else clusters.json beside the bundle.
 * CONNECT_MEDIC_DRY_RUN=true puts every cluster into a dry run.
 * @throws ConfigError if the file is missing or not of this build.
 */
export function loadConfig(environment: NodeJS.ProcessEnv): Config {
  const path = environment.CLUSTERS_FILE ?? join(import.meta.dirname, 'clusters.json')
  const config = readCompiled(path)
  return environment.CONNECT_MEDIC_DRY_RUN === 'true' ? dryRunOf(config) : config
}

function readCompiled(path: string): Config {
  try {
    const value: unknown = JSON.parse(readFileSync(path, 'utf8'))
    if (isCompiled(value)) return value
  } catch (cause) {
    throw new ConfigError([`${path}: cannot be read; run "npm run build", which makes it`], { cause })
  }
  throw new ConfigError([`${path}: was not compiled from clusters.yml; run "npm run build", which makes it`])
}

/** The build has validated it: this only tells the right file from a wrong one. */
function isCompiled(value: unknown): value is Config {
  return typeof value === 'object' && value !== null && 'clusters' in value && Array.isArray(value.clusters)
}

const dryRunOf = ({ clusters }: Config): Config => ({
  clusters: clusters.map((cluster) => ({ ...cluster, governor: { ...cluster.governor, dryRun: true } })),
})
