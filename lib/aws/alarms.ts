import { type CloudWatchClient, type MetricAlarm, paginateDescribeAlarms } from '@aws-sdk/client-cloudwatch'
import { globMatches } from '../util/glob.ts'
import { isObject, type JsonObject, shapeOf } from '../util/json.ts'

/** A CloudWatch alarm that has changed its state, whichever way it came. */
export interface AlarmSignal {
  /**
   * Equal for the same change by any way: alarm ARN, time as AWS wrote it and value, joined by `#`; for one
   * contributor of an alarm also its id, as several may change at once.
   */
  readonly key: string
  readonly alarmName: string
  readonly value: AlarmValue
  /** An alarm or a mute rule says that nothing is to be done about it now. */
  readonly suppressed: boolean
  /** Those of each metric; none of a composite alarm, nor of an expression. */
  readonly dimensions: readonly Dimensions[]
  /** What a Metrics Insights query grouped by, for this contributor; else empty. */
  readonly contributor: Dimensions
  /** ARNs of the alarms that changed a composite alarm. */
  readonly children: readonly string[]
}

export type AlarmValue = 'ALARM' | 'OK' | 'INSUFFICIENT_DATA'
export type Dimensions = Readonly<Record<string, string>>

/** The event is none that an alarm sends. */
export class UnknownEventError extends Error {
  override readonly name = 'UnknownEventError'

  constructor(field: string, value: unknown, expected: string) {
    super(`${field}: ${shapeOf(value)}; expected ${expected}`)
  }
}

/**
 * Reads what CloudWatch sends by EventBridge, as a direct Lambda action, or through SNS (which may hold several).
 * @throws UnknownEventError and nothing else.
 */
export function parseAlarmEvent(event: unknown): readonly AlarmSignal[] {
  const envelope = objectAt('event', event, 'an alarm event of EventBridge, of CloudWatch, or of SNS')
  if (Array.isArray(envelope.Records)) {
    if (envelope.Records.length === 0)
      throw new UnknownEventError('Records', envelope.Records, 'a record of SNS')
    return envelope.Records.map((record: unknown, index) => fromSns(record, `Records[${index}]`))
  }
  if ('alarmData' in envelope)
    return [fromState('alarmData', envelope.alarmData, textAt('alarmArn', envelope.alarmArn))]
  const type = envelope['detail-type']
  if (type !== 'CloudWatch Alarm State Change' && type !== 'CloudWatch Alarm Contributor State Change') {
    throw new UnknownEventError(
      'detail-type',
      type,
      '"CloudWatch Alarm State Change", alarmData, or Records of SNS',
    )
  }
  const [alarmArn] = arrayOf(envelope.resources)
  return [fromState('detail', envelope.detail, textAt('resources[0]', alarmArn))]
}

/** EventBridge's `detail` and the direct action's `alarmData` are the same. */
function fromState(path: string, value: unknown, alarmArn: string): AlarmSignal {
  const data = objectAt(path, value, 'the alarm')
  const state = objectAt(`${path}.state`, data.state, 'the state of the alarm')
  const contributorId = dig(data, 'alarmContributor', 'id')
  return {
    ...headOf({
      arn: { field: 'alarmArn', value: alarmArn },
      value: { field: `${path}.state.value`, value: state.value },
      timestamp: { field: `${path}.state.timestamp`, value: state.timestamp },
      contributor: typeof contributorId === 'string' ? contributorId : null,
    }),
    alarmName: textAt(`${path}.alarmName`, data.alarmName),
    suppressed: typeof state.actionsSuppressedBy === 'string' || isObject(data.muteDetail),
    dimensions: arrayOf(dig(data, 'configuration', 'metrics'))
      .map((metric) => dig(metric, 'metricStat', 'metric', 'dimensions'))
      .filter(isObject)
      .map((dimensions) => textsOf(Object.entries(dimensions))),
    contributor: textsOf(Object.entries(objectOr(dig(data, 'alarmContributor', 'attributes')))),
    children: arnsOf(arrayOf(dig(unwrapped(state.reasonData), 'triggeringAlarms')), 'arn'),
  }
}

