import { anyOf, type Rule } from './rule.ts'

export const INFLUXDB: readonly Rule[] = [
  {
    id: 'influxdb-points-refused',
    kind: 'sink-rejected',
    source: 'https://docs.influxdata.com/influxdb/v2/write-data/troubleshoot/',
    message: anyOf(/partial write/i, /field type conflict/i),
    example:
      'org.influxdb.InfluxDBException$FieldTypeConflictException: partial write: field type conflict: input field "value" on measurement "orders" is type integer, already exists as type float dropped=85',
  },
]
