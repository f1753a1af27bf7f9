import { splitList } from '../util/text.ts'
import type { Settings } from './cluster-config.ts'

/** The topics that a sink's settings list, each once (SinkConnectorConfig.parseTopicsList); empty for a pattern. */
export function listTopics({ topics = '' }: Settings): readonly string[] {
  return splitList(topics)
}