function fromSns(record: unknown, path: string): AlarmSignal {
  const field = `${path}.Sns.Message`
  const alarm = unwrapped(textAt(field, dig(record, 'Sns', 'Message')))
  const { AlarmArn, AlarmName, NewStateValue, StateChangeTime, Trigger, TriggeringChildren } = objectAt(
    field,
    alarm,
    'the JSON of a CloudWatch alarm',
  )
  const metrics = arrayOf(dig(Trigger, 'Metrics')).map((metric) =>
    dig(metric, 'MetricStat', 'Metric', 'Dimensions'),
  )
  return {
    ...headOf({
      arn: { field: `${field} AlarmArn`, value: AlarmArn },
      value: { field: `${field} NewStateValue`, value: NewStateValue },
      timestamp: { field: `${field} StateChangeTime`, value: StateChangeTime },
      contributor: null,
    }),
    alarmName: textAt(`${field} AlarmName`, AlarmName),
    // Neither a suppressed nor a muted alarm runs its actions, of which SNS is one.
    suppressed: false,
    dimensions: [dig(Trigger, 'Dimensions'), ...metrics]
      .map((dimensions) =>
        textsOf(arrayOf(dimensions).map((each) => [dig(each, 'name'), dig(each, 'value')])),
      )
      .filter((dimensions) => Object.keys(dimensions).length > 0),
    contributor: {},
    children: arnsOf(arrayOf(TriggeringChildren), 'Arn'),
  }
}

function headOf({
  arn,
  value,
  timestamp,
  contributor,
}: {
  readonly arn: Field
  readonly value: Field
  readonly timestamp: Field
  readonly contributor: string | null
}): Pick<AlarmSignal, 'key' | 'value'> {
  const alarmArn = textAt(arn.field, arn.value)
  if (!ALARM_ARN.test(alarmArn)) throw new UnknownEventError(arn.field, arn.value, 'the ARN of an alarm')
  if (!isAlarmValue(value.value)) {
    throw new UnknownEventError(value.field, value.value, 'ALARM, OK or INSUFFICIENT_DATA')
  }
  const when = textAt(timestamp.field, timestamp.value)
  if (Number.isNaN(Date.parse(when))) {
    throw new UnknownEventError(timestamp.field, timestamp.value, 'a time of ISO 8601')
  }
  const key = [alarmArn, when, value.value, ...(contributor === null ? [] : [contributor])].join('#')
  return { key, value: value.value }
}

interface Field {
  readonly field: string
  readonly value: unknown
}

/** Which clusters an alarm is about, and why in words. */
export interface ConcernedClusters {
  readonly clusters: readonly string[]
  readonly why: string
}

/** The dimensions of alarms, by ARN; those that do not exist (any more) are missing. */
export type DescribeAlarms = (
  alarmArns: readonly string[],
) => Promise<ReadonlyMap<string, readonly Dimensions[]>>

/**
 * Which clusters an alarm is about: those whose `alarms` in clusters.yml name it, else those that one of its dimensions
 * names; of a composite alarm, those of its children. All, if that does not tell: a look at a healthy cluster costs one
 * request, and an alarm that nobody looks into costs more. It never throws because of CloudWatch.
 */
export async function findConcernedClusters(
  signal: AlarmSignal,
  clusters: readonly { readonly name: string; readonly alarms: readonly string[] }[],
  describeAlarms: DescribeAlarms,
): Promise<ConcernedClusters> {
  const names = clusters.map(({ name }) => name)
  const listing = (alarmName: string) =>
    clusters
      .filter(({ alarms }) => alarms.some((glob) => globMatches(glob, alarmName)))
      .map(({ name }) => name)

  const listed = listing(signal.alarmName)
  if (listed.length > 0) return { clusters: listed, why: `clusters.yml lists the alarm ${signal.alarmName}` }
  const named = clustersIn([...signal.dimensions, signal.contributor], names)
  if (named.length > 0) return { clusters: named, why: 'a dimension of the alarm names it' }
  if (signal.children.length === 0) {
    return {
      clusters: names,
      why: 'neither clusters.yml nor a dimension tells which cluster the alarm is about',
    }
  }
  const unlisted = signal.children.filter((arn) => listing(nameOf(arn)).length === 0)
  let described: ReadonlyMap<string, readonly Dimensions[]>
  try {
    described = unlisted.length === 0 ? new Map() : await describeAlarms(unlisted)
  } catch (error) {
    const fault = error instanceof Error ? error.name : 'an unknown error'
    return { clusters: names, why: `CloudWatch did not tell about the alarms that set it off: ${fault}` }
  }
  const found = signal.children.map((arn) => {
    const listedChild = listing(nameOf(arn))
    return listedChild.length > 0 ? listedChild : clustersIn(described.get(arn) ?? [], names)
  })
  if (found.some((each) => each.length === 0)) {
    return { clusters: names, why: 'one of the alarms that set it off tells no cluster' }
  }
  const all = new Set(found.flat())
  return { clusters: names.filter((name) => all.has(name)), why: 'the alarms that set it off name it' }
}

