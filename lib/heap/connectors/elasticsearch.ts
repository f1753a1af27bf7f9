import { MIB } from '../../util/bytes.ts'
import { countOf, formatBytes } from '../../util/quantity.ts'
import type { Family, Lever, Share, TaskFacts } from '../model.ts'
import { fewerRecordsLever } from '../parts/client-levers.ts'
import { bufferedCount, heldRecords } from '../parts/records.ts'
import { ANY_COUNT, numberSetting } from '../parts/setting.ts'
import { recordOnHeap } from '../record-size.ts'

/** The record, and the JSON that is made of it. */
const COPIES = 1.5

/** An offset with its state; up to ten times as many as buffered records are kept. */
const OFFSET_BYTES = 64
const OFFSETS_PER_RECORD = 10

const FEW_BUFFERED = 2000

/** Elasticsearch and OpenSearch: records wait in a buffer that is counted in records; put() blocks when it is full. */
function bulkIndexer(name: string, className: string, bulkSizeKey: string | null): Family {
  return {
    name,
    classes: [className],
    shares: (task) => [buffered(task), inFlight(task, bulkSizeKey)],
    levers: (task) => [...smallerBuffer(task), ...fewerRecordsLever(task)],
    ineffective: () => [],
  }
}

const maxBuffered = (task: TaskFacts) => numberSetting(task, 'max.buffered.records', 20_000, ANY_COUNT)

function buffered(task: TaskFacts): Share {
  const most = maxBuffered(task)
  const share = heldRecords(task, {
    cause: 'record-batch',
    count: bufferedCount(task, most.value),
    where: 'in the buffer, with their JSON',
    copies: COPIES,
    setting: most.text,
    assumptions: most.assumptions,
  })
  const offsets = most.value * OFFSETS_PER_RECORD * OFFSET_BYTES
  return { ...share, bytes: { low: share.bytes.low, high: share.bytes.high + offsets } }
}

/** A request in flight is held as it was built and as it is sent. */
function inFlight(task: TaskFacts, bulkSizeKey: string | null): Share {
  const requests = numberSetting(task, 'max.in.flight.requests', 5, { min: 1, max: 1000 })
  const batch = numberSetting(task, 'batch.size', 2000, ANY_COUNT)
  const bulk =
    bulkSizeKey === null ? null : numberSetting(task, bulkSizeKey, 5 * MIB, { min: -1, max: 2 ** 31 - 1 })
  const records = batch.value * recordOnHeap(task.connector).bytes.high
  const request = bulk !== null && bulk.value > 0 ? Math.min(records, bulk.value) : records
  return {
    cause: 'record-batch',
    what: `${countOf({ low: requests.value, high: requests.value }, 'request')} in flight of up to ${formatBytes({ low: request, high: request })}, twice`,
    bytes: { low: 0, high: requests.value * request * 2 },
    setting: requests.text,
    assumptions: [...requests.assumptions, ...batch.assumptions, ...(bulk?.assumptions ?? [])],
  }
}

function smallerBuffer(task: TaskFacts): readonly Lever[] {
  if (maxBuffered(task).value <= FEW_BUFFERED) return []
  return [
    {
      remedy: 'lower-queue-size',
      set: { 'max.buffered.records': String(FEW_BUFFERED) },
      price: 'the task waits earlier when the cluster is slow',
    },
  ]
}

export const elasticsearch = bulkIndexer(
  'elasticsearch',
  'io.confluent.connect.elasticsearch.ElasticsearchSinkConnector',
  'bulk.size.bytes',
)

export const openSearch = bulkIndexer(
  'opensearch',
  'io.aiven.kafka.connect.opensearch.OpenSearchSinkConnector',
  null,
)
