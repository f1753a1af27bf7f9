import { readFileSync } from 'node:fs'
import { inspect } from 'node:util'
import { expect, test } from 'vitest'
import { type Connection, createConnectClient } from '../../../lib/connect/client.ts'
import { InvalidConnectionError } from '../../../lib/connect/connection.ts'
import { connectionTo } from './worker.ts'

const pem = (name: string) => readFileSync(new URL(`certificates/${name}`, import.meta.url), 'utf8')
const fine = connectionTo('http://w1:8083')

test.each<[Connection, string]>([
  [connectionTo(), 'urls is empty; expected the URL of a worker'],
  [connectionTo('http://w1:8083', 'w2:8083'), 'urls[1] is not an http:// or https:// URL'],
  [
    connectionTo('http://u:hunter2@w1:8083'),
    'urls[0] holds credentials; give them as auth, where they can be kept secret',
  ],
  [
    connectionTo('http://w1:8083?token=hunter2'),
    'urls[0] has a query or a fragment; expected scheme, host and path',
  ],
  [
    { ...fine, auth: { type: 'bearer', token: 'hunter2\n' } },
    'auth.token is empty or holds white space or other characters that no token has',
  ],
  [{ ...fine, tls: { ca: 'hunter2' } }, 'tls.ca is a string of 7 characters; expected PEM text'],
  [{ ...fine, tls: { cert: pem('client.pem') } }, 'tls.key is missing; a client certificate needs both'],
  [
    { ...fine, tls: { cert: pem('client.pem'), key: pem('other.key') } },
    "tls: the certificates or the key can't be used (ERR_OSSL_X509_KEY_VALUES_MISMATCH)",
  ],
])('a connection that can not work is refused: %#', (connection, reason) => {
  const error = (() => {
    try {
      return createConnectClient(connection)
    } catch (thrown) {
      return thrown
    }
  })()
  expect(error).toBeInstanceOf(InvalidConnectionError)
  expect(error).toMatchObject({ name: 'InvalidConnectionError', message: `orders: ${reason}` })
  expect(inspect(error)).not.toContain('hunter2')
})
