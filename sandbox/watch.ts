import { setTimeout as sleep } from 'node:timers/promises'
import { parseConfig } from '../lib/config/parse.ts'
import { createConnectClient } from '../lib/connect/client.ts'
import { startAws } from './aws.ts'
import { incidentTable } from './incident-table.ts'
import { runLambdas } from './lambdas.ts'
import { Mailbox } from './mailbox.ts'

const MINUTE_MS = 60_000

/**
 * Watches a real cluster from this machine, through the real handlers and local AWS endpoints, until it is stopped.
 * @throws ConfigError if the URL is none; ConnectError if the cluster can't be read at first
 */
export async function watch(url: string, { dryRun }: { readonly dryRun: boolean }): Promise<never> {
  const config = parseConfig(
    JSON.stringify({
      governor: { dryRun },
      clusters: [{ name: new URL(url).host.replaceAll(/[^\w.-]/g, '-'), urls: [url] }],
    }),
    '--url',
  )
  const [cluster] = config.clusters
  const connection = { cluster: cluster?.name ?? '', urls: [url], auth: { type: 'none' }, tls: {} } as const
  const { connectors } = await createConnectClient(connection).scan(new AbortController().signal)
  const aws = await startAws({ tables: [incidentTable('incidents')] })
  const lambdas = await runLambdas(aws, config, 'incidents')
  const mailbox = new Mailbox(aws)
  const manner = dryRun ? 'Nothing is changed.' : 'What the default policy allows is done.'
  console.log(
    `Watching ${connectors.length} connectors of ${url}, a scan a minute. ${manner} Ctrl-C ends it.\n`,
  )
  while (true) {
    await lambdas.schedule()
    // The messages of a scan come as soon as it is done, and the next scan a minute after it began.
    for (let waited = 0; waited < MINUTE_MS; waited += 1_000) {
      await sleep(1_000)
      mailbox.open()
    }
  }
}
