import { describe, expect, test } from 'vitest'
import { listTopics } from '../../../lib/domain/topics.ts'

describe('listTopics', () => {
  test.each([
    ['a', ['a']],
    [' a ,\tb\n', ['a', 'b']],
    ['b,a,b', ['b', 'a']],
    ['a,,b, ,', ['a', 'b']],
    ['', []],
    [' , ', []],
  ])('reads %j as Kafka Connect does', (topics, listed) => {
    expect(listTopics({ topics })).toEqual(listed)
  })

  test('lists none of a pattern', () => {
    expect(listTopics({ 'topics.regex': 'orders-.*' })).toEqual([])
  })
})
