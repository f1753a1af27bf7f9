import type { Rule } from './rule.ts'

export const DB2: readonly Rule[] = [
  {
    id: 'db2-access-denied',
    kind: 'authorization',
    source: 'https://www.ibm.com/docs/en/db2-for-zos/13?topic=codes-sql-error',
    message: /SQLCODE=-(?:4214|551|552)\b/i,
    example:
      'com.ibm.db2.jcc.am.SqlSyntaxErrorException: DB2 SQL Error: SQLCODE=-551, SQLSTATE=42501, SQLERRMC=CONNECT;INSERT;SHOP.ORDERS',
  },
  {
    id: 'db2-row-refused',
    kind: 'sink-rejected',
    source: 'https://www.ibm.com/docs/en/db2-for-zos/13?topic=codes-sql-error',
    message: /SQLCODE=-(?:803|407|204|206|433|530|302)\b/i,
    example:
      'com.ibm.db2.jcc.am.SqlIntegrityConstraintViolationException: DB2 SQL Error: SQLCODE=-803, SQLSTATE=23505, SQLERRMC=1;SHOP.ORDERS',
  },
]
