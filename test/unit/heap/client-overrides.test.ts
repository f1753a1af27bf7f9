import { describe, expect, it } from 'vitest'
import { clientOverridePrice, supportsClientOverrides } from '../../../lib/heap/client-overrides.ts'
import { maxPollRecords } from '../../../lib/heap/framework.ts'
import { simulateRemedies } from '../../../lib/heap/remedies.ts'
import { cluster, s3, topics } from '../../support/cluster-load.ts'
import { given } from '../../support/families.ts'
import { sink } from '../../support/framework.ts'

const POLICY = 'needs connector.client.config.override.policy=All on the workers'

describe('supportsClientOverrides', () => {
  it.each([
    ['2.2.1', false],
    ['2.3.0', true],
    ['5.2.3-ccs', false],
    ['5.3.0-ccs', true],
    ['6.0.1-ce', true],
    [null, true],
    ['trunk', true],
  ])('of %j is %j', (kafkaVersion, supported) => {
    expect(supportsClientOverrides(sink({ kafkaVersion }))).toBe(supported)
  })

  it('decides whether an override counts', () => {
    const config = { 'consumer.override.max.poll.records': '7' }
    const workerConfig = { 'consumer.max.poll.records': '9' }
    expect(maxPollRecords(sink({ config, workerConfig, kafkaVersion: '2.2.0' }))).toBe(9)
    expect(maxPollRecords(sink({ config, workerConfig, kafkaVersion: '2.3.0' }))).toBe(7)
  })

  it.each([
    ['2.2.0', []],
    ['2.3.0', ['lower-poll-size']],
  ])('decides whether levers by overrides are offered: Kafka %s', (kafkaVersion, remedies) => {
    const task = given('com.mongodb.kafka.connect.MongoSinkConnector', {}, { kafkaVersion })
    expect(task.family.levers(task).map(({ remedy }) => remedy)).toEqual(remedies)
    const source = given('org.apache.kafka.connect.mirror.MirrorSourceConnector', {}, { kafkaVersion })
    const keys = source.family.levers(source).flatMap(({ set }) => Object.keys(set))
    expect(keys.includes('producer.override.buffer.memory')).toBe(remedies.length > 0)
    const two = cluster([s3(topics(4, 1), ['a', 'a'], { kafkaVersion })])
    const tried = simulateRemedies(two, 'orders').map(({ remedy }) => remedy)
    expect(tried.includes('change-assignor')).toBe(remedies.length > 0)
  })
})

describe('clientOverridePrice', () => {
  it.each([
    ['2.8.2', POLICY],
    ['6.2.0-ccs', POLICY],
    ['3.0.0', ''],
    ['7.6.0-ccs', ''],
    ['8.0.0-ccs', ''],
    [null, `${POLICY}, the default since Kafka 3.0`],
  ])('for %j is %j', (kafkaVersion, price) => {
    expect(clientOverridePrice(sink({ kafkaVersion }))).toBe(price)
  })
})
