import { setTimeout as sleep } from 'node:timers/promises'
import { loadConfig } from '../lib/config/config.ts'
import { MIB } from '../lib/util/bytes.ts'
import { startAws } from './aws.ts'
import { foundingSink } from './founding-sink.ts'
import { startConnect } from './http.ts'
import { incidentTable } from './incident-table.ts'
import { runLambdas } from './lambdas.ts'
import { Mailbox } from './mailbox.ts'

/** As env.yml has it for `serverless invoke local`, and clusters.yml beside this file. */
const LOCAL = { connectPorts: [8083, 8084], awsPort: 4566, name: 'connect-medic-local' } as const

/** An embedded cluster with a sink that dies of its memory, and local AWS endpoints, until it is stopped. */
export async function serve(): Promise<never> {
  const connect = await startConnect({ ports: LOCAL.connectPorts, workerHeapBytes: [2048 * MIB, 2048 * MIB] })
  const aws = await startAws({
    port: LOCAL.awsPort,
    queueName: LOCAL.name,
    tables: [incidentTable(LOCAL.name)],
  })
  const config = loadConfig({ CLUSTERS_FILE: 'dist/sandbox/clusters.json' })
  await runLambdas(aws, config, LOCAL.name)
  const mailbox = new Mailbox(aws)
  await foundingSink(connect, 'billing-s3')
  console.log(`Kafka Connect is on ${connect.urls.join(' and ')}, AWS on ${aws.env.AWS_ENDPOINT_URL}.
Its sink billing-s3 runs out of memory. In another terminal:

  npx serverless invoke local -f onAlarm -p events/alarm-eventbridge.json
  npx connect-medic check --url ${connect.urls[0]}

Messages to people are shown here. Ctrl-C ends it.
`)
  while (true) {
    await sleep(500)
    mailbox.open()
  }
}
