/**
 * The host of a worker id such as `10.0.0.1:8083`; null: it is none. A worker says itself how it is called, and the
 * host becomes a part of URLs: so nothing else than a name or an address passes.
 */
export function hostOf(workerId: string): string | null {
  const [, name, address] = /^(?:([\w.-]{1,253})|\[?([\da-f:.]{2,45})\]?):\d{1,5}$/i.exec(workerId) ?? []
  return name ?? (address === undefined ? null : `[${address}]`)
}

/** Puts values into a template such as `http://{host}:9404/metrics`. */
export function fillTemplate(template: string, values: Readonly<Record<string, string>>): string {
  return template.replace(/\{(\w+)\}/g, (all, name: string) =>
    Object.hasOwn(values, name) ? (values[name] ?? all) : all,
  )
}

export interface Hosts {
  /** Host to its worker. */
  readonly workers: ReadonlyMap<string, string>
  readonly problems: readonly string[]
}

/** The hosts by which workers can be told apart. */
export function distinctHosts(workerIds: readonly string[]): Hosts {
  const byHost = Map.groupBy(new Set(workerIds), (id) => hostOf(id) ?? '')
  const single = [...byHost].flatMap(([host, ids]) => {
    const [only, ...others] = ids
    return host === '' || only === undefined || others.length > 0 ? [] : [[host, only] as const]
  })
  const odd = byHost.get('')?.length ?? 0
  const shared = [...byHost].filter(([host, ids]) => host !== '' && ids.length > 1)
  return {
    workers: new Map(single),
    problems: [
      ...(odd === 0 ? [] : [`${odd} workers have ids that are not host:port`]),
      ...shared.map(
        ([host, ids]) => `${ids.length} workers are on ${host}, which {host} does not tell apart`,
      ),
    ],
  }
}
