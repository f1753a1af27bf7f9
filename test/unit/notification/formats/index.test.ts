import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import type { Caveat } from '../../../../lib/notification/formats/format.ts'
import {
  FORMATS,
  type FormatName,
  renderNotification,
  toNotification,
} from '../../../../lib/notification/formats/index.ts'
import type { Message } from '../../../../lib/notification/message.ts'
import {
  anyMessage,
  clusterMessageOf,
  groupMessageOf,
  messageOf,
  NOW,
  riskMessageOf,
} from '../../../support/messages.ts'

const NAMES = Object.keys(FORMATS).filter((name): name is FormatName => Object.hasOwn(FORMATS, name))
type Caveats = Readonly<Record<Caveat, boolean>>
const NONE: Caveats = { dryRun: false, perhapsRepeated: false }
const MESSAGES: readonly (readonly [string, (delivery: Caveats) => Message])[] = [
  ['an incident', (delivery) => ({ ...messageOf(), ...delivery })],
  ['a group', (delivery) => ({ ...groupMessageOf(), ...delivery })],
  ['a risk', (delivery) => ({ ...riskMessageOf(), ...delivery })],
  ['a cluster', (delivery) => ({ ...clusterMessageOf(), ...delivery })],
]

const render = (message: Message, name: FormatName) => renderNotification(toNotification(message, NOW), name)

describe.each(NAMES)('the format %s', (name) => {
  it('is never longer than it may be, never empty, and well-formed', () => {
    fc.assert(
      fc.property(anyMessage, (message) => {
        const text = render(message, name)
        expect(Buffer.byteLength(text)).toBeLessThanOrEqual(FORMATS[name].maxBytes)
        expect(text).not.toBe('')
        expect(text.isWellFormed()).toBe(true)
        expect(text).not.toMatch(/[^\P{Cc}\n\t]|[\u202a-\u202e]/u)
      }),
      { numRuns: 60 },
    )
  })

  it.each(MESSAGES)('shows each caveat of %s, and none that does not hold', (_, messageWith) => {
    const plain = render(messageWith(NONE), name)
    const [dry, again] = [
      render(messageWith({ ...NONE, dryRun: true }), name),
      render(messageWith({ ...NONE, perhapsRepeated: true }), name),
    ]
    expect(new Set([plain, dry, again]).size).toBe(3)
    const { dryRun, perhapsRepeated } = FORMATS[name].caveats
    expect(dry).toContain(dryRun)
    expect(again).toContain(perhapsRepeated)
  })

  it.each(MESSAGES)('says what %s is about', (_, messageWith) => {
    expect(render(messageWith(NONE), name)).toContain('prod')
  })

  it.each(MESSAGES)('shows no secret of %s', (_, messageWith) => {
    const text = JSON.stringify(messageWith(NONE)).replaceAll('prod', 'prod password=hunter2hunter2')
    const message: Message = JSON.parse(text)
    expect(render(message, name)).not.toContain('hunter2')
  })
})
