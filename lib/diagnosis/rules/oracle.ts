import { anyOf, type Rule } from './rule.ts'

const CODES = 'https://docs.oracle.com/en/error-help/db/'

export const ORACLE: readonly Rule[] = [
  {
    id: 'oracle-log-missing',
    kind: 'source-position-lost',
    source: CODES,
    message: /ORA-(?:00308|01291|01292)\b/i,
    example: 'java.sql.SQLException: ORA-01291: missing log file',
  },
  {
    id: 'oracle-access-denied',
    kind: 'authorization',
    source: CODES,
    message: /ORA-(?:01017|01031|01045|28000|28001|01005)\b/i,
    example: 'java.sql.SQLException: ORA-01017: invalid username/password; logon denied',
  },
  {
    id: 'oracle-unavailable',
    kind: 'network',
    source: CODES,
    message:
      /ORA-(?:00060|03113|03114|03135|12170|12504|12505|12514|12541|12537|12528|12545|01033|01034|01089|01012|02396|17002|17008|17410|25408|12571)\b/i,
    example:
      'java.sql.SQLRecoverableException: ORA-12514, TNS:listener does not currently know of service requested in connect descriptor',
  },
  {
    id: 'oracle-row-refused',
    kind: 'sink-rejected',
    source: CODES,
    message: anyOf(
      /ORA-(?:00001|01400|12899|00904|00942|01438|02290|02291|01722|01861|00932|01407|00955)\b/i,
      /invalid identifier/i,
    ),
    example: 'java.sql.BatchUpdateException: ORA-01400: cannot insert NULL into ("SHOP"."ORDERS"."PRICE")',
  },
]
