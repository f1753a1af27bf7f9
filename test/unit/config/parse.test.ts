import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { stringify } from 'yaml'
import { ConfigError } from '../../../lib/config/error.ts'
import { parseConfig } from '../../../lib/config/parse.ts'

const problemsOf = (text: string): readonly string[] => {
  try {
    parseConfig(text, 'clusters.yml')
  } catch (error) {
    if (error instanceof ConfigError) return error.problems
    throw error
  }
  return []
}

/** A file with one cluster, and more lines in it. */
const withCluster = (...lines: readonly string[]): string =>
  ['clusters:', '- name: prod', '  urls: [http://connect:8083]', ...lines.map((line) => `  ${line}`)].join(
    '\n',
  )

const clusterOf = (...lines: readonly string[]) => {
  const [cluster] = parseConfig(withCluster(...lines), 'clusters.yml').clusters
  if (cluster === undefined) throw new Error('no cluster')
  return cluster
}

describe('a cluster of which only the name and the address are given', () => {
  it('gets every default', () => {
    expect(clusterOf()).toEqual({
      name: 'prod',
      urls: ['http://connect:8083'],
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
      governor: { dryRun: false, restartsPerScan: 5, canaryFrom: 3, rebalanceDelayMs: 360_000 },
      defaults: {
        restart: 'auto',
        restartsPerIncident: 6,
        restartsPerDay: 24,
        backoffMs: 120_000,
        maxBackoffMs: 3_600_000,
        provenAfterMs: 600_000,
        warn: false,
        muteUntil: null,
        topicArn: null,
      },
      policies: [],
    })
  })
})

describe('inheritance', () => {
  const { clusters } = parseConfig(
    [
      'governor: { restartsPerScan: 2, canaryFrom: 9 }',
      'defaults: { restart: propose, restartsPerDay: 3, muteUntil: 2027-01-04T08:00+01:00 }',
      'clusters:',
      '- name: a',
      '  urls: [http://a:8083]',
      '  governor: { canaryFrom: 4 }',
      '  defaults: { restartsPerDay: 5 }',
      '  policies:',
      '  - { match: "orders-*", restart: auto, muteUntil: null }',
      '- { name: b, urls: [http://b:8083] }',
    ].join('\n'),
    'clusters.yml',
  )

  it('goes from the built-in defaults over the file and the cluster to the rule', () => {
    expect(clusters[0]?.policies[0]?.policy).toMatchObject({
      restartsPerIncident: 6,
      restartsPerDay: 5,
      restart: 'auto',
      muteUntil: null,
    })
    expect(clusters[0]?.defaults).toMatchObject({ restart: 'propose', muteUntil: Date.UTC(2027, 0, 4, 7) })
    expect(clusters[0]?.governor).toMatchObject({ restartsPerScan: 2, canaryFrom: 4 })
  })

  it('leaves other clusters alone', () => {
    expect(clusters[1]?.defaults.restartsPerDay).toBe(3)
    expect(clusters[1]?.governor.canaryFrom).toBe(9)
  })
})

describe('what is accepted', () => {
  it.each([
    ['90s', 90_000],
    ['5m', 300_000],
    ['2h', 7_200_000],
    ['1d', 86_400_000],
  ])('the duration %s', (text, ms) => {
    expect(clusterOf(`defaults: { backoff: 1s, maxBackoff: ${text} }`).defaults.maxBackoffMs).toBe(ms)
  })

  it.each([
    ['512m', 512 * 1024 ** 2],
    ['2g', 2 * 1024 ** 3],
    ['2G', 2 * 1024 ** 3],
    ['2097152k', 2 * 1024 ** 3],
  ])('the heap %s', (text, bytes) => {
    expect(clusterOf(`workerHeap: ${text}`).workerHeapBytes).toBe(bytes)
  })

  it.each([
    [
      'secretsmanager:connect-medic/prod-basic',
      { store: 'secretsmanager', name: 'connect-medic/prod-basic' },
    ],
    ['ssm:/connect-medic/prod/token', { store: 'ssm', name: '/connect-medic/prod/token' }],
  ])('the secret %s', (text, secret) => {
    expect(clusterOf(`auth: { type: basic, secret: "${text}" }`).auth).toEqual({ type: 'basic', secret })
  })

  it('certificates to trust, as PEM text', () => {
    const pem = '-----BEGIN CERTIFICATE-----\nMIIB\n-----END CERTIFICATE-----\n'
    expect(clusterOf(`tls: { ca: ${JSON.stringify(pem)} }`).tls.ca).toBe(pem)
  })

  it('certificates to trust, kept as a secret', () => {
    expect(clusterOf('tls: { ca: "ssm:/connect-medic/ca" }').tls.ca).toEqual({
      store: 'ssm',
      name: '/connect-medic/ca',
    })
  })

  it('an address with a path, whose last slash is dropped', () => {
    const { clusters } = parseConfig('clusters: [{ name: a, urls: ["https://lb/connect/"] }]', 'clusters.yml')
    expect(clusters[0]?.urls).toEqual(['https://lb/connect'])
  })

  it('a map or a list whose content is commented out', () => {
    expect(problemsOf(withCluster('policies:', 'defaults:', 'governor:', 'alarms:'))).toEqual([])
  })
})