/** A dimension that is called after the cluster goes before one that only happens to have its name as value. */
function clustersIn(dimensions: readonly Dimensions[], names: readonly string[]): string[] {
  const pairs = dimensions.flatMap((each) => Object.entries(each))
  const among = (chosen: typeof pairs) => names.filter((name) => chosen.some(([, value]) => value === name))
  const certain = among(pairs.filter(([key]) => /cluster/iu.test(key)))
  return certain.length > 0 ? certain : among(pairs)
}

/** DescribeAlarms takes 100 names at once. */
const BATCH_SIZE = 100

/** Asks CloudWatch, of this account and region: needs cloudwatch:DescribeAlarms. */
export function describeAlarmDimensions(client: CloudWatchClient): DescribeAlarms {
  return async (alarmArns) => {
    const described = new Map<string, readonly Dimensions[]>()
    for (let from = 0; from < alarmArns.length; from += BATCH_SIZE) {
      const AlarmNames = alarmArns.slice(from, from + BATCH_SIZE).map(nameOf)
      const pages = paginateDescribeAlarms({ client }, { AlarmNames, AlarmTypes: ['MetricAlarm'] })
      for await (const { MetricAlarms = [] } of pages) {
        // By ARN: an alarm of another account or region may have the same name.
        for (const alarm of MetricAlarms) {
          if (alarm.AlarmArn !== undefined) described.set(alarm.AlarmArn, dimensionsOf(alarm))
        }
      }
    }
    return described
  }
}

function dimensionsOf({ Dimensions = [], Metrics = [] }: MetricAlarm): readonly Dimensions[] {
  return [Dimensions, ...Metrics.map(({ MetricStat }) => MetricStat?.Metric?.Dimensions ?? [])]
    .filter((dimensions) => dimensions.length > 0)
    .map((dimensions) => textsOf(dimensions.map(({ Name, Value }) => [Name, Value])))
}

const ALARM_ARN = /^arn:[^:]+:cloudwatch:[^:]+:[^:]*:alarm:(.+)$/su

function nameOf(alarmArn: string): string {
  return ALARM_ARN.exec(alarmArn)?.[1] ?? alarmArn
}

function isAlarmValue(value: unknown): value is AlarmValue {
  return value === 'ALARM' || value === 'OK' || value === 'INSUFFICIENT_DATA'
}

function objectAt(field: string, value: unknown, expected: string): JsonObject {
  if (!isObject(value)) throw new UnknownEventError(field, value, expected)
  return value
}

function textAt(field: string, value: unknown): string {
  if (typeof value !== 'string' || value === '') throw new UnknownEventError(field, value, 'a text')
  return value
}

function objectOr(value: unknown): JsonObject {
  return isObject(value) ? value : {}
}

function arrayOf(value: unknown): readonly unknown[] {
  return Array.isArray(value) ? value : []
}

function dig(value: unknown, ...keys: readonly string[]): unknown {
  return keys.reduce<unknown>((at, key) => (isObject(at) ? at[key] : undefined), value)
}

/** What a text says in JSON, else the value itself: the reason of an alarm set by hand may be any text. */
function unwrapped(value: unknown): unknown {
  if (typeof value !== 'string') return value
  try {
    return JSON.parse(value)
  } catch {
    return value
  }
}

function textsOf(pairs: readonly (readonly [unknown, unknown])[]): Dimensions {
  return Object.fromEntries(pairs.filter((pair) => isTexts(pair)))
}

function isTexts(pair: readonly [unknown, unknown]): pair is readonly [string, string] {
  return typeof pair[0] === 'string' && typeof pair[1] === 'string'
}

/** AWS's schema says that SNS sends texts here; what it sends are objects. */
function arnsOf(children: readonly unknown[], key: string): readonly string[] {
  return children
    .map((child) => (isObject(child) ? child[key] : child))
    .filter((arn) => typeof arn === 'string')
}
