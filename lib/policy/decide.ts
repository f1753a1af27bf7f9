import type { Decision } from '../domain/decision.ts'
import type { Incident } from '../domain/incident.ts'
import { restartCanaryFirst } from './canary.ts'
import { evaluateConnector } from './evaluate-connector.ts'
import type { PolicyInput } from './input.ts'

/**
 * What to do about each open incident of a cluster: at most one decision per connector, none where nothing is to be
 * done. First each connector for itself, then the governor, who looks at the cluster as a whole.
 */
export function decideConnectors(facts: PolicyInput): readonly Decision[] {
  const open = facts.incidents.filter(({ phase }) => phase !== 'recovered')
  const decisions = open.flatMap((incident) => evaluateConnector(incident, facts) ?? [])
  return applyGovernor(decisions, open, facts)
}

function applyGovernor(
  decisions: readonly Decision[],
  open: readonly Incident[],
  facts: PolicyInput,
): readonly Decision[] {
  const { governor, rebalancing } = facts
  const failedAt = new Map(open.map(({ connector, health }) => [connector, health.since]))
  const age = ({ connector }: Decision) => failedAt.get(connector) ?? facts.now
  const restarts = decisions.filter((decision) => decision.do === 'restart').sort((a, b) => age(a) - age(b))
  const others = decisions.filter((decision) => decision.do !== 'restart')
  if (rebalancing) {
    const action = 'Nothing yet: the cluster is rebalancing.'
    return [
      ...others,
      ...restarts.map(({ connector }) =>
        wait(connector, action, 'Its failed tasks are restarted when that is over.'),
      ),
    ]
  }
  const governed = restartCanaryFirst(restarts, open, facts)
  const due = governed.filter((decision) => decision.do === 'restart')
  const held = due.slice(governor.restartsPerScan).map(({ connector }) => connector)
  return [
    ...others,
    ...governed.map((decision) =>
      held.includes(decision.connector)
        ? wait(
            decision.connector,
            `Nothing yet: no more than ${governor.restartsPerScan} connectors are restarted in one scan.`,
            'Its turn comes with one of the next scans.',
          )
        : decision,
    ),
  ]
}

function wait(connector: string, action: string, next: string): Decision {
  return { do: 'wait', connector, action, next }
}