describe('what is refused, in one line that names the place', () => {
  it.each([
    ['restart: always', 'restart: expected auto, propose or off, got "always"'],
    ['restart:', 'restart: expected auto, propose or off, got nothing'],
    ['restartsPerDay: 0', 'restartsPerDay: expected a whole number from 1 to 1000, got 0'],
    ['restartsPerDay: "5"', 'restartsPerDay: expected a whole number from 1 to 1000, got "5"'],
    ['backoff: 5', 'backoff: expected a duration such as 90s, 5m or 2h, from 1s to 1d, got 5'],
    ['backoff: 2d', 'backoff: expected a duration such as 90s, 5m or 2h, from 1s to 1d, got "2d"'],
    ['backoff: 2h', 'backoff: backoff is longer than maxBackoff'],
    ['maxBackoff: 1m', 'maxBackoff: backoff is longer than maxBackoff'],
    ['backof: 5m', 'backof: unknown key; did you mean backoff?'],
    ['backoffMs: 5', 'backoffMs: unknown key; did you mean backoff?'],
    ['colour: red', 'colour: unknown key; known keys are match, restart, restartsPerIncident,'],
    ['muteUntil: 2027-01-01', 'muteUntil: expected a time with its offset, such as 2027-01-04T08:00Z, got'],
    ['muteUntil: 2027-13-01T00:00Z', 'muteUntil: expected a time with its offset'],
    [
      'topicArn: arn:aws:sns:eu-west-1:111122223333:pager',
      'topicArn: expected the ARN of a standard SNS topic',
    ],
    ['topicArn: arn:aws:sns:eu-west-1:111122223333:connect-medic-a.fifo', 'topicArn: expected the ARN of a'],
  ])('%s', (line, problem) => {
    const problems = problemsOf(withCluster('policies:', '- match: a', '- match: b', `  ${line}`))
    expect(problems).toEqual([expect.stringContaining(`clusters.yml:7: clusters[0].policies[1].${problem}`)])
  })

  it.each([
    ['kafkaVersion: 3.10', 'kafkaVersion: expected a version in quotes, such as "3.9.1", got a number'],
    ['workerHeap: 2gb', 'workerHeap: expected a size such as 512m or 2g, from 64m to 512g, got "2gb"'],
    ['governor: { dryRun: yes }', 'governor.dryRun: expected true or false, got "yes"'],
    ['auth: basic', 'auth: expected a map with the keys type and secret, got a text of 5 characters'],
    ['auth: {}', 'auth.type: missing; expected none, basic or bearer'],
    ['auth: { type: basic }', 'auth.secret: missing; expected secretsmanager:connect-medic/NAME or ssm:/'],
    ['auth: { type: none, secret: "ssm:/connect-medic/a" }', 'auth.secret: not used with type none'],
    ['auth: { type: basic, secret: "ssm:/other/a" }', 'auth.secret: expected the name of a secret, secretsm'],
    ['alarms: connect-*', 'alarms: expected a list, got a text of 9 characters'],
  ])('%s', (line, problem) => {
    expect(problemsOf(withCluster(line))).toEqual([
      expect.stringContaining(`clusters.yml:4: clusters[0].${problem}`),
    ])
  })

  it.each([
    ['ftp://connect:8083', 'expected an http or https URL'],
    ['connect:8083', 'expected an http or https URL'],
    ['connect', 'expected a URL such as http://connect.internal:8083, got a text of 7 characters'],
    ['http://connect:8083?a=b', 'has a query or a fragment; expected only the address of the REST API'],
    ['http://admin:pw@connect', 'has credentials in it; keep them in a secret, which auth.secret names'],
  ])('the address %s', (url, problem) => {
    expect(problemsOf(`clusters:\n- name: a\n  urls:\n  - ${url}`)).toEqual([
      `clusters.yml:4: clusters[0].urls[0]: ${problem}`,
    ])
  })

  it.each([
    ['', ['clusters.yml:1: clusters: missing']],
    ['clusters: []', ['clusters.yml:1: clusters: missing']],
    ['- a', [expect.stringMatching(/^clusters.yml:1: expected a map with the keys .*, got a list$/)]],
    [
      'clusters:\n- a',
      [expect.stringMatching(/^clusters.yml:2: clusters\[0\]: expected a map .*1 character$/)],
    ],
    ['clusters:\n- name: a', ['clusters.yml:2: clusters[0].urls: missing']],
    ['clusters:\n- urls: [http://a]', ['clusters.yml:2: clusters[0].name: missing']],
    ['clusters:\n  name: [a', [expect.stringMatching(/^clusters.yml:2: not valid YAML at column \d+: /)]],
    ['clusters: *a', ["clusters.yml:1: has an alias (*name) that can't be resolved"]],
  ])('the file %j', (text, problems) => {
    expect(problemsOf(text)).toEqual(problems)
  })

  it('a second cluster of the same name, at its own line', () => {
    const text = 'clusters:\n- { name: a, urls: [http://a] }\n- { name: a, urls: [http://b] }'
    expect(problemsOf(text)).toEqual(['clusters.yml:3: clusters[1]: a second cluster named a'])
  })

  it('everything at once, in the order of the file', () => {
    const lines = problemsOf(withCluster('workers: 0', 'defaults:', '  restart: no', 'colour: red')).map(
      (problem) => problem.split(': ', 2)[0],
    )
    expect(lines).toEqual(['clusters.yml:4', 'clusters.yml:6', 'clusters.yml:7'])
  })
})

