import { GetMetricDataCommand, type MetricDataQuery, type StandardUnit } from '@aws-sdk/client-cloudwatch'
import type { CloudWatchSource } from '../domain/cluster-config.ts'
import { fillTemplate } from './host.ts'
import type { Readings, SourceAccess } from './source-access.ts'

/** GetMetricData takes 500 queries. */
const BATCH_SIZE = 500
const MAX_QUERIES = 2_000
const PERIOD_S = 60
/** Long enough for metrics that come each five minutes, short enough to speak of now. */
const LOOK_BACK_MS = 15 * 60_000
/** What CloudWatch takes as the value of a dimension; with any other it refuses the whole call. */
const DIMENSION_VALUE = /^[\x20-\x7e]{1,1024}$/

const BYTES: Readonly<Record<NonNullable<CloudWatchSource['unit']>, number>> = {
  Bytes: 1,
  Kilobytes: 1024,
  Megabytes: 1024 ** 2,
  Gigabytes: 1024 ** 3,
  Count: 1,
  None: 1,
}

export interface MetricWanted {
  /** Under which the value is given. */
  readonly key: string
  readonly metric: string
  readonly placeholders: Readonly<Record<string, string>>
}

/** The newest values of the last 15 minutes, in bytes if the source's unit is one of bytes. Never rejects. */
export async function readNewestValues(
  source: CloudWatchSource,
  wanted: readonly MetricWanted[],
  { cloudWatch }: Pick<SourceAccess, 'cloudWatch'>,
  signal: AbortSignal,
): Promise<Readings<number>> {
  const queries = wanted.map((each) => ({ key: each.key, ...queryOf(source, each) }))
  const askable = queries.filter(({ Dimensions }) =>
    Dimensions.every(({ Value }) => DIMENSION_VALUE.test(Value)),
  )
  const asked = askable.slice(0, MAX_QUERIES)
  const values = new Map<string, number>()
  const problems: string[] = []
  if (askable.length < queries.length) {
    problems.push(
      `CloudWatch knows no metrics of ${queries.length - askable.length} names that are not ASCII`,
    )
  }
  if (asked.length < askable.length) {
    problems.push(`CloudWatch was asked for ${asked.length} metrics of ${askable.length} only`)
  }
  const end = Date.now()
  try {
    for (let from = 0; from < asked.length; from += BATCH_SIZE) {
      const batch = asked.slice(from, from + BATCH_SIZE)
      const command = new GetMetricDataCommand({
        StartTime: new Date(end - LOOK_BACK_MS),
        EndTime: new Date(end),
        ScanBy: 'TimestampDescending',
        MetricDataQueries: batch.map((query, index) => metricStat(source, query, index)),
      })
      const { MetricDataResults = [] } = await cloudWatch.send(command, { abortSignal: signal })
      for (const { Id = '', Values: [newest] = [] } of MetricDataResults) {
        const query = batch[Number(Id.slice(1))]
        if (query !== undefined && newest !== undefined && Number.isFinite(newest)) {
          values.set(query.key, newest * (source.unit === null ? 1 : BYTES[source.unit]))
        }
      }
    }
  } catch (error) {
    problems.push(
      `CloudWatch did not tell of ${source.namespace} ${source.metric}: ${faultOf(error, signal)}`,
    )
  }
  return { values, problems }
}

interface Query {
  readonly MetricName: string
  readonly Dimensions: { readonly Name: string; readonly Value: string }[]
}

function queryOf({ dimensions }: CloudWatchSource, { metric, placeholders }: MetricWanted): Query {
  const Dimensions = Object.entries(dimensions).map(([Name, template]) => ({
    Name,
    Value: fillTemplate(template, placeholders),
  }))
  return { MetricName: metric, Dimensions }
}

function metricStat(source: CloudWatchSource, query: Query, index: number): MetricDataQuery {
  const { MetricName, Dimensions } = query
  const unit: StandardUnit | null = source.unit
  return {
    Id: `q${index}`,
    MetricStat: {
      Metric: { Namespace: source.namespace, MetricName, Dimensions },
      Period: PERIOD_S,
      Stat: source.statistic,
      ...(unit === null ? {} : { Unit: unit }),
    },
  }
}

/** The name only: the message of a refusal has the account and the role in it. */
function faultOf(error: unknown, signal: AbortSignal): string {
  if (signal.aborted) return 'no answer in time'
  return error instanceof Error ? error.name : 'an unknown error'
}
