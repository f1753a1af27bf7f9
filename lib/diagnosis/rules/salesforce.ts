import type { Rule } from './rule.ts'

const CODES =
  'https://developer.salesforce.com/docs/atlas.en-us.api.meta/api/sforce_api_calls_concepts_core_data_objects.htm'

export const SALESFORCE: readonly Rule[] = [
  {
    id: 'salesforce-requests-used-up',
    kind: 'throttled',
    source: CODES,
    message: /REQUEST_LIMIT_EXCEEDED/i,
    // The limit counts the requests of the last 24 hours.
    minRestartDelayMs: 60 * 60_000,
    example: 'com.sforce.ws.ConnectionException: REQUEST_LIMIT_EXCEEDED: TotalRequests Limit exceeded.',
  },
  {
    id: 'salesforce-session-expired',
    kind: 'credentials-expired',
    source: CODES,
    message: /INVALID_SESSION_ID/i,
    example:
      'com.sforce.ws.ConnectionException: INVALID_SESSION_ID: Invalid Session ID found in SessionHeader: Illegal Session',
  },
  {
    id: 'salesforce-login-refused',
    kind: 'authorization',
    source: CODES,
    message: /INVALID_LOGIN/i,
    example:
      'com.sforce.ws.ConnectionException: INVALID_LOGIN: Invalid username, password, security token; or user locked out.',
  },
]
