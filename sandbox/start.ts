import { parseArgs } from 'node:util'
import { ConfigError } from '../lib/config/error.ts'
import { ConnectError } from '../lib/connect/errors.ts'
import { serve } from './serve.ts'
import { StoryError, tellStory } from './story.ts'
import { watch } from './watch.ts'

const USAGE = `npm start                    the story of three failures, on an embedded cluster
npm start -- --url URL       watches a cluster of yours and tells what it would do; changes nothing
npm start -- --url URL --act watches it and does it
npm run sandbox              an embedded cluster and local AWS endpoints that stay, for serverless invoke local`

class UsageError extends Error {
  override readonly name = 'UsageError'
}

try {
  await start()
} catch (error) {
  const known = [StoryError, UsageError, ConfigError, ConnectError].find((each) => error instanceof each)
  if (known === undefined || !(error instanceof Error)) throw error
  console.error(error.message)
  process.exitCode = known === StoryError ? 1 : 2
}

async function start(): Promise<void> {
  const { url, act = false, serve: stay, help } = options()
  if (help) console.log(USAGE)
  else if (url !== undefined) await watch(url, { dryRun: !act })
  else if (act) throw new UsageError(`--act needs --url: what should be acted on?\n\n${USAGE}`)
  else if (stay) await serve()
  else await tellStory()
}

function options() {
  try {
    return parseArgs({
      options: {
        url: { type: 'string' },
        act: { type: 'boolean' },
        serve: { type: 'boolean' },
        help: { type: 'boolean' },
      },
    }).values
  } catch (cause) {
    throw new UsageError(`${cause instanceof Error ? cause.message : cause}\n\n${USAGE}`, { cause })
  }
}
