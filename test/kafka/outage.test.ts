import { execFile } from 'node:child_process'
import { rm, writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import { fileURLToPath } from 'node:url'
import { promisify } from 'node:util'
import { afterAll, beforeAll, expect, it } from 'vitest'
import { createTopic, produce } from './cluster.ts'
import { Medic } from './medic.ts'
import { Person } from './person.ts'
import { describeReal, partBufferSink, SMALL_PARTS } from './real.ts'
import { tapInto, type Wiretap } from './wiretap.ts'

const CLI = fileURLToPath(new URL('../../dist/cli/connect-medic.cjs', import.meta.url))

describeReal('a target that is away for a while', (kafka) => {
  const person = new Person(kafka.workers[0] ?? '')
  // Where the sink wants to make its directory, there is a file.
  const obstacle = join(kafka.dir, 'away')
  let wire: Wiretap
  let medic: Medic

  beforeAll(async () => {
    wire = await tapInto(kafka.workers[0] ?? '')
    medic = await Medic.start([wire.url])
    await writeFile(obstacle, '')
    await createTopic(kafka, 'outage', 2)
    await produce(kafka, 'outage', 0, 3)
    await produce(kafka, 'outage', 1, 4)
    await person.create('outage', {
      ...partBufferSink(kafka, 'away', ['outage']),
      ...SMALL_PARTS,
      'tasks.max': '2',
    })
    await person.untilAll('FAILED', 'outage', 2)
  })
  afterAll(async () => {
    await person.tidyUp()
    await medic?.close()
    await wire?.close()
  })

  it('is seen by connect-medic check too, which names the failed tasks and exits with 1', async () => {
    const check = promisify(execFile)(process.execPath, [CLI, 'check', '--url', wire.url])
    await expect(check).rejects.toMatchObject({
      code: 1,
      stdout: expect.stringMatching(/outage.*tasks 0, 1/),
    })
  })

  it('is told once, however often a restart fails', async () => {
    await medic.until('opened', 'outage')
    await medic.until('acted', 'outage')
    await person.untilAll('FAILED', 'outage', 2)
    const [opened, acted] = medic.told('outage')
    expect(opened).toMatchObject({ event: 'opened', data: { tasks: [0, 1], restart: 'helps' } })
    expect(opened?.text).toContain('java.nio.file.FileAlreadyExistsException')
    expect(opened?.text).toContain('Restarted the failed tasks (restart 1 of at most 6).')
    expect(acted?.text).toContain('Restarted the failed tasks (restart 2 of at most 6).')
  })

  it('is over when the restarted tasks have moved their offsets on, and not before', async () => {
    await rm(obstacle)
    const recovered = await medic.until('recovered', 'outage')
    expect(recovered.text).toContain('Its committed offsets have moved on by 7 since.')
    await person.untilAll('RUNNING', 'outage', 2)
    await medic.scans(3)
    const events = medic.events()
    expect(events.filter((event) => event !== 'acted')).toEqual(['opened', 'recovered'])
    expect(events.at(-1)).toBe('recovered')
    const restarts = wire.restarts()
    expect(restarts).toHaveLength(events.length - 1)
    for (const restart of restarts) {
      expect(restart).toEqual({
        asked: 'POST /connectors/outage/restart?includeTasks=true&onlyFailed=true',
        status: 202,
      })
    }
  })
})
