import type { Family } from '../model.ts'
import { heldRecords } from '../parts/records.ts'
import { ANY_COUNT, numberSetting } from '../parts/setting.ts'

const OUTSTANDING = 'splunk.hec.max.outstanding.events'
const FEW = 10_000

/** Events that Splunk has not confirmed yet; the bound is so high by default that there is none. */
export const splunk: Family = {
  name: 'splunk',
  classes: ['com.splunk.kafka.connect.SplunkSinkConnector'],
  shares: (task) => {
    const most = numberSetting(task, OUTSTANDING, 1_000_000, ANY_COUNT)
    return [
      heldRecords(task, {
        cause: 'unbounded-buffer',
        count: { low: 0, high: task.partitions?.length === 0 ? 0 : most.value },
        where: 'that Splunk has not confirmed',
        copies: 1,
        setting: most.text,
        assumptions: [...most.assumptions, 'Splunk is taken to be slow; if it keeps up, few events wait.'],
      }),
    ]
  },
  levers: (task) =>
    numberSetting(task, OUTSTANDING, 1_000_000, ANY_COUNT).value > FEW
      ? [
          {
            remedy: 'lower-queue-size',
            set: { [OUTSTANDING]: String(FEW) },
            price: 'the task waits while Splunk is slow',
          },
        ]
      : [],
  ineffective: () => [],
}
