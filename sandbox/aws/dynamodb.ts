import type { Server } from 'node:http'
import {
  CreateTableCommand,
  type CreateTableCommandInput,
  DynamoDBClient,
  waitUntilTableExists,
} from '@aws-sdk/client-dynamodb'
import dynalite from 'dynalite'
import { listen } from '../listen.ts'

/**
 * Starts a DynamoDB with these tables. It has no transactions, no TTL, and gives no item back with a failed condition.
 */
export async function startDynamoDb(
  tables: readonly CreateTableCommandInput[],
  region: string,
): Promise<{ readonly endpoint: string; readonly server: Server }> {
  const server = dynalite({ createTableMs: 0 })
  const endpoint = `http://127.0.0.1:${await listen(server)}`
  const client = new DynamoDBClient({
    endpoint,
    region,
    credentials: { accessKeyId: 'x', secretAccessKey: 'x' },
  })
  for (const table of tables) {
    await client.send(new CreateTableCommand(table))
    await waitUntilTableExists({ client, maxWaitTime: 10, minDelay: 1 }, { TableName: table.TableName })
  }
  client.destroy()
  return { endpoint, server }
}
