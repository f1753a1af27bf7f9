import { describe, expect, test } from 'vitest'
import {
  AlreadyExistsError,
  InvalidRequestError,
  MalformedAnswerError,
  NotFoundError,
  RebalancingError,
  UnauthorizedError,
  UnavailableError,
  UnknownOutcomeError,
} from '../../../lib/connect/errors.ts'
import { httpError } from '../../../lib/connect/http-errors.ts'

function refused(method: 'GET' | 'POST', status: number, body: string, location?: string) {
  const exchange = { cluster: 'orders', method, path: '/connectors/x', worker: 'w1:8083' }
  return httpError({ exchange, status, body, location })
}

const connect = (status: number, message: string) => JSON.stringify({ error_code: status, message })
const html = '<html><head><title>Error</title></head></html>'

describe('Kafka Connect answers', () => {
  test.each([
    [409, 'Connector dup already exists', AlreadyExistsError],
    [
      409,
      'Cannot complete request momentarily due to stale configuration (typically caused by a concurrent config change)',
      RebalancingError,
    ],
    [
      409,
      'Cannot complete request momentarily due to no known leader URL, likely because a rebalance was underway.',
      RebalancingError,
    ],
    [
      409,
      'Cannot complete request because of a conflicting operation (e.g. worker rebalance)',
      RebalancingError,
    ],
    [500, 'Request cannot be completed because a rebalance is expected', RebalancingError],
    [404, 'No status found for connector x', NotFoundError],
    [404, 'No status found for task x-0', NotFoundError],
    [404, 'Unknown connector: x', NotFoundError],
    [404, 'Unknown task: x-0', NotFoundError],
    [404, 'Connector x not found', NotFoundError],
    [404, 'Status for connector x not found', NotFoundError],
    [404, 'HTTP 404 Not Found', InvalidRequestError],
    [
      400,
      'Connector configuration is invalid and contains the following 1 error(s):\nMissing topics',
      InvalidRequestError,
    ],
    [405, 'HTTP 405 Method Not Allowed', InvalidRequestError],
    [500, 'Failed to find any class that implements Connector and which name matches X', InvalidRequestError],
    [500, 'Unrecognized field "initial_state"', InvalidRequestError],
    [500, 'Worker is shutting down', UnavailableError],
    [
      500,
      'Failed to write to config topic; this may be due to a transient error and the request can be safely retried',
      UnavailableError,
    ],
  ])('%i %s: the same for reads and changes', (status, message, expected) => {
    for (const method of ['GET', 'POST'] as const) {
      const error = refused(method, status, connect(status, message))
      expect(error).toBeInstanceOf(expected)
      expect(error).toMatchObject({ name: expected.name, status, cluster: 'orders', worker: 'w1:8083' })
      expect(error.message).toContain(message.replaceAll('\n', ' '))
    }
  })

  test.each([
    [500, 'Request timed out'],
    [
      500,
      'Request timed out. The worker is currently ensuring membership in the cluster, which began at 2026-01-01T00:00:00Z',
    ],
    [500, 'IO Error trying to forward REST request: connection refused'],
    [500, 'Error writing connector configuration to Kafka'],
    [500, 'Failed to start task: x-0'],
    [503, 'starting'],
  ])('%i %s: a change may have been done', (status, message) => {
    expect(refused('POST', status, connect(status, message))).toBeInstanceOf(UnknownOutcomeError)
    expect(refused('GET', status, connect(status, message))).toBeInstanceOf(UnavailableError)
  })
})

describe('somebody else answers', () => {
  test.each([502, 503, 504])('%i: a change may have been done', (status) => {
    expect(refused('POST', status, html)).toBeInstanceOf(UnknownOutcomeError)
    expect(refused('GET', status, html)).toBeInstanceOf(UnavailableError)
  })

  test.each([
    [401, 'User cannot access the resource.', UnauthorizedError, 'check the credentials'],
    [403, html, UnauthorizedError, 'check the credentials'],
    [404, html, MalformedAnswerError, 'HTML instead of JSON'],
    [404, '{"message":"no Route matched with those values"}', MalformedAnswerError, 'JSON of another form'],
    [404, '', MalformedAnswerError, 'an empty body'],
    [400, html, InvalidRequestError, 'HTML instead of JSON'],
    [429, 'Too many requests', UnavailableError, 'limits the rate'],
  ])('%i %s', (status, body, expected, text) => {
    const error = refused('POST', status, body)
    expect(error).toBeInstanceOf(expected)
    expect(error.message).toContain(text)
  })

  test.each([
    ['https://user:hunter2@login.example/auth?session=hunter2', 'https://login.example,'],
    ['/ui/', 'another path,'],
    [undefined, 'another path,'],
  ])('a redirect to %s is refused', (location, target) => {
    const error = refused('GET', 302, '', location)
    expect(error).toBeInstanceOf(MalformedAnswerError)
    expect(error.message).toContain(`redirected (302) to ${target}`)
    expect(error.message).not.toContain('hunter2')
  })
})

test('a message is one line of bounded length, with its secrets hidden', () => {
  const error = refused('POST', 400, connect(400, `bad\u0007\n  password=hunter2 ${'x'.repeat(10_000)}`))
  expect(error.message).toMatch(/^orders: POST \/connectors\/x on w1:8083: 400: bad password=\[hidden\] x+…$/)
  expect(error.message.length).toBeLessThan(2_100)
})
