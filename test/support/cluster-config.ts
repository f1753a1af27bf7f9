import { DEFAULT_GOVERNOR, DEFAULT_POLICY } from '../../lib/config/defaults.ts'
import type { ClusterConfig } from '../../lib/domain/cluster-config.ts'

/** A cluster of which clusters.yml says nothing but its name and address, and what is given here. */
export function clusterConfig(overrides: Partial<ClusterConfig> = {}): ClusterConfig {
  return {
    name: 'test',
    urls: ['http://connect.test:8083'],
    auth: { type: 'none' },
    tls: { ca: null, clientCertificate: null },
    alarms: [],
    kafkaVersion: null,
    workerHeapBytes: null,
    workers: null,
    workerConfig: {},
    like: [],
    partitions: {},
    heap: null,
    lag: null,
    governor: DEFAULT_GOVERNOR,
    defaults: DEFAULT_POLICY,
    policies: [],
    ...overrides,
  }
}
