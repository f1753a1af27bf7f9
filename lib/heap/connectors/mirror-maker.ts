import { MIB } from '../../util/bytes.ts'
import { formatBytes } from '../../util/quantity.ts'
import type { Family, TaskFacts } from '../model.ts'
import { smallerProducerLever } from '../parts/client-levers.ts'
import { heldRecords } from '../parts/records.ts'
import { ANY_COUNT, numberSetting, type Setting } from '../parts/setting.ts'

const SMALL_FETCH = 10 * MIB

/** Its consumer is its own, so its settings are the connector's: `source.consumer.*`. */
const fetchBytes = (task: TaskFacts): Setting<number> =>
  numberSetting(task, 'source.consumer.fetch.max.bytes', 50 * MIB, ANY_COUNT)

/** MirrorMaker 2: a consumer of the source cluster inside a source task; its producer is Connect's. */
export const mirrorMaker: Family = {
  name: 'mirror-maker',
  classes: ['org.apache.kafka.connect.mirror.MirrorSourceConnector'],
  shares: (task) => {
    const fetch = fetchBytes(task)
    const poll = numberSetting(task, 'source.consumer.max.poll.records', 500, ANY_COUNT)
    return [
      {
        cause: 'fetch-buffers',
        what: `up to two fetch responses of ${formatBytes({ low: fetch.value, high: fetch.value })}`,
        bytes: { low: 0, high: 2 * fetch.value },
        setting: fetch.text,
        assumptions: [
          ...fetch.assumptions,
          'One broker is taken to lead all partitions that it reads: each further one may answer as much.',
        ],
      },
      heldRecords(task, {
        cause: 'record-batch',
        count: { low: 0, high: poll.value },
        where: 'of one poll',
        copies: 1,
        setting: poll.text,
        assumptions: poll.assumptions,
      }),
    ]
  },
  levers: (task) => [
    ...(fetchBytes(task).value > SMALL_FETCH
      ? [
          {
            remedy: 'lower-poll-size' as const,
            set: { 'source.consumer.fetch.max.bytes': String(SMALL_FETCH) },
            price: 'more, smaller fetches: less throughput over slow links',
          },
        ]
      : []),
    ...smallerProducerLever(task),
  ],
  ineffective: () => [],
}
