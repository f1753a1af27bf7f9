#!/usr/bin/env node
import { enableCompileCache } from 'node:module'
import type { runCommand as RunCommand } from './run.ts'

// On before the rest is loaded, and the rest is its own bundle: Node does not cache the file that turns the cache on.
enableCompileCache()

// axios looks at these when it is loaded, for an adapter that is not used here, and Node then loads all of undici:
// a third of the time that a check takes.
Object.assign(globalThis, { fetch: undefined, FormData: undefined, Request: undefined, Response: undefined })

const { runCommand }: { readonly runCommand: typeof RunCommand } = require('./run.cjs')

// `connect-medic … | head` closes the pipe early; that is no error.
process.stdout.on('error', (error: NodeJS.ErrnoException) => {
  if (error.code !== 'EPIPE') throw error
})

runCommand(process.argv.slice(2), process).then((code) => {
  process.exitCode = code
})
