import { describe, expect, test } from 'vitest'
import { compareVersions } from '../../../lib/util/version.ts'

describe('compareVersions', () => {
  test.each([
    ['2.10.0', '2.9.9', 1],
    ['3.0.0', '3', 0],
    ['v1.4.3', '1.4.4', -1],
    ['10.5.25-SNAPSHOT', '10.5.25', 0],
    ['2.2', '2.2.1', -1],
  ])('%s against %s has the sign of %i', (version, other, sign) => {
    expect(Math.sign(compareVersions(version, other) ?? Number.NaN)).toBe(sign)
    expect(Math.sign(compareVersions(other, version) ?? Number.NaN)).toBe(sign === 0 ? 0 : -sign)
  })

  test.each(['', 'unknown', 'ccs-7'])('%j is no version', (version) => {
    expect(compareVersions(version, '1')).toBeNull()
  })
})
