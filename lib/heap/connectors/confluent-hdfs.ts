import { KIB, MIB } from '../../util/bytes.ts'
import { countOf } from '../../util/quantity.ts'
import type { Family, TaskFacts } from '../model.ts'
import { encodedFiles } from '../parts/file-formats.ts'
import { openFileLevers } from '../parts/open-file-levers.ts'
import { countOpenFiles, type FileRules } from '../parts/open-files.ts'
import { countPartitions } from '../parts/task-partitions.ts'

/** kafka-connect-hdfs sets the row group of Parquet itself (parquet/ParquetRecordWriterProvider). */
const PARQUET_ROW_GROUP = 256 * MIB

/** Packets of 64 KiB that one output stream of the HDFS client may have queued: dfs.client.write.max-packets-in-flight. */
const PACKET = 64 * KIB
const MAX_PACKETS = 80

/** A file stays open at a change of path (TopicPartitionWriter.shouldRotate). */
const FILES: FileRules = { closesOnChange: false, cap: null }

const format = ({ config }: TaskFacts) => config['format.class'] ?? 'AvroFormat'

/** Open files without part buffers: the client's packets, and what the format holds. */
export const confluentHdfs: Family = {
  name: 'confluent-hdfs',
  classes: ['io.confluent.connect.hdfs.HdfsSinkConnector', 'io.confluent.connect.hdfs3.Hdfs3SinkConnector'],
  shares: (task) => {
    const partitions = countPartitions(task)
    const files = countOpenFiles(task, FILES)
    const count = { low: partitions.low * files.low, high: partitions.high * files.high }
    return [
      {
        cause: files.cause,
        what: countOf(count, 'open file'),
        bytes: { low: count.low * PACKET, high: count.high * MAX_PACKETS * PACKET },
        setting: files.setting,
        assumptions: [...partitions.assumptions, ...files.assumptions],
      },
      ...encodedFiles(task, partitions, files, PARQUET_ROW_GROUP, format(task)),
    ]
  },
  levers: (task) => openFileLevers(task, FILES, []),
  ineffective: (task) =>
    /Parquet/.test(format(task))
      ? []
      : [
          {
            remedy: 'lower-poll-size',
            why: 'what a file holds does not depend on the records of one poll',
          },
        ],
}
