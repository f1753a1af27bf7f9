import { KIB, MIB } from '../../util/bytes.ts'
import { countOf, formatBytes } from '../../util/quantity.ts'
import type { Family, TaskFacts } from '../model.ts'
import { largestInFile } from '../parts/file-formats.ts'
import { DEFAULT_DISTINCT_VALUES } from '../parts/file-paths.ts'
import { countPartitions } from '../parts/task-partitions.ts'
import { recordOnHeap } from '../record-size.ts'

const KCQL_KEYS = ['connect.s3.kcql', 'connect.gcpstorage.kcql', 'connect.datalake.kcql']

/** FLUSH_COUNT of a KCQL statement, by default. */
const FLUSH_COUNT = 50_000

/** ParquetWriter.DEFAULT_BLOCK_SIZE, for one Parquet file; else a BufferedOutputStream onto the local disk. */
const PARQUET_ROW_GROUP = 128 * MIB
const STREAM = 8 * KIB

/** Stream Reactor's object stores stage their files on the local disk, so that little of them is on the heap. */
export const lenses: Family = {
  name: 'lenses',
  classes: [
    'io.lenses.streamreactor.connect.aws.s3.sink.S3SinkConnector',
    'io.lenses.streamreactor.connect.gcp.storage.sink.GCPStorageSinkConnector',
    'io.lenses.streamreactor.connect.datalake.sink.DatalakeSinkConnector',
  ],
  shares: (task) => {
    const partitions = countPartitions(task)
    const { fansOut, isParquet, flushCount, where } = writing(task)
    const count = { low: partitions.low, high: partitions.high * (fansOut ? DEFAULT_DISTINCT_VALUES : 1) }
    const record = recordOnHeap(task.connector)
    const most = isParquet
      ? Math.max(STREAM, Math.min(PARQUET_ROW_GROUP, flushCount * largestInFile(task)))
      : STREAM
    return [
      {
        cause: fansOut ? 'partition-fanout' : 'open-writers',
        what: `${countOf(count, isParquet ? 'Parquet row group' : 'open file')} of ${formatBytes({ low: STREAM, high: most })}`,
        bytes: { low: count.low * STREAM, high: count.high * most },
        setting: where,
        assumptions: [
          ...partitions.assumptions,
          ...(isParquet ? record.assumptions : []),
          ...(fansOut
            ? [
                `PARTITIONBY is taken to open up to ${DEFAULT_DISTINCT_VALUES} files a partition; the folders in the bucket tell.`,
              ]
            : []),
        ],
      },
    ]
  },
  levers: () => [],
  ineffective: (task) =>
    writing(task).isParquet
      ? []
      : [
          {
            remedy: 'lower-flush-size',
            why: 'what is not flushed yet is on the local disk: look at its space instead',
          },
        ],
}

/** What the KCQL says; of several statements the widest. */
function writing({ config }: TaskFacts) {
  const key = KCQL_KEYS.find((each) => config[each] !== undefined)
  const kcql = (key === undefined ? undefined : config[key]) ?? ''
  const counts = [...kcql.matchAll(/flush[._]count'?\s?=\s?(\d{1,9})/gi)].map(([, digits]) => Number(digits))
  return {
    fansOut: /\bPARTITIONBY\b/i.test(kcql),
    isParquet: /\bSTOREAS\s{1,9}`?PARQUET/i.test(kcql),
    flushCount: counts.length === 0 ? FLUSH_COUNT : Math.max(...counts),
    where: key ?? null,
  }
}
