import { MIB } from '../../util/bytes.ts'
import { countOf, formatBytes } from '../../util/quantity.ts'
import { splitList } from '../../util/text.ts'
import type { Family, TaskFacts } from '../model.ts'
import { DEFAULT_DISTINCT_VALUES } from '../parts/file-paths.ts'
import { readWithin } from '../parts/records.ts'
import { ANY_COUNT, numberSetting } from '../parts/setting.ts'

const COMMIT = 'iceberg.control.commit.interval-ms'
const ROW_GROUP = 'iceberg.tables.write-props.write.parquet.row-group-size-bytes'

/** A page and a dictionary of Parquet (1 and 2 MiB at most) for at least one column. */
const COLUMN = 3 * MIB

const SHORT_COMMIT_MS = 60_000
const SMALL_ROW_GROUP = 16 * MIB

const commitInterval = (task: TaskFacts) => numberSetting(task, COMMIT, 300_000, { min: 1, max: 2 ** 31 - 1 })
const rowGroup = (task: TaskFacts) => numberSetting(task, ROW_GROUP, 128 * MIB, ANY_COUNT)

/** Tables that are named; one if they are chosen by a field of the records. */
function tables({ config }: TaskFacts): number {
  return Math.max(1, splitList(config['iceberg.tables'] ?? '').length)
}

/**
 * Apache's and Tabular's sink: PartitionedFanoutWriter keeps a Parquet writer open for each partition of a table that had
 * a record, until the commit; nothing bounds their number. A test of years of data, by day and tenant, died on 231 MiB.
 */
export const iceberg: Family = {
  name: 'iceberg',
  classes: [
    'org.apache.iceberg.connect.IcebergSinkConnector',
    'io.tabular.iceberg.connect.IcebergSinkConnector',
  ],
  shares: (task) => {
    const interval = commitInterval(task)
    const group = rowGroup(task)
    const read = readWithin(task, interval.value)
    const isIdle = read.bytes.high === 0
    const count = isIdle ? { low: 0, high: 0 } : { low: 1, high: tables(task) * DEFAULT_DISTINCT_VALUES }
    return [
      {
        cause: 'partition-fanout',
        what: `${countOf(count, 'open Parquet file')} of up to ${formatBytes({ low: group.value, high: group.value })}`,
        // What is encoded is about as large as what came.
        bytes: {
          low: count.low * COLUMN,
          high: count.high * COLUMN + Math.min(count.high * group.value, read.bytes.high),
        },
        setting: interval.text,
        assumptions: [
          ...interval.assumptions,
          ...group.assumptions,
          ...read.assumptions,
          `Up to ${DEFAULT_DISTINCT_VALUES} partitions of a table are taken to get records between two commits; its partitions table tells.`,
        ],
      },
    ]
  },
  levers: (task) => [
    ...(rowGroup(task).value > SMALL_ROW_GROUP
      ? [
          {
            remedy: 'lower-part-size' as const,
            set: { [ROW_GROUP]: String(SMALL_ROW_GROUP) },
            price: 'slower queries: more and smaller row groups',
          },
        ]
      : []),
    ...(commitInterval(task).value > SHORT_COMMIT_MS
      ? [
          {
            remedy: 'lower-flush-interval' as const,
            set: { [COMMIT]: String(SHORT_COMMIT_MS) },
            price: 'more snapshots and smaller files, which have to be compacted',
          },
        ]
      : []),
  ],
  ineffective: () => [],
}
