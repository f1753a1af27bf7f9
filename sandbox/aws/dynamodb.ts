import type { Server } from 'node:http'
import {
  CreateTableCommand,
  type CreateTableCommandInput,
  DynamoDBClient,
  waitUntilTableExists,
} from '@aws-sdk/client-dynamodb'
import dynalite from 'dynalite'

/**
 * A DynamoDB that answers requests handed to it. It has no transactions, no TTL, and gives no item back with a failed
 * condition.
 */
export function dynamoDb(): Server {
  return dynalite({ createTableMs: 0 })
}

export async function createTables(
  tables: readonly CreateTableCommandInput[],
  endpoint: string,
  region: string,
): Promise<void> {
  const credentials = { accessKeyId: 'x', secretAccessKey: 'x' }
  const client = new DynamoDBClient({ endpoint, region, credentials })
  for (const table of tables) {
    await client.send(new CreateTableCommand(table))
    await waitUntilTableExists({ client, maxWaitTime: 10, minDelay: 1 }, { TableName: table.TableName })
  }
  client.destroy()
}
