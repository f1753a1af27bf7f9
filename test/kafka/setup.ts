import type { TestProject } from 'vitest/node'
import { type KafkaAddress, startKafka, startWorker } from './cluster.ts'
import { findToolchain, install } from './jars.ts'

/** What test files get: a Kafka with a Connect cluster of two workers, shared by all of them; or why there is none. */
export type RealKafka =
  | ({ readonly available: true; readonly workers: readonly string[] } & KafkaAddress)
  | { readonly available: false; readonly why: string }

declare module 'vitest' {
  export interface ProvidedContext {
    kafka: RealKafka
  }
}

export default async function setup(project: TestProject): Promise<() => Promise<void>> {
  const toolchain = await findToolchain()
  if ('missing' in toolchain) {
    const why = `tests on real Kafka need a JDK 17 or later and Maven: ${toolchain.missing}`
    if (process.env.CI === 'true') throw new Error(why)
    console.warn(`Skipped: ${why}`)
    project.provide('kafka', { available: false, why })
    return async () => {}
  }
  const started: { kill(): Promise<void> }[] = []
  const stop = async () => {
    for (const process of started.reverse()) await process.kill()
  }
  try {
    const kafka = await startKafka(await install(toolchain))
    started.push(kafka)
    const workers = await Promise.all(
      [1, 2].map(async () => {
        const worker = await startWorker(kafka)
        started.push(worker)
        return worker.url
      }),
    )
    const { installation, bootstrap, tool, dir } = kafka
    project.provide('kafka', { available: true, workers, installation, bootstrap, tool, dir })
    return stop
  } catch (error) {
    await stop()
    throw error
  }
}
