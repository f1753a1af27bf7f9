import { execFileSync } from 'node:child_process'
import { expect, test } from 'vitest'
import { quoteForShell } from '../../../lib/util/shell.ts'

test.each(['orders', "it's", '$(reboot)', '`reboot`', 'a\nb', '', "'; rm -rf ~ #", '\\"'])(
  'quoteForShell makes one word of %j',
  (text) => {
    const read = execFileSync('/bin/sh', ['-c', `printf %s ${quoteForShell(text)}`], { encoding: 'utf8' })
    expect(read).toBe(text)
  },
)
