import { LineCounter, parseDocument } from 'yaml'
import type {
  AuthConfig,
  ClusterConfig,
  Config,
  PolicyRule,
  SecretRef,
  TlsConfig,
} from '../domain/cluster-config.ts'
import type { Governor, Policy } from '../domain/policy.ts'
import { DEFAULT_GOVERNOR, DEFAULT_POLICY } from './defaults.ts'
import { ConfigError } from './error.ts'
import {
  parseHeapSource,
  parseLagSource,
  parseLike,
  parsePartitions,
  parseWorkerConfig,
} from './parse-evidence.ts'
import { YamlNode, type YamlSource } from './yaml-node.ts'

const POLICY_KEYS = [
  'restart',
  'restartsPerIncident',
  'restartsPerDay',
  'backoff',
  'maxBackoff',
  'provenAfter',
  'warn',
  'muteUntil',
  'topicArn',
] as const
type PolicyKey = (typeof POLICY_KEYS)[number]

/**
 * Reads clusters.yml. For the build and the CLI; at run time `loadConfig` reads what the build made of it.
 * @param fileName how messages call the file.
 * @throws ConfigError with every problem in it.
 */
export function parseConfig(yamlText: string, fileName: string): Config {
  const lines = new LineCounter()
  // Without prettyErrors: they quote the file, secrets that don't belong into it included.
  const document = parseDocument(yamlText, { lineCounter: lines, prettyErrors: false, logLevel: 'error' })
  if (document.errors.length > 0) {
    throw new ConfigError(
      document.errors.map(({ code, pos }) => {
        const { line, col } = lines.linePos(pos[0])
        return `${fileName}:${line}: not valid YAML at column ${col}: ${code.toLowerCase().replaceAll('_', ' ')}`
      }),
    )
  }
  const source: YamlSource = { fileName, document, lines, problems: [] }
  const config = configOf(new YamlNode(source, plainValue(source)))
  if (source.problems.length > 0) {
    throw new ConfigError(source.problems.toSorted((a, b) => a.line - b.line).map(({ text }) => text))
  }
  return config
}

function plainValue({ document, fileName }: YamlSource): unknown {
  try {
    // An empty file is a map without keys, so that the message is about what is missing.
    return document.toJS() ?? {}
  } catch {
    // An alias without an anchor, or so many aliases that the value would not fit into memory.
    throw new ConfigError([`${fileName}:1: has an alias (*name) that can't be resolved`])
  }
}

function configOf(file: YamlNode): Config {
  const field = file.map('governor', 'defaults', 'clusters')
  const governor = governorOf(field('governor'), DEFAULT_GOVERNOR)
  const defaults = policyOf(field('defaults').map(...POLICY_KEYS), DEFAULT_POLICY)
  const clusters = field('clusters').list(1, 100)
  const seen = new Set<string>()
  return {
    clusters: clusters.map((place) => {
      const cluster = clusterOf(place, governor, defaults)
      if (cluster.name !== '' && seen.has(cluster.name)) place.wrong(`a second cluster named ${cluster.name}`)
      seen.add(cluster.name)
      return cluster
    }),
  }
}

function clusterOf(cluster: YamlNode, inheritedGovernor: Governor, inheritedPolicy: Policy): ClusterConfig {
  const field = cluster.map(
    'name',
    'urls',
    'auth',
    'tls',
    'alarms',
    'kafkaVersion',
    'workerHeap',
    'workers',
    'workerConfig',
    'like',
    'partitions',
    'heap',
    'lag',
    'governor',
    'defaults',
    'policies',
  )
  const defaults = policyOf(field('defaults').map(...POLICY_KEYS), inheritedPolicy)
  const heap = parseHeapSource(field('heap'))
  return {
    name: nameOf(field('name')),
    urls: field('urls').list(1, 20).map(urlOf),
    auth: authOf(field('auth')),
    tls: tlsOf(field('tls')),
    alarms: field('alarms').list(0, 50).map(globOf),
    kafkaVersion: orNull(field('kafkaVersion'), versionOf, null),
    workerHeapBytes: orNull(field('workerHeap'), (heap) => heap.size('64m', '512g'), null),
    workers: orNull(field('workers'), (workers) => workers.integer(1, 1_000), null),
    workerConfig: parseWorkerConfig(field('workerConfig')),
    like: parseLike(field('like')),
    partitions: parsePartitions(field('partitions')),
    heap,
    lag: parseLagSource(field('lag'), heap),
    governor: governorOf(field('governor'), inheritedGovernor),
    defaults,
    policies: field('policies')
      .list(0, 500)
      .map((rule) => ruleOf(rule, defaults)),
  }
}

function nameOf(place: YamlNode): string {
  if (place.isAbsent) place.wrong('missing')
  const isName = (text: string) => /^[A-Za-z0-9._-]{1,64}$/.test(text)
  return place.text('1 to 64 letters, digits, dots, dashes or underscores', isName) ?? ''
}

/** In quotes, because YAML reads 3.10 as 3.1. */
const versionOf = (place: YamlNode): string | undefined =>
  place.text('a version in quotes, such as "3.9.1"', (text) => /^\d+(\.\d+)+[\w.-]*$/.test(text))

