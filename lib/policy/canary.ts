import type { Decision } from '../domain/decision.ts'
import { attemptsOfIncident, countsAgainstBudget, type Incident } from '../domain/incident.ts'
import { formatUtc } from '../util/time.ts'
import { backoffMs } from './backoff.ts'
import type { PolicyInput } from './input.ts'

/** A canary that has run for so long, in milliseconds, frees the others; until then they wait for it. */
const CANARY_BAKE_MS = 2 * 60_000

/**
 * Where many connectors fail alike, the cause is outside, and restarting all of them only adds load: one goes first.
 * It is a connector, never a task: the first task back would be handed all partitions of its group.
 * @param restarts what each connector by itself would be due for, oldest failure first
 */
export function restartCanaryFirst(
  restarts: readonly Extract<Decision, { do: 'restart' }>[],
  open: readonly Incident[],
  facts: PolicyInput,
): readonly Decision[] {
  const alike = Map.groupBy(open, ({ diagnosis }) => diagnosis.fingerprint)
  const fingerprints = new Map(open.map(({ connector, diagnosis }) => [connector, diagnosis.fingerprint]))
  const due = Map.groupBy(restarts, ({ connector }) => fingerprints.get(connector) ?? '')
  return [...due].flatMap(([fingerprint, candidates]) => {
    const group = alike.get(fingerprint) ?? []
    return group.length < facts.governor.canaryFrom ? candidates : chooseCanary(candidates, group, facts)
  })
}

function chooseCanary(
  candidates: readonly Extract<Decision, { do: 'restart' }>[],
  group: readonly Incident[],
  { now, policyOf }: PolicyInput,
): readonly Decision[] {
  const tried = group
    .map((incident) => ({ incident, attempts: attemptsOfIncident(incident).filter(countsAgainstBudget) }))
    .filter(({ attempts }) => attempts.length > 0)
    .sort((a, b) => lastAt(b.attempts) - lastAt(a.attempts))
  const back = tried.find(
    ({ incident: { health } }) => health.is === 'running' && now - health.since >= CANARY_BAKE_MS,
  )
  if (back !== undefined) return candidates

  const others = `Nothing yet: ${group.length} connectors fail alike.`
  const latest = tried[0]
  const holdAll = (until: string): readonly Decision[] =>
    candidates.map(({ connector }) => ({ do: 'wait', connector, action: others, next: until }))
  if (latest !== undefined) {
    const { connector } = latest.incident
    const running = latest.incident.health.is === 'running'
    if (running || now - lastAt(latest.attempts) < CANARY_BAKE_MS) {
      return holdAll(`${connector} was restarted first; the others follow if it keeps running.`)
    }
    const count = tried.reduce((sum, { attempts }) => sum + attempts.length, 0)
    const at = lastAt(latest.attempts) + backoffMs(count, policyOf(connector), latest.incident.cluster)
    if (now < at)
      return holdAll(
        `${connector} was restarted first and failed again; the next try is at ${formatUtc(at)}.`,
      )
  }
  // The same canary as before, while it has budget: what is learnt from it stays comparable.
  const canary = candidates.find(({ connector }) => connector === latest?.incident.connector) ?? candidates[0]
  return candidates.map((candidate) =>
    candidate === canary
      ? {
          ...candidate,
          action: `${candidate.action} It goes first of ${group.length} connectors that fail alike.`,
        }
      : {
          do: 'wait',
          connector: candidate.connector,
          action: others,
          next: `${canary?.connector} is restarted first; the others follow if it keeps running.`,
        },
  )
}

function lastAt(attempts: readonly { readonly at: number }[]): number {
  return attempts.at(-1)?.at ?? 0
}
