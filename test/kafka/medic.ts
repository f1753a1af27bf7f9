import { setTimeout as sleep } from 'node:timers/promises'
import { DEFAULT_GOVERNOR, DEFAULT_POLICY } from '../../lib/config/defaults.ts'
import type { Governor, Policy } from '../../lib/domain/policy.ts'
import type { JsonObject } from '../../lib/util/json.ts'
import type { Published } from '../../sandbox/aws/sns.ts'
import { type AwsSandbox, startAws } from '../../sandbox/aws.ts'
import { incidentTable } from '../../sandbox/incident-table.ts'
import { parseObject } from '../../sandbox/json.ts'
import { type Lambdas, runLambdas } from '../../sandbox/lambdas.ts'
import { clusterConfig } from '../support/cluster-config.ts'

/** A day in a minute: where clusters.yml has minutes, these tests have seconds. */
const POLICY: Policy = { ...DEFAULT_POLICY, backoffMs: 1_000, maxBackoffMs: 3_000, provenAfterMs: 2_000 }

/** As for a cluster with the scheduled.rebalance.max.delay.ms of startWorker, which is 3 s. */
const GOVERNOR: Governor = { ...DEFAULT_GOVERNOR, rebalanceDelayMs: 30_000 }

const SCAN_EVERY_MS = 200
const SCAN_WITHIN_MS = 60_000
const TOLD_WITHIN_MS = 60_000

export class MedicError extends Error {
  override readonly name = 'MedicError'
}

/** What people were told once. */
export interface Told {
  readonly event: string
  readonly connector: string
  readonly kind: string
  /** The mail. */
  readonly text: string
  /** What programs get. */
  readonly data: JsonObject
}

/** The built handlers at work on a Connect cluster; one to a process. */
export class Medic {
  readonly #aws: AwsSandbox
  readonly #lambdas: Lambdas

  private constructor(aws: AwsSandbox, lambdas: Lambdas) {
    this.#aws = aws
    this.#lambdas = lambdas
  }

  /** @param policy what differs from the policy above */
  static async start(urls: readonly string[], policy: Partial<Policy> = {}): Promise<Medic> {
    const aws = await startAws({ tables: [incidentTable('incidents')] })
    const defaults = { ...POLICY, ...policy }
    const cluster = clusterConfig({ name: 'real', urls, governor: GOVERNOR, defaults })
    return new Medic(aws, await runLambdas(aws, { clusters: [cluster] }, 'incidents'))
  }

  /** One scan, from the schedule to the last message; throws MedicError if it doesn't come to its end. */
  async scan(): Promise<void> {
    const deadline = Date.now() + SCAN_WITHIN_MS
    await this.#lambdas.schedule()
    while (this.#aws.queue.waiting > 0) {
      if (Date.now() > deadline) throw new MedicError(`a scan took more than ${SCAN_WITHIN_MS / 1000} s`)
      await sleep(10)
    }
    if (this.#aws.queue.deadLetters.length > 0)
      throw new MedicError('a scan failed three times; LOG_LEVEL=ERROR shows why')
  }

  async scans(count: number): Promise<void> {
    for (let done = 0; done < count; done++) {
      await this.scan()
      await sleep(SCAN_EVERY_MS)
    }
  }

  /** Scans until people have been told this of the connector; answers what they were told. */
  async until(event: string, connector: string): Promise<Told> {
    const deadline = Date.now() + TOLD_WITHIN_MS
    for (;;) {
      await this.scan()
      const told = this.told(connector).find((each) => each.event === event)
      if (told !== undefined) return told
      if (Date.now() > deadline) {
        const told = this.told().map((each) => `${each.event} ${each.connector}: ${each.data.what}`)
        throw new MedicError(
          `nobody was told within ${TOLD_WITHIN_MS / 1000} s that ${connector} was ${event}, but:\n${told.join('\n')}`,
        )
      }
      await sleep(SCAN_EVERY_MS)
    }
  }

  /** All that people were told, oldest first; of one connector, if one is named. */
  told(connector?: string): readonly Told[] {
    return this.#aws.published
      .map(toldBy)
      .filter((each) => connector === undefined || each.connector === connector)
  }

  events(connector?: string): readonly string[] {
    return this.told(connector).map(({ event }) => event)
  }

  async close(): Promise<void> {
    await this.#lambdas.close()
    await this.#aws.close()
  }
}

function toldBy({ message, attributes: { event = '', connector = '', kind = '' } }: Published): Told {
  const bodies = parseObject(message) ?? {}
  return {
    event,
    connector,
    kind,
    text: String(bodies.default),
    data: parseObject(String(bodies.sqs)) ?? {},
  }
}
