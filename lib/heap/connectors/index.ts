import type { FamilyLike, Settings } from '../../domain/cluster-config.ts'
import type { ConnectorFacts, Family } from '../model.ts'
import { FLUSH_INTERVAL } from '../parts/records.ts'
import { aivenAzure } from './aiven-azure.ts'
import { aivenGcs } from './aiven-gcs.ts'
import { aivenS3 } from './aiven-s3.ts'
import { bigQuery } from './bigquery.ts'
import { confluentAzure } from './confluent-azure.ts'
import { confluentGcs } from './confluent-gcs.ts'
import { confluentHdfs } from './confluent-hdfs.ts'
import { confluentS3 } from './confluent-s3.ts'
import { debeziums } from './debezium.ts'
import { elasticsearch, openSearch } from './elasticsearch.ts'
import { fileStreamSink, fileStreamSource } from './file-stream.ts'
import { iceberg } from './iceberg.ts'
import { confluentJdbcSink, debeziumJdbcSink } from './jdbc-sink.ts'
import { confluentJdbcSource } from './jdbc-source.ts'
import { lenses } from './lenses.ts'
import { mirrorMaker } from './mirror-maker.ts'
import { mongoSink, mongoSource } from './mongodb.ts'
import { snowflake } from './snowflake.ts'
import { splunk } from './splunk.ts'

export const FAMILIES: readonly Family[] = [
  confluentS3,
  confluentGcs,
  confluentAzure,
  confluentHdfs,
  aivenS3,
  aivenGcs,
  aivenAzure,
  lenses,
  confluentJdbcSink,
  confluentJdbcSource,
  ...debeziums,
  debeziumJdbcSink,
  elasticsearch,
  openSearch,
  snowflake,
  bigQuery,
  mongoSink,
  mongoSource,
  iceberg,
  splunk,
  mirrorMaker,
  fileStreamSource,
  fileStreamSink,
]

/** What `like: {family: …}` in clusters.yml may say. */
export const FAMILY_NAMES: readonly string[] = FAMILIES.map(({ name }) => name)

/** A connector's family, and the connector's settings under the names that the family knows. */
export interface KnownConnector {
  readonly family: Family
  readonly config: Settings
}

/** By clusters.yml where that tells, by the class otherwise. Null: what it holds is not known. */
export function findFamily({ config, like }: ConnectorFacts): KnownConnector | null {
  if (like === null) {
    const family = byClass(config['connector.class']?.trim() ?? '')
    return family === undefined ? null : { family, config }
  }
  const family = FAMILIES.find(({ name }) => name === like.family)
  return family === undefined ? null : { family: alike(family, like), config: underFamilyNames(config, like) }
}

/** Whether a lever's setting belongs into the properties of the workers, and means nothing in a connector's config. */
export function isWorkerSetting(key: string): boolean {
  return key === FLUSH_INTERVAL
}

/** Kafka Connect's own, which every connector has. */
const CONNECTS_OWN = /^(?:consumer|producer)\.override\./

/** Of the family's levers it has those whose settings it is known to have. */
function alike(family: Family, { keys }: FamilyLike): Family {
  return {
    ...family,
    levers: (task) =>
      family
        .levers(task)
        .filter(({ set }) =>
          Object.keys(set).every(
            (key) =>
              Object.hasOwn(keys, key) ||
              Object.hasOwn(task.config, key) ||
              CONNECTS_OWN.test(key) ||
              isWorkerSetting(key),
          ),
        ),
  }
}

/** Connect also takes a class without its package, and without `Connector`; here only if one family has it. */
function byClass(given: string): Family | undefined {
  const exact = FAMILIES.find(({ classes }) => classes.includes(given))
  if (exact !== undefined || given === '' || given.includes('.')) return exact
  const short = FAMILIES.filter(({ classes }) => classes.some((full) => isShortFor(given, full)))
  return short.length === 1 ? short[0] : undefined
}

function isShortFor(given: string, full: string): boolean {
  const simple = full.slice(full.lastIndexOf('.') + 1)
  return given === simple || `${given}Connector` === simple
}

/** A family's key that has another name here means nothing under its own. */
function underFamilyNames(config: Settings, { keys }: FamilyLike): Settings {
  const others = Object.entries(config).filter(([key]) => !Object.hasOwn(keys, key))
  const renamed = Object.entries(keys).flatMap(([key, own]) => {
    const value = Object.hasOwn(config, own) ? config[own] : undefined
    return value === undefined ? [] : [[key, value] as const]
  })
  return Object.fromEntries([...others, ...renamed])
}
