/** Connector to the workers of its tasks, by task id. */
export type Placement = ReadonlyMap<string, readonly string[]>

interface Task {
  /** Of all tasks of its connector, by id. */
  readonly homes: string[]
  readonly id: number
  /** Among all tasks, by name of connector and id: the order in which Connect places what has no worker. */
  readonly rank: number
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
  const placed = new Map(connectors.map(({ name, tasks }) => [name, new Array<string>(tasks).fill('')]))
  const loads = new Map<string, Task[]>(workers.map((worker) => [worker, []]))
  const homeless: Task[] = []
  let total = 0
  for (const [name, homes] of [...placed].sort(([a], [b]) => (a < b ? -1 : 1))) {
    const kept = keep.get(name) ?? []
    homes.forEach((_, id) => {
      const load = loads.get(kept[id] ?? '') ?? homeless
      load.push({ homes, id, rank: total + id })
    })
    total += homes.length
  }
  const revoked = takeSurplus([...loads.values()], total)
  // the rebalance that revokes places what has no worker; the next one places what was revoked
  deal(homeless, loads)
  deal(revoked, loads)

  for (const [worker, load] of loads) for (const { homes, id } of load) homes[id] = worker
  return placed
}

/** Takes what is above an even share of `total` from each load; the first loads above it may keep one more. By rank. */
function takeSurplus(loads: readonly Task[][], total: number): readonly Task[] {
  const share = Math.floor(total / loads.length)
  let extras = total % loads.length
  const taken = loads.flatMap((load) => {
    if (load.length <= share) return []
    const allowed = extras > 0 ? share + 1 : share
    extras -= 1
    return load.splice(0, load.length - allowed)
  })
  return taken.sort((a, b) => a.rank - b.rank)
}

/** To the least loaded, one by one; among equals to the one that was less loaded at first. */
function deal(tasks: readonly Task[], loads: ReadonlyMap<string, Task[]>): void {
  const byLoad = [...loads.values()].sort((a, b) => a.length - b.length)
  for (const task of tasks)
    byLoad.reduce((least, load) => (load.length < least.length ? load : least)).push(task)
}
