import { SecretError } from '../aws/secrets.ts'
import { InvalidConnectionError } from '../connect/connection.ts'
import { RebalancingError, UnauthorizedError, UnavailableError } from '../connect/errors.ts'
import type { ClusterProblem } from '../domain/cluster-incident.ts'
import type { ScanError } from './observe.ts'

/** Why a cluster can't be read, and what would help. */
export function diagnoseUnreadable(error: ScanError): ClusterProblem {
  return { ...classifyScanError(error), reason: error.message }
}

function classifyScanError(error: ScanError): Omit<ClusterProblem, 'reason'> {
  if (error instanceof UnauthorizedError || error instanceof SecretError) {
    return {
      kind: 'authorization',
      remedy: { remedy: 'fix-credentials', effect: 'use credentials that Kafka Connect accepts' },
    }
  }
  if (error instanceof InvalidConnectionError) {
    return {
      kind: 'config-invalid',
      remedy: {
        remedy: 'fix-config',
        effect: 'correct the URL, the certificates or the secret of this cluster in clusters.yml',
      },
    }
  }
  if (error instanceof UnavailableError) {
    return {
      kind: 'network',
      remedy: {
        remedy: 'human',
        effect: 'check that the workers are up, and that their REST port can be reached from this function',
      },
    }
  }
  if (error instanceof RebalancingError) {
    return {
      kind: 'rebalance',
      remedy: { remedy: 'wait', effect: 'it can be read again once the rebalance is over' },
    }
  }
  return {
    kind: 'unknown',
    remedy: { remedy: 'human', effect: 'check what answers at the URL of the cluster' },
  }
}