describe('secrets that do not belong into the file', () => {
  it.each([
    'auth: { type: basic, secret: "hunter2" }',
    'auth: hunter2',
    'auth: { type: basic, password: hunter2 }',
    'tls: { ca: "-----BEGIN CERTIFICATE-----\\n-----BEGIN PRIVATE KEY-----\\nhunter2" }',
    'tls: { clientCertificate: "-----BEGIN PRIVATE KEY-----\\nhunter2" }',
    'auth: { type: basic, secret: "hunter2',
    'auth: { type: basic, secret: *hunter2 }',
    'urls: [http://admin:hunter2@connect]',
  ])('are not repeated in the message about %j', (line) => {
    const problems = problemsOf(withCluster(line))
    expect(problems).not.toEqual([])
    expect(problems.join('\n')).not.toContain('hunter2')
  })
})

describe('any content at all', () => {
  const keys = fc.constantFrom(
    'clusters',
    'name',
    'urls',
    'auth',
    'type',
    'secret',
    'tls',
    'ca',
    'policies',
    'match',
  )
  const leaf = fc.oneof(
    fc.string(),
    fc.integer(),
    fc.boolean(),
    fc.constant(null),
    fc.constantFrom('a', '5m', 'off'),
  )
  const { value } = fc.letrec((tie) => ({
    value: fc.oneof(
      { maxDepth: 6 },
      leaf,
      fc.array(tie('value'), { maxLength: 3 }),
      fc.dictionary(fc.oneof(keys, fc.string()), tie('value'), { maxKeys: 5 }),
    ),
  }))

  const isOneOfUs = (text: string): void => {
    for (const problem of problemsOf(text)) expect(problem).toMatch(/^clusters\.yml:\d+: [^\r\n]+$/)
  }

  it('is a Config, or a ConfigError of single lines', () => {
    fc.assert(fc.property(fc.string({ unit: 'binary' }), isOneOfUs))
  })

  it('is a Config, or a ConfigError of single lines, also if it looks much like the real file', () => {
    fc.assert(
      fc.property(fc.record({ clusters: fc.array(value, { maxLength: 3 }), defaults: value }), (file) =>
        isOneOfUs(stringify(file)),
      ),
      { numRuns: 300 },
    )
  })
})
