import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { connectorOfClientId } from '../../../lib/evidence/client-id.ts'
import { distinctHosts, fillTemplate, hostOf } from '../../../lib/evidence/host.ts'

describe('the host of a worker', () => {
  it.each([
    ['10.0.0.1:8083', '10.0.0.1'],
    ['connect-1.internal:8083', 'connect-1.internal'],
    ['[fd00::1]:8083', '[fd00::1]'],
    ['fd00::1:8083', '[fd00::1]'],
  ])('of %s is %s', (id, host) => {
    expect(hostOf(id)).toBe(host)
  })

  it.each(['', 'w1', 'w1:', 'w1:port', 'a/b:1', 'user@w1:80', 'w1:80/path', 'a b:1', 'x#y:1', '[::1:80:z'])(
    'is not taken from %j, which would lead elsewhere',
    (id) => {
      expect(hostOf(id)).toBeNull()
    },
  )

  it('never changes where a URL leads beside the host itself', () => {
    fc.assert(
      fc.property(
        fc.oneof(
          fc.string(),
          fc.webAuthority(),
          fc.ipV6().map((ip) => `[${ip}]:1`),
        ),
        (id) => {
          const host = hostOf(id)
          const url = host === null ? null : URL.parse(fillTemplate('http://{host}:9404/metrics', { host }))
          if (url !== null) expect([url.port, url.pathname, url.username]).toEqual(['9404', '/metrics', ''])
        },
      ),
      { numRuns: 500 },
    )
  })
})

describe('workers', () => {
  it('that share a host are told of and not asked, for the answer of one would go as that of all', () => {
    const { workers, problems } = distinctHosts(['a:8083', 'b:8083', 'b:8084', 'odd', 'a:8083'])
    expect([...workers]).toEqual([['a', 'a:8083']])
    expect(problems).toEqual([
      '1 workers have ids that are not host:port',
      '2 workers are on b, which {host} does not tell apart',
    ])
  })
})

describe('a template', () => {
  it('is filled once, so that a value may look like a placeholder', () => {
    expect(fillTemplate('{connector} {topic} {other}', { connector: '{topic}', topic: 't' })).toBe(
      '{topic} t {other}',
    )
  })
})

describe('the connector of a client id', () => {
  it('has the task after its last dash', () => {
    expect(connectorOfClientId('connector-consumer-a-1-0', new Set(['a', 'a-1']))).toBe('a-1')
    expect(connectorOfClientId('connector-consumer-a-1', new Set(['a', 'a-1']))).toBe('a')
    expect(connectorOfClientId('connector-consumer-b-1', new Set(['a']))).toBeUndefined()
  })
})
