import { formatCount } from '../../util/quantity.ts'
import { formatDuration } from '../../util/time.ts'
import type { Lever, TaskFacts } from '../model.ts'
import { largestInFile, SMALL_ROW_GROUP } from './file-formats.ts'
import { bucketDuration } from './file-paths.ts'
import { countOpenFiles, type FileRules, mostOpenFiles, type OpenFiles } from './open-files.ts'
import { isBefore } from './version.ts'

/** Files of a partition that a cap leaves. */
const FEW_FILES = 10

const SCHEDULE_MS = 600_000

/** First fewer open files, where there are many; then `buffers`, which make each one smaller; then smaller files. */
export function openFileLevers(
  task: TaskFacts,
  rules: FileRules,
  buffers: readonly Lever[],
): readonly Lever[] {
  const files = countOpenFiles(task, rules)
  return [...fewerFiles(task, files, rules), ...buffers, ...smallerFiles(task, files)]
}

function fewerFiles(
  task: TaskFacts,
  { plan, cause }: OpenFiles,
  { closesOnChange, cap: limit }: FileRules,
): readonly Lever[] {
  const { config, connector } = task
  const mayCap = limit !== null && !isBefore(connector, limit.since) && plan.maxOpen > FEW_FILES
  const cap: readonly Lever[] = mayCap
    ? [
        {
          remedy: 'fix-config',
          set: { [limit.key]: String(FEW_FILES) },
          price: `needs ${limit.since} or newer; files are closed early, so there are more and smaller ones`,
        },
      ]
    : []
  switch (cause) {
    case 'open-writers':
      return []
    case 'partition-fanout':
      return cap
    case 'time-bucket-fanout':
      return [
        {
          remedy: 'rotate-interval',
          set: {
            'rotate.interval.ms': String(bucketDuration(task).value),
            ...(closesOnChange ? { 'rotate.file.on.partition.change': 'true' } : {}),
          },
          price: 'many small files where records of different times come mixed',
        },
        ...cap,
        ...(Number(config['rotate.schedule.interval.ms'] ?? -1) > 0
          ? []
          : [
              {
                remedy: 'rotate-schedule-interval' as const,
                set: {
                  'rotate.schedule.interval.ms': String(SCHEDULE_MS),
                  timezone: config.timezone ?? 'UTC',
                },
                price: `closes all files each ${formatDuration(SCHEDULE_MS)}, also of partitions that fell silent; no bound while a backlog is read`,
              },
            ]),
      ]
  }
}

/** flush.size only where it bounds something: the number of files, or the records in a row group. */
function smallerFiles(task: TaskFacts, { plan, high }: OpenFiles): readonly Lever[] {
  const isParquet = /Parquet/.test(task.config['format.class'] ?? '')
  const size = isParquet
    ? Math.ceil(SMALL_ROW_GROUP / largestInFile(task))
    : mostOpenFiles(plan, high) > FEW_FILES
      ? FEW_FILES
      : plan.flushSize
  if (size >= plan.flushSize) return []
  return [
    {
      remedy: 'lower-flush-size',
      set: { 'flush.size': String(size) },
      price: `files of at most ${formatCount(size)} records`,
    },
  ]
}
