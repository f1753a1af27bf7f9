import { describe, expect, it } from 'vitest'
import { ConfigError } from '../../../lib/config/error.ts'
import { parseConfig } from '../../../lib/config/parse.ts'
import { FAMILY_NAMES } from '../../../lib/heap/connectors/index.ts'

const fileOf = (...lines: readonly string[]) =>
  ['clusters:', '- name: prod', '  urls: [http://connect:8083]', ...lines.map((line) => `  ${line}`)].join(
    '\n',
  )

const clusterOf = (...lines: readonly string[]) => {
  const [cluster] = parseConfig(fileOf(...lines), 'clusters.yml').clusters
  if (cluster === undefined) throw new Error('no cluster')
  return cluster
}

const problemsOf = (...lines: readonly string[]): readonly string[] => {
  try {
    parseConfig(fileOf(...lines), 'clusters.yml')
  } catch (error) {
    if (error instanceof ConfigError) return error.problems
    throw error
  }
  return []
}

describe('settings of the workers', () => {
  it('are texts, as in the file of a worker, however YAML reads them', () => {
    const { workerConfig } = clusterOf(
      'workerConfig:',
      '  consumer.max.poll.records: "100"',
      '  offset.flush.interval.ms: 10000',
      '  value.converter: org.apache.kafka.connect.json.JsonConverter',
      '  value.converter.schemas.enable: false',
    )
    expect(workerConfig).toEqual({
      'consumer.max.poll.records': '100',
      'offset.flush.interval.ms': '10000',
      'value.converter': 'org.apache.kafka.connect.json.JsonConverter',
      'value.converter.schemas.enable': 'false',
    })
  })

  it.each([
    ['rest.port: 8083', 'workerConfig.rest.port: not used; expected consumer.*, producer.*, offset.flush'],
    ['consumer.: a', 'workerConfig.consumer.: not used; expected'],
    [
      'consumer.fetch.max.bytes: 1.5',
      'workerConfig.consumer.fetch.max.bytes: expected a text, a whole number',
    ],
    ['consumer.sasl.jaas.config: hunter2', 'workerConfig.consumer.sasl.jaas.config: looks like a secret'],
    ['producer.ssl.key.password: hunter2', 'workerConfig.producer.ssl.key.password: looks like a secret'],
    ['consumer.client.rack: "http://a:hunter2@b"', 'workerConfig.consumer.client.rack: looks like a secret'],
  ])('are refused if nobody inherits them, or if they are secrets: %s', (line, problem) => {
    const problems = problemsOf('workerConfig:', `  ${line}`)
    expect(problems).toEqual([expect.stringContaining(`clusters.yml:5: clusters[0].${problem}`)])
    expect(problems.join()).not.toContain('hunter2')
  })
})

describe('a class like a family', () => {
  it('has the names of its settings', () => {
    const { like } = clusterOf(
      'like:',
      '- { class: com.example.MySink, family: confluent-s3, keys: { s3.part.size: part.size } }',
      '- { class: com.example.Other, family: confluent-s3 }',
    )
    expect(like).toEqual([
      { class: 'com.example.MySink', family: 'confluent-s3', keys: { 's3.part.size': 'part.size' } },
      { class: 'com.example.Other', family: 'confluent-s3', keys: {} },
    ])
  })

  it.each([
    ['{ class: a.B, family: s3 }', 'like[0].family: expected '],
    ['{ class: a.B }', 'like[0].family: missing; expected '],
    ['{ family: confluent-s3 }', 'like[0].class: missing; expected a connector.class'],
    [
      '{ class: a.B, family: confluent-s3, keys: { a: 5 } }',
      'like[0].keys.a: expected the name of a setting',
    ],
    ['{ class: a.B, familly: confluent-s3 }', 'like[0].familly: unknown key; did you mean family?'],
  ])('is refused: %s', (line, problem) => {
    expect(problemsOf('like:', `- ${line}`)[0]).toContain(`clusters.yml:5: clusters[0].${problem}`)
  })

  it('of no known name is refused with all that are known', () => {
    const [problem = ''] = problemsOf('like:', '- { class: a.B, family: s3 }')
    for (const name of FAMILY_NAMES) expect(problem).toContain(name)
  })

  it('is said once', () => {
    const line = '- { class: a.B, family: confluent-s3 }'
    expect(problemsOf('like:', line, line)).toEqual([
      'clusters.yml:6: clusters[0].like[1].class: a second entry for the same class',
    ])
  })
})

describe('numbers of partitions', () => {
  it('stand by their topics', () => {
    expect(clusterOf('partitions: { orders.eu: 12 }').partitions).toEqual({ 'orders.eu': 12 })
  })

  it.each([
    ['{ orders: 0 }', 'partitions.orders: expected a whole number from 1 to 100000, got 0'],
    ['{ orders: }', 'partitions.orders: expected a whole number from 1 to 100000, got nothing'],
    ['{ "a b": 1 }', 'partitions.a b: expected the name of a topic before the colon'],
    ['[orders]', 'partitions: expected a map, got a list'],
  ])('are refused: %s', (text, problem) => {
    expect(problemsOf(`partitions: ${text}`)).toEqual([`clusters.yml:4: clusters[0].${problem}`])
  })
})

