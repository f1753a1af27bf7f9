import {
  type AgentSource,
  type ClassLike,
  type CloudWatchSource,
  type HeapSource,
  type LagSource,
  type Settings,
  STATISTICS,
  UNITS,
} from '../domain/cluster-config.ts'
import { FAMILY_NAMES } from '../heap/connectors/index.ts'
import { maskConfig } from '../util/redact.ts'
import { listWords, type YamlNode } from './yaml-node.ts'

const INHERITED = /^(consumer|producer)\..|^offset\.flush\.interval\.ms$|^(key|value)\.converter(\.|$)/

/** Worker settings that say something of what connectors hold in memory, as they stand in the worker's own file. */
export function parseWorkerConfig(workerConfig: YamlNode): Settings {
  return Object.fromEntries(
    workerConfig.entries(200).map(([key, place]) => {
      if (!INHERITED.test(key)) {
        place.wrong(
          'not used; expected consumer.*, producer.*, offset.flush.interval.ms, key.converter* or value.converter*',
        )
      }
      const text = settingOf(place)
      if (maskConfig({ [key]: text })[key] !== text) {
        place.wrong('looks like a secret, which says nothing of memory; leave it out')
      }
      return [key, text]
    }),
  )
}

/** YAML reads an unquoted 100 as a number; the worker's own file has texts only. */
function settingOf(place: YamlNode): string {
  const { value } = place
  if (typeof value === 'boolean' || Number.isSafeInteger(value)) return String(value)
  return place.text('a text, a whole number, true or false', (text) => text.length <= 1_000) ?? ''
}

export function parseLike(like: YamlNode): readonly ClassLike[] {
  const seen = new Set<string>()
  return like.list(0, 100).map((item) => {
    const field = item.map('class', 'family', 'keys')
    if (field('class').isAbsent) field('class').wrong('missing; expected a connector.class')
    if (field('family').isAbsent) {
      field('family').wrong(`missing; expected ${listWords(FAMILY_NAMES, 'or')}`)
    }
    const className = field('class').text('the name of a class', (text) => /^[\w.$]{1,300}$/.test(text)) ?? ''
    if (className !== '' && seen.has(className)) field('class').wrong('a second entry for the same class')
    seen.add(className)
    return {
      class: className,
      family: field('family').oneOf(...FAMILY_NAMES) ?? '',
      keys: Object.fromEntries(
        field('keys')
          .entries(50)
          .map(([key, place]) => [key, place.text('the name of a setting', isSettingName) ?? '']),
      ),
    }
  })
}

const isSettingName = (text: string) => /^[\w.-]{1,200}$/.test(text)

export function parsePartitions(partitions: YamlNode): Readonly<Record<string, number>> {
  return Object.fromEntries(
    partitions.entries(10_000).map(([topic, place]) => {
      if (!/^[\w.-]{1,249}$/.test(topic)) place.wrong('expected the name of a topic before the colon')
      return [topic, place.integer(1, 100_000) ?? 0]
    }),
  )
}

export function parseHeapSource(heap: YamlNode): HeapSource | null {
  if (heap.isAbsent || heap.isNull) return null
  const field = heap.map('prometheus', 'jolokia', 'cloudwatch')
  const given = (['prometheus', 'jolokia', 'cloudwatch'] as const).filter((key) => !field(key).isAbsent)
  const [type, ...others] = given
  if (type === undefined || others.length > 0) {
    if (typeof heap.value === 'object') heap.wrong('expected one of prometheus, jolokia and cloudwatch')
    return null
  }
  if (type !== 'cloudwatch') return { type, url: agentUrlOf(field(type), EXAMPLES[type]) }
  const metric = field(type).map(...METRIC_KEYS, 'max')
  return {
    ...metricOf(field(type), metric, '{host}', ['{host}']),
    maxMetric: metric('max').isNull ? null : (metric('max').text(METRIC, isMetricName) ?? null),
  }
}