/** Messages leave the URL out, which may hold a password. */
function urlOf(place: YamlNode): string {
  const expected = 'a URL such as http://connect.internal:8083'
  const text = place.text(expected, URL.canParse) ?? 'http://wrong'
  const url = new URL(text)
  if (url.protocol !== 'http:' && url.protocol !== 'https:') place.wrong('expected an http or https URL')
  if (url.username !== '' || url.password !== '') {
    place.wrong('has credentials in it; keep them in a secret, which auth.secret names')
  }
  if (/[?#]/.test(text)) place.wrong('has a query or a fragment; expected only the address of the REST API')
  return url.href.replace(/\/+$/, '')
}

function authOf(auth: YamlNode): AuthConfig {
  if (auth.isAbsent) return { type: 'none' }
  const field = auth.map('type', 'secret')
  if (field('type').isAbsent) field('type').wrong('missing; expected none, basic or bearer')
  const type = field('type').oneOf('none', 'basic', 'bearer')
  if (type === undefined) return { type: 'none' }
  if (type === 'none') {
    if (!field('secret').isAbsent) field('secret').wrong('not used with type none')
    return { type }
  }
  if (field('secret').isAbsent) field('secret').wrong(`missing; expected ${SECRET_SHAPE}`)
  return { type, secret: secretOf(field('secret')) ?? NO_SECRET }
}

function tlsOf(tls: YamlNode): TlsConfig {
  const field = tls.map('ca', 'clientCertificate')
  const ca = field('ca')
  const isPem = typeof ca.value === 'string' && ca.value.trimStart().startsWith('-----BEGIN CERTIFICATE-----')
  if (isPem && /PRIVATE KEY/.test(String(ca.value))) {
    ca.wrong('has a private key in it; keep that in a secret, which clientCertificate names')
  }
  return {
    ca: isPem
      ? String(ca.value)
      : orNull(ca, (place) => secretOf(place, 'certificates as PEM text, or '), null),
    clientCertificate: orNull(field('clientCertificate'), (place) => secretOf(place), null),
  }
}

const SECRET_SHAPE = 'secretsmanager:connect-medic/NAME or ssm:/connect-medic/NAME'
const NO_SECRET: SecretRef = { store: 'ssm', name: '' }

function secretOf(place: YamlNode, or = ''): SecretRef | undefined {
  const pattern = /^(?:(secretsmanager):(connect-medic\/[\w/+=.@-]+)|(ssm):(\/connect-medic\/[\w./-]+))$/
  const text = place.text(`${or}the name of a secret, ${SECRET_SHAPE}`, (value) => pattern.test(value))
  const [, , secret, , parameter] = pattern.exec(text ?? '') ?? []
  if (secret !== undefined) return { store: 'secretsmanager', name: secret }
  return parameter === undefined ? undefined : { store: 'ssm', name: parameter }
}

const globOf = (place: YamlNode): string =>
  place.text(
    'a name, in which * is any run of characters',
    (text) => text.length > 0 && text.length <= 255,
  ) ?? ''

function governorOf(place: YamlNode, inherited: Governor): Governor {
  const field = place.map('dryRun', 'restartsPerScan', 'canaryFrom', 'rebalanceDelay')
  return {
    dryRun: field('dryRun').flag() ?? inherited.dryRun,
    restartsPerScan: field('restartsPerScan').integer(1, 100) ?? inherited.restartsPerScan,
    canaryFrom: field('canaryFrom').integer(2, 1_000) ?? inherited.canaryFrom,
    rebalanceDelayMs: field('rebalanceDelay').duration('0s', '1d') ?? inherited.rebalanceDelayMs,
  }
}

function ruleOf(rule: YamlNode, inherited: Policy): PolicyRule {
  const field = rule.map('match', ...POLICY_KEYS)
  if (field('match').isAbsent) field('match').wrong('missing; expected the name of a connector, or a * in it')
  return { match: globOf(field('match')), policy: policyOf(field, inherited) }
}

function policyOf(field: (key: PolicyKey) => YamlNode, inherited: Policy): Policy {
  const policy: Policy = {
    restart: field('restart').oneOf('auto', 'propose', 'off') ?? inherited.restart,
    restartsPerIncident: field('restartsPerIncident').integer(1, 100) ?? inherited.restartsPerIncident,
    restartsPerDay: field('restartsPerDay').integer(1, 1_000) ?? inherited.restartsPerDay,
    backoffMs: field('backoff').duration('1s', '1d') ?? inherited.backoffMs,
    maxBackoffMs: field('maxBackoff').duration('1s', '1d') ?? inherited.maxBackoffMs,
    provenAfterMs: field('provenAfter').duration('1m', '1d') ?? inherited.provenAfterMs,
    warn: field('warn').flag() ?? inherited.warn,
    muteUntil: orNull(field('muteUntil'), timeOf, inherited.muteUntil),
    topicArn: orNull(field('topicArn'), topicOf, inherited.topicArn),
  }
  if (policy.backoffMs > policy.maxBackoffMs) {
    const place = field('backoff').isAbsent ? field('maxBackoff') : field('backoff')
    place.wrong('backoff is longer than maxBackoff')
  }
  return policy
}

function timeOf(place: YamlNode): number | undefined {
  const pattern = /^\d{4}-\d\d-\d\dT\d\d:\d\d(:\d\d)?(Z|[+-]\d\d:\d\d)$/
  const isTime = (text: string) => pattern.test(text) && !Number.isNaN(Date.parse(text))
  const text = place.text('a time with its offset, such as 2027-01-04T08:00Z', isTime)
  return text === undefined ? undefined : Date.parse(text)
}

/** The functions' role may publish to topics of this prefix, and to no other. */
function topicOf(place: YamlNode): string | undefined {
  const pattern = /^arn:aws[a-z-]*:sns:[a-z0-9-]+:\d{12}:connect-medic-[\w-]{1,242}$/
  return place.text('the ARN of a standard SNS topic whose name begins with connect-medic-', (text) =>
    pattern.test(text),
  )
}

/** For a setting that `key: null` sets to null, instead of what it would inherit. */
const orNull = <T>(
  place: YamlNode,
  read: (place: YamlNode) => T | undefined,
  inherited: T | null,
): T | null => (place.isNull ? null : (read(place) ?? inherited))
