import { KIB, MIB } from '../../util/bytes.ts'
import { countOf, formatBytes } from '../../util/quantity.ts'
import type { Share, TaskFacts } from '../model.ts'
import { recordOnHeap } from '../record-size.ts'
import { NO_BOUND, type OpenFiles } from './open-files.ts'
import type { PartitionCount } from './task-partitions.ts'

/**
 * What the format of an open file holds besides its buffer: nothing for JSON and bytes, a block for Avro
 * (DataFileWriter, 0.1 to 0.3 MiB), and for Parquet all records of the row group, encoded. Parquet's compressors take
 * direct memory besides, which is not counted here.
 *
 * @param rowGroup largest row group in bytes
 */
export function encodedFiles(
  task: TaskFacts,
  partitions: PartitionCount,
  files: OpenFiles,
  rowGroup: number,
  format: string,
): readonly Share[] {
  const count = { low: partitions.low * files.low, high: partitions.high * files.high }
  if (/Avro/.test(format)) {
    return [
      {
        cause: files.cause,
        what: countOf(count, 'Avro block'),
        bytes: { low: count.low * 100 * KIB, high: count.high * 300 * KIB },
        setting: null,
        assumptions: partitions.assumptions,
      },
    ]
  }
  if (!/Parquet/.test(format)) return []
  // All files of a partition share its flush.size records.
  const most = Math.max(
    PARQUET_PAGE,
    Math.min(rowGroup, (files.plan.flushSize * largestInFile(task)) / files.high),
  )
  return [
    {
      cause: files.cause,
      what: `${countOf(count, 'Parquet row group')} of ${formatBytes({ low: PARQUET_PAGE, high: most })}`,
      bytes: { low: count.low * PARQUET_PAGE, high: count.high * most },
      setting: files.plan.flushSize === NO_BOUND ? null : `flush.size=${files.plan.flushSize}`,
      assumptions: [
        ...partitions.assumptions,
        ...recordOnHeap(task.connector).assumptions,
        `A row group grows with its file until flush.size records or ${formatBytes({ low: rowGroup, high: rowGroup })} are in it.`,
      ],
    },
  ]
}

/** A record in a file, in bytes: at most about as large as it came. */
export function largestInFile({ connector }: TaskFacts): number {
  const { bytes, perWireByte } = recordOnHeap(connector)
  return bytes.high / perWireByte.low
}

/** ParquetRecordWriterProvider.PAGE_SIZE of the connectors. */
const PARQUET_PAGE = 64 * KIB

/** Records of a row group that holds no more than this are worth a smaller flush.size. */
export const SMALL_ROW_GROUP = 16 * MIB