const METRIC = 'namespace: N, metric: m'

describe('the source of heaps', () => {
  it.each([
    [
      '{ prometheus: "http://{host}:9404/metrics" }',
      { type: 'prometheus', url: 'http://{host}:9404/metrics' },
    ],
    ['{ jolokia: "https://{host}:8778/jolokia" }', { type: 'jolokia', url: 'https://{host}:8778/jolokia' }],
    [
      `{ cloudwatch: { ${METRIC}, max: x, dimensions: { Host: "{host}", App: c }, unit: Megabytes } }`,
      {
        type: 'cloudwatch',
        namespace: 'N',
        metric: 'm',
        dimensions: { Host: '{host}', App: 'c' },
        statistic: 'Maximum',
        unit: 'Megabytes',
        maxMetric: 'x',
      },
    ],
  ])('may be %s', (text, heap) => {
    expect(clusterOf(`heap: ${text}`).heap).toEqual(heap)
  })

  it.each([
    ['http://w:9404', 'heap: expected a map with the keys prometheus, jolokia and cloudwatch, got a text'],
    ['{}', 'heap: expected one of prometheus, jolokia and cloudwatch'],
    ['{ prometheus: "http://{host}", jolokia: "http://{host}" }', 'heap: expected one of prometheus'],
    ['{ prometheus: }', 'heap.prometheus: expected a URL with {host} in it, such as http://{host}:9404/metr'],
    ['{ prometheus: 9404 }', 'heap.prometheus: expected a URL with {host} in it'],
    ['{ prometheus: "http://w:9404" }', 'heap.prometheus: has no {host} in it'],
    ['{ jolokia: "ftp://{host}" }', 'heap.jolokia: expected an http or https URL'],
    [
      '{ jolokia: "http://a:hunter2@{host}" }',
      'heap.jolokia: has credentials in it, which are not supported',
    ],
    ['{ cloudwatch: { metric: m, dimensions: { a: "{host}" } } }', 'heap.cloudwatch.namespace: missing'],
    [`{ cloudwatch: { ${METRIC} } }`, 'heap.cloudwatch: no dimension has {host} in its value'],
    [
      `{ cloudwatch: { ${METRIC}, dimensions: { a: b } } }`,
      'heap.cloudwatch.dimensions: no dimension has {ho',
    ],
    [
      `{ cloudwatch: { ${METRIC}, dimensions: { a: "{host}{topic}" } } }`,
      'heap.cloudwatch.dimensions.a: has another placeholder than {host}',
    ],
    [
      `{ cloudwatch: { ${METRIC}, dimensions: { a: "{host}" }, statistic: p99 } }`,
      'heap.cloudwatch.statistic: expected Maximum, Average, Minimum or Sum, got "p99"',
    ],
  ])('is refused: %s', (text, problem) => {
    const problems = problemsOf(`heap: ${text}`)
    expect(problems).toEqual([expect.stringContaining(`clusters.yml:4: clusters[0].${problem}`)])
    expect(problems.join()).not.toContain('hunter2')
  })
})

describe('the source of lags', () => {
  it('may be the agent of the heap', () => {
    const { lag } = clusterOf('heap: { jolokia: "http://{host}:8778/jolokia" }', 'lag: { agent: true }')
    expect(lag).toEqual({ type: 'agent', agent: { type: 'jolokia', url: 'http://{host}:8778/jolokia' } })
  })

  it('may be Amazon MSK, by its metrics of each topic', () => {
    const { lag } = clusterOf(
      'lag:',
      '  cloudwatch:',
      '    namespace: AWS/Kafka',
      '    metric: SumOffsetLag',
      '    dimensions: { Cluster Name: msk, Consumer Group: "connect-{connector}", Topic: "{topic}" }',
    )
    expect(lag).toMatchObject({
      type: 'cloudwatch',
      metric: 'SumOffsetLag',
      statistic: 'Maximum',
      unit: null,
    })
  })

  it('may be none', () => {
    expect(clusterOf('lag: { agent: false }', 'heap:').lag).toBeNull()
  })

  it.each([
    ['{ agent: true }', 'lag.agent: needs the agent of heap, which has neither prometheus nor jolokia'],
    ['{}', 'lag: expected agent: true, or cloudwatch'],
    [
      `{ agent: true, cloudwatch: { ${METRIC}, dimensions: { a: "{connector}" } } }`,
      'lag: expected agent: true, or cloudwatch',
    ],
    ['{ agent: yes }', 'lag.agent: expected true or false, got "yes"'],
    [
      `{ cloudwatch: { ${METRIC}, dimensions: { a: "{topic}" } } }`,
      'lag.cloudwatch.dimensions: no dimension',
    ],
  ])('is refused: %s', (text, problem) => {
    expect(problemsOf(`lag: ${text}`)[0]).toContain(`clusters.yml:4: clusters[0].${problem}`)
  })
})
