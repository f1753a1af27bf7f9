/** Connector to the workers of its tasks, by task id. */
export type Placement = ReadonlyMap<string, readonly string[]>

interface Task {
  readonly connector: string
  readonly id: number
}

/**
 * Where Connect puts tasks: it evens out their number, whatever they take. For what-ifs: leave a worker out, raise a
 * number of tasks. Tasks in `keep` stay where they are, unless their worker has gone or has more than its even share.
 * Without workers nothing is placed.
 *
 * Follows IncrementalCooperativeAssignor (assignTasks, loadBalancingRevocations), with which it is compared in
 * test/kafka/assignors.test.ts. There, workers go by their member ids, which end in a random UUID, and give up first
 * what they got last; neither shows from outside. Here they go in the order given, and give up tasks by name of
 * connector and id. What lost its worker is placed after `scheduled.rebalance.max.delay.ms`, 5 minutes by default.
 */
export function placeTasks(
  connectors: readonly { readonly name: string; readonly tasks: number }[],
  workers: readonly string[],
  keep: Placement = new Map(),
): Placement {
  if (workers.length === 0) return new Map(connectors.map(({ name }) => [name, []]))
  const tasks = tasksInOrder(connectors)
  const indexOf = new Map(workers.map((worker, index) => [worker, index]))
  const homeOf = ({ connector, id }: Task) => indexOf.get(keep.get(connector)?.[id] ?? '')
  const counts = new Array<number>(workers.length).fill(0)
  const homeless: Task[] = []
  for (const task of tasks) {
    const home = homeOf(task)
    if (home === undefined) homeless.push(task)
    else counts[home] = (counts[home] ?? 0) + 1
  }
  const revoked = takeSurplus(tasks, homeOf, counts)
  const moved = new Map<string, Map<number, string>>()
  const move = (task: Task, index: number) => {
    const ids = moved.get(task.connector) ?? new Map<number, string>()
    moved.set(task.connector, ids.set(task.id, workers[index] ?? ''))
  }
  // The rebalance that revokes places what has no worker; the next one places what was revoked.
  deal(homeless, counts, move)
  deal(revoked, counts, move)
  return new Map(
    connectors.map(({ name, tasks: count }) => {
      const kept = keep.get(name) ?? []
      const ids = moved.get(name)
      if (ids === undefined && kept.length === count) return [name, kept]
      return [name, Array.from({ length: count }, (_, id) => ids?.get(id) ?? kept[id] ?? '')]
    }),
  )
}

/** By name of connector and id: the order in which Connect places what has no worker. */
function tasksInOrder(
  connectors: readonly { readonly name: string; readonly tasks: number }[],
): readonly Task[] {
  const tasks: Task[] = []
  for (const { name, tasks: count } of connectors.toSorted((a, b) => (a.name < b.name ? -1 : 1)))
    for (let id = 0; id < count; id += 1) tasks.push({ connector: name, id })
  return tasks
}

/** Takes what is above an even share from each worker, the first tasks first; the first workers above it may keep one more. */
function takeSurplus(
  tasks: readonly Task[],
  homeOf: (task: Task) => number | undefined,
  counts: number[],
): readonly Task[] {
  const share = Math.floor(tasks.length / counts.length)
  let extras = tasks.length % counts.length
  const surplus = counts.map((count) => {
    if (count <= share) return 0
    const allowed = extras > 0 ? share + 1 : share
    extras -= 1
    return count - allowed
  })
  if (surplus.every((count) => count === 0)) return []
  return tasks.filter((task) => {
    const home = homeOf(task)
    if (home === undefined || (surplus[home] ?? 0) === 0) return false
    surplus[home] = (surplus[home] ?? 0) - 1
    counts[home] = (counts[home] ?? 0) - 1
    return true
  })
}

/** To the least loaded, one by one; among equals to the one that was less loaded at first. */
function deal(tasks: readonly Task[], counts: number[], move: (task: Task, index: number) => void): void {
  const byLoad = counts.map((_, index) => index).sort((a, b) => (counts[a] ?? 0) - (counts[b] ?? 0))
  for (const task of tasks) {
    const index = byLoad.reduce((least, each) => ((counts[each] ?? 0) < (counts[least] ?? 0) ? each : least))
    counts[index] = (counts[index] ?? 0) + 1
    move(task, index)
  }
}
