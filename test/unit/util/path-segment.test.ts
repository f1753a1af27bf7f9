import { expect, test } from 'vitest'
import { isAddressable } from '../../../lib/util/path-segment.ts'

test.each(['orders', 'a b', 'é☃😀', 'a;b', 'a?b#c', '...', 'a.b', '+&=@:'])('a path reaches %j', (name) => {
  expect(isAddressable(name)).toBe(true)
})

test.each(['', '.', '..', 'a/b c%é', 'a/b', '100%', 'a\\b', 'a\nb', 'a\u0000', '\ud800'])(
  'no path reaches %j',
  (name) => {
    expect(isAddressable(name)).toBe(false)
  },
)
