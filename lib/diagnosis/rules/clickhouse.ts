import { anyOf, type Rule } from './rule.ts'

/** Every code with its name, which stands at the end of the message in brackets. */
const CODES = 'https://github.com/ClickHouse/ClickHouse/blob/master/src/Common/ErrorCodes.cpp'

export const CLICKHOUSE: readonly Rule[] = [
  {
    // It merges slower than it is written to, which takes its time.
    id: 'clickhouse-too-many-parts',
    kind: 'throttled',
    source: CODES,
    message: /Too many parts/i,
    example:
      'com.clickhouse.client.ClickHouseException: Code: 252. DB::Exception: Too many parts (300). Merges are processing significantly slower than inserts. (TOO_MANY_PARTS)',
  },
  {
    id: 'clickhouse-access-denied',
    kind: 'authorization',
    source: CODES,
    message: /ACCESS_DENIED/i,
    example:
      'com.clickhouse.client.ClickHouseException: Code: 497. DB::Exception: connect: Not enough privileges. To execute this query, it’s necessary to have the grant INSERT(id) ON shop.orders. (ACCESS_DENIED)',
  },
  {
    id: 'clickhouse-row-refused',
    kind: 'sink-rejected',
    source: CODES,
    message: anyOf(/UNKNOWN_TABLE/i, /CANNOT_PARSE/i, /TYPE_MISMATCH/i, /Code: (?:27|60|16|53|6|44)\b/i),
    example:
      "com.clickhouse.client.api.ServerException: Code: 27. DB::Exception: Cannot parse input: expected ',' before: 'abc' (CANNOT_PARSE_INPUT_ASSERTION_FAILED)",
  },
]
