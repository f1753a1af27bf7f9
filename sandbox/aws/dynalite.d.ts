declare module 'dynalite' {
  import type { Server } from 'node:http'

  /** DynamoDB in memory; tables are ACTIVE `createTableMs` after their creation. */
  export default function dynalite(options: { createTableMs?: number }): Server
}
