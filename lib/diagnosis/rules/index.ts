import type { Kind } from '../../domain/vocabulary.ts'
import { AWS } from './aws.ts'
import { AZURE } from './azure.ts'
import { CASSANDRA } from './cassandra.ts'
import { CLICKHOUSE } from './clickhouse.ts'
import { CONFLUENT_JDBC } from './confluent-jdbc.ts'
import { CONNECT_RUNTIME } from './connect-runtime.ts'
import { DB2 } from './db2.ts'
import { DEBEZIUM } from './debezium.ts'
import { ELASTICSEARCH } from './elasticsearch.ts'
import { GOOGLE_CLOUD } from './google-cloud.ts'
import { HADOOP } from './hadoop.ts'
import { HTTP } from './http.ts'
import { ICEBERG } from './iceberg.ts'
import { INFLUXDB } from './influxdb.ts'
import { JDBC, JDBC_NETWORK } from './jdbc.ts'
import { JDK } from './jdk.ts'
import { KAFKA_CLIENTS } from './kafka-clients.ts'
import { MESSAGING } from './messaging.ts'
import { MONGODB } from './mongodb.ts'
import { MYSQL } from './mysql.ts'
import { NETWORK } from './network.ts'
import { ORACLE } from './oracle.ts'
import { PLUGINS } from './plugins.ts'
import { POSTGRESQL } from './postgresql.ts'
import { RECORDS } from './records.ts'
import { REDIS } from './redis.ts'
import type { Rule } from './rule.ts'
import { SALESFORCE } from './salesforce.ts'
import { SCHEMA_REGISTRY } from './schema-registry.ts'
import { SNOWFLAKE } from './snowflake.ts'
import { SQL_SERVER } from './sql-server.ts'
import { TLS } from './tls.ts'

/**
 * Of one throwable, what was lost, held, too large or refused goes before a connection that failed: the first names its
 * system, the second all of them say alike. A database that is down says so before it refuses a row; a service refuses in
 * many words before it is down.
 */
const OF_DATABASES: readonly Kind[] = [
  'source-position-lost',
  'source-busy',
  'record-too-large',
  'throttled',
  'credentials-expired',
  'authorization',
  'config-invalid',
  'bad-record',
  'network',
  'sink-rejected',
]
const OF_SERVICES: readonly Kind[] = [
  'source-busy',
  'record-too-large',
  'throttled',
  'credentials-expired',
  'config-invalid',
  'authorization',
  'bad-record',
  'sink-rejected',
  'network',
]

function byKind(kinds: readonly Kind[], ...lists: readonly (readonly Rule[])[]): readonly Rule[] {
  return lists.flat().toSorted((a, b) => kinds.indexOf(a.kind) - kinds.indexOf(b.kind))
}

/** Every rule, in the order in which they are tried on one throwable: precise ones before broad ones. */
export const RULES: readonly Rule[] = [
  ...SCHEMA_REGISTRY,
  ...PLUGINS,
  ...DEBEZIUM,
  ...CONNECT_RUNTIME,
  ...TLS,
  ...KAFKA_CLIENTS,
  ...JDK,
  ...CONFLUENT_JDBC,
  ...byKind(
    OF_DATABASES,
    POSTGRESQL,
    MYSQL,
    SQL_SERVER,
    ORACLE,
    DB2,
    MONGODB,
    CASSANDRA,
    CLICKHOUSE,
    SNOWFLAKE,
    REDIS,
    MESSAGING,
    SALESFORCE,
    JDBC,
  ),
  ...byKind(OF_SERVICES, AZURE, GOOGLE_CLOUD, AWS, ELASTICSEARCH, HADOOP, ICEBERG, INFLUXDB, HTTP),
  ...NETWORK,
  JDBC_NETWORK,
  ...RECORDS,
]
