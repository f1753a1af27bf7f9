import { SecretError } from '../aws/secrets.ts'
import { InvalidConnectionError } from '../connect/connection.ts'
import { RebalancingError, UnauthorizedError, UnavailableError } from '../connect/errors.ts'
import type { Diagnosis, Remedy } from '../domain/diagnosis.ts'
import type { Kind } from '../domain/vocabulary.ts'
import type { ScanError } from './observe.ts'

/** The diagnosis of a cluster that can't be read. */
export function diagnoseUnreadable(error: ScanError): Diagnosis {
  const { kind, remedy } = classifyScanError(error)
  return {
    connector: '',
    scope: 'connector',
    tasks: [],
    workers: [],
    kind,
    restart: 'useless',
    probe: false,
    minRestartDelayMs: 0,
    remedies: [remedy],
    summary: 'The cluster can’t be read, so that nothing is known of its connectors.',
    evidence: [error.message],
    rootCause: error.message.slice(0, 300),
    fingerprint: error.name,
    findings: null,
    trace: '',
  }
}

function classifyScanError(error: ScanError): { readonly kind: Kind; readonly remedy: Remedy } {
  if (error instanceof UnauthorizedError || error instanceof SecretError) {
    return {
      kind: 'authorization',
      remedy: {
        remedy: 'fix-credentials',
        effect: 'with credentials that Kafka Connect accepts, it can be read again',
      },
    }
  }
  if (error instanceof InvalidConnectionError) {
    return {
      kind: 'config-invalid',
      remedy: {
        remedy: 'fix-config',
        effect: 'with a URL, certificates and a secret that are of the right form, it can be read',
      },
    }
  }
  if (error instanceof UnavailableError) {
    return {
      kind: 'network',
      remedy: {
        remedy: 'human',
        effect: 'look whether the workers run, and whether their REST port can be reached from here',
      },
    }
  }
  if (error instanceof RebalancingError) {
    return {
      kind: 'rebalance',
      remedy: { remedy: 'wait', effect: 'when the rebalance is over, it can be read again' },
    }
  }
  return {
    kind: 'unknown',
    remedy: { remedy: 'human', effect: 'look at what answers at the URL of the cluster' },
  }
}
