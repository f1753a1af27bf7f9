import type { Lever, TaskFacts } from '../model.ts'
import { FLUSH_INTERVAL } from './records.ts'
import { workerSetting } from './setting.ts'

/** 10 s cured a GCS sink on one topic that died at each commit (gcs-connector-for-apache-kafka#95). */
const SHORT_MS = 10_000

/** A setting of the workers: it goes into their properties, not into the connector's config. */
export function flushMoreOftenLever(task: TaskFacts): readonly Lever[] {
  const { value } = workerSetting(task, FLUSH_INTERVAL, 60_000, { min: 1, max: 2 ** 31 - 1 })
  if (value <= SHORT_MS) return []
  return [
    {
      remedy: 'lower-flush-interval',
      set: { [FLUSH_INTERVAL]: String(SHORT_MS) },
      price:
        'a setting of the workers, not of the connector: they have to be restarted, and all their connectors flush as often; more and smaller files',
    },
  ]
}
