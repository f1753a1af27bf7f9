import { describe, expect, it } from 'vitest'
import { runCaptured } from './capture.ts'
import { ELASTICSEARCH, JDBC_SINK } from './saved-clusters.ts'

async function answerOf(command: 'plan' | 'diagnose', input: object) {
  const { code, out, err } = await runCaptured([command, '-', '--json'], { stdin: JSON.stringify(input) })
  expect({ code, err }).toEqual({ code: 0, err: '' })
  return JSON.parse(out)
}

const textOf = async (command: 'plan' | 'diagnose', input: object) =>
  (await runCaptured([command, '-'], { stdin: JSON.stringify(input) })).out

const ids = (remedies: readonly { readonly remedy: string }[]) => remedies.map(({ remedy }) => remedy)

describe.each([
  ['a queue of Elasticsearch', ELASTICSEARCH, 'record-batch', /^0–20,000 records in the buffer/],
  ['statements of a JDBC sink', JDBC_SINK, 'record-batch', /^0–50,000 records in bound statements/],
])('plan and diagnose of %s', (_, input, cause, what) => {
  it('name the same part of the heap, in bytes', async () => {
    const [plan, { diagnoses }] = [await answerOf('plan', input), await answerOf('diagnose', input)]
    const { oom } = diagnoses[0]
    expect(oom).toMatchObject({ cause, bytes: { largest: { what: expect.stringMatching(what) } } })
    const { low, high } = oom.bytes.largest
    expect(plan.workers[0].tasks[0].shares).toContainEqual(expect.objectContaining({ low, high }))
    expect(plan.now.own.high).toBeGreaterThanOrEqual(high)
  })

  it('offer the same remedies, and none that was simulated in vain', async () => {
    const [plan, { diagnoses }] = [await answerOf('plan', input), await answerOf('diagnose', input)]
    const offered = ids(diagnoses[0].remedies)
    expect(offered.slice(0, plan.remedies.length)).toEqual(ids(plan.remedies))
    expect(ids(plan.ineffective).filter((remedy) => offered.includes(remedy))).toEqual([])
  })
})

describe('the texts for people', () => {
  it('give what a queue holds of its own, before and after', async () => {
    const plan = await textOf('plan', ELASTICSEARCH)
    expect(plan).toMatch(/as it is +0–677 MiB/)
    expect(plan).toMatch(/lower-queue-size +0–\d+ MiB/)
  })

  it('say of a queue that it is one, with what it can take', async () => {
    const diagnosis = await textOf('diagnose', ELASTICSEARCH)
    expect(diagnosis).toContain(
      'es: task 0 ran out of heap: the records that it holds don’t fit: 0–20,000 records in the buffer, with their JSON can take up to 627 MiB of 512 MiB.',
    )
    expect(diagnosis).not.toContain('one batch of records, unpacked')
  })
})