const EXAMPLES = {
  prometheus: 'http://{host}:9404/metrics',
  jolokia: 'http://{host}:8778/jolokia',
} as const

/** Messages leave the URL out, whose query may hold a token. */
function agentUrlOf(place: YamlNode, example: string): string {
  const template = place.text(`a URL with {host} in it, such as ${example}`, (text) =>
    URL.canParse(text.replaceAll('{host}', 'host')),
  )
  if (template === undefined) return ''
  const url = new URL(template.replaceAll('{host}', 'host'))
  if (url.protocol !== 'http:' && url.protocol !== 'https:') place.wrong('expected an http or https URL')
  if (url.username !== '' || url.password !== '')
    place.wrong('has credentials in it, which are not supported')
  if (!template.includes('{host}')) {
    place.wrong('has no {host} in it, so it would tell of one worker as if it were every worker')
  }
  return template
}

/** @param heap what was read of the cluster's `heap`, by whose agent `agent: true` goes. */
export function parseLagSource(lag: YamlNode, heap: HeapSource | null): LagSource | null {
  if (lag.isAbsent || lag.isNull) return null
  const field = lag.map('agent', 'cloudwatch')
  const agent = field('agent').flag()
  if ((agent === undefined) === field('cloudwatch').isAbsent) {
    if (typeof lag.value === 'object') lag.wrong('expected agent: true, or cloudwatch')
    return null
  }
  if (agent === undefined) {
    const cloudwatch = field('cloudwatch')
    return metricOf(cloudwatch, cloudwatch.map(...METRIC_KEYS), '{connector}', ['{connector}', '{topic}'])
  }
  if (!agent) return null
  if (heap === null || heap.type === 'cloudwatch') {
    field('agent').wrong('needs the agent of heap, which has neither prometheus nor jolokia')
    return null
  }
  return { type: 'agent', agent: agentOf(heap) }
}

const agentOf = ({ type, url }: AgentSource): AgentSource => ({ type, url })

const METRIC_KEYS = ['namespace', 'metric', 'dimensions', 'statistic', 'unit'] as const
type MetricKey = (typeof METRIC_KEYS)[number]

const METRIC = 'the name of a metric'
const isMetricName = (text: string) => /^[\x20-\x7e]{1,255}$/.test(text)

/** @param needed the placeholder without which it would be the metric of everybody. */
function metricOf(
  place: YamlNode,
  field: (key: MetricKey) => YamlNode,
  needed: string,
  placeholders: readonly string[],
): CloudWatchSource {
  for (const key of ['namespace', 'metric'] as const) if (field(key).isAbsent) field(key).wrong('missing')
  const dimensions = field('dimensions')
    .entries(30)
    .map(([name, value]) => [name, dimensionOf(value, placeholders)] as const)
  if (!dimensions.some(([, value]) => value.includes(needed))) {
    const at = field('dimensions').isAbsent ? place : field('dimensions')
    at.wrong(`no dimension has ${needed} in its value`)
  }
  return {
    type: 'cloudwatch',
    namespace: field('namespace').text('a namespace such as AWS/Kafka', isMetricName) ?? '',
    metric: field('metric').text(METRIC, isMetricName) ?? '',
    dimensions: Object.fromEntries(dimensions),
    statistic: field('statistic').oneOf(...STATISTICS) ?? 'Maximum',
    unit: field('unit').isNull ? null : (field('unit').oneOf(...UNITS) ?? null),
  }
}

function dimensionOf(value: YamlNode, placeholders: readonly string[]): string {
  const text = value.text('a text', (given) => /^[\x20-\x7e]{1,1024}$/.test(given)) ?? ''
  const unknown = (text.match(/\{[^}]*\}/g) ?? []).some((each) => !placeholders.includes(each))
  if (unknown) value.wrong(`has another placeholder than ${listWords(placeholders, 'and')}`)
  return text
}
