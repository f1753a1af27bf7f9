import { DynamoDBClient } from '@aws-sdk/client-dynamodb'
import { DynamoDBDocumentClient, ScanCommand } from '@aws-sdk/lib-dynamodb'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import type { Incident } from '../../../lib/domain/incident.ts'
import { dynamoStore } from '../../../lib/incident/dynamodb-store.ts'
import { ConflictError } from '../../../lib/incident/store.ts'
import { type AwsSandbox, startAws } from '../../../sandbox/aws.ts'
import { incidentTable } from '../../../sandbox/incident-table.ts'
import { incidentOf } from '../../support/incidents.ts'

const { signal } = new AbortController()
let aws: AwsSandbox
let client: DynamoDBDocumentClient

beforeAll(async () => {
  aws = await startAws({ tables: [incidentTable('incidents')] })
  client = documents(aws.env.AWS_ENDPOINT_URL ?? '')
})

afterAll(() => aws.close())

function documents(endpoint: string): DynamoDBDocumentClient {
  const credentials = { accessKeyId: 'x', secretAccessKey: 'y' }
  return DynamoDBDocumentClient.from(
    new DynamoDBClient({ endpoint, region: 'eu-west-1', credentials, maxAttempts: 1 }),
  )
}

describe('the incident store', () => {
  it('gives back what was saved, per cluster', async () => {
    const store = dynamoStore(client, 'incidents')
    const incident = incidentOf({ cluster: 'one', connector: 'a/b c%é' })
    await store.saveIncident({ value: incident, version: 0 }, signal)
    await store.saveCluster(
      'one',
      { value: { known: ['x'], unplaced: { x: 5 }, progress: {}, warned: {} }, version: 0 },
      signal,
    )
    const memory = await store.load('one', signal)
    expect(memory.incidents.get('a/b c%é')).toEqual({ value: incident, version: 1 })
    expect(memory.cluster).toEqual({
      value: { known: ['x'], unplaced: { x: 5 }, progress: {}, warned: {} },
      version: 1,
    })
    expect((await store.load('other', signal)).incidents.size).toBe(0)
  })

  it('lets one of twenty writers win who read the same version, and tells the others', async () => {
    const store = dynamoStore(client, 'incidents')
    for (const version of [0, 1]) {
      const tries = await Promise.allSettled(
        Array.from({ length: 20 }, (_, index) =>
          store.saveIncident({ value: incidentOf({ cluster: 'race', openedAt: index }), version }, signal),
        ),
      )
      expect(tries.filter(({ status }) => status === 'fulfilled')).toHaveLength(1)
      for (const each of tries)
        if (each.status === 'rejected') expect(each.reason).toBeInstanceOf(ConflictError)
    }
  })

  it('never takes an outage for an empty store', async () => {
    const nowhere = documents('http://127.0.0.1:1')
    await expect(dynamoStore(nowhere, 'incidents').load('one', signal)).rejects.toThrow()
  })

  it('reads a cluster that does not fit one page of DynamoDB', async () => {
    const store = dynamoStore(client, 'incidents')
    const trace = 'x'.repeat(30_000)
    for (let index = 0; index < 50; index++) {
      const value = incidentOf({ cluster: 'large', connector: `sink-${index}` })
      await store.saveIncident(
        { value: { ...value, diagnosis: { ...value.diagnosis, trace } }, version: 0 },
        signal,
      )
    }
    expect((await store.load('large', signal)).incidents.size).toBe(50)
  })

  it('lets an incident expire a week after its recovery, once people know of it', async () => {
    const store = dynamoStore(client, 'incidents')
    const recovered: Partial<Incident> = {
      cluster: 'ttl',
      phase: 'recovered',
      closedAt: 1_000_000,
    }
    const waiting = {
      number: 1,
      at: 1,
      event: 'recovered',
      action: '',
      next: '',
      sendingSince: null,
      perhapsSent: false,
    } as const
    await store.saveIncident(
      { value: incidentOf({ ...recovered, connector: 'told', outbox: [] }), version: 0 },
      signal,
    )
    await store.saveIncident(
      { value: incidentOf({ ...recovered, connector: 'untold', outbox: [waiting] }), version: 0 },
      signal,
    )
    await store.saveIncident({ value: incidentOf({ cluster: 'ttl', connector: 'open' }), version: 0 }, signal)
    const { Items = [] } = await client.send(
      new ScanCommand({ TableName: 'incidents', ConsistentRead: true }),
    )
    const expiry = Object.fromEntries(
      Items.filter(({ pk }) => pk === 'ttl').map(({ sk, expiresAt }) => [sk, expiresAt]),
    )
    expect(expiry).toEqual({
      'incident#told': 1_000 + 7 * 24 * 3600,
      'incident#untold': undefined,
      'incident#open': undefined,
    })
  })
})
