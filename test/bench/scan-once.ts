import { readFileSync } from 'node:fs'
import { createRequire } from 'node:module'
import { GCProfiler } from 'node:v8'
import { createConnectClient } from '../../lib/connect/client.ts'
import { clusterConfig } from '../support/cluster-config.ts'
import { bareHttp } from './bare.ts'
import { look, NOTHING_STORED, OUTBREAK_HEAP_BYTES } from './look.ts'

/** A process of its own that scans in a warm Lambda's stead, and prints its memory in bytes. */
async function main(handler: string, what: string, url: string): Promise<void> {
  // What is loaded takes memory as well.
  createRequire(handler)(handler)
  const cluster = clusterConfig({ urls: [url], workerHeapBytes: OUTBREAK_HEAP_BYTES })
  const client = createConnectClient({
    cluster: cluster.name,
    urls: cluster.urls,
    auth: { type: 'none' },
    tls: {},
  })
  const profiler = new GCProfiler()
  profiler.start()
  for (let scan = 0; scan < 3; scan++) {
    const kept = await (what === 'bare' ? bareHttp(url) : look(cluster, client, NOTHING_STORED, 0))
    if (kept === undefined) throw new Error('nothing was scanned')
  }
  const collections = profiler.stop().statistics
  const before = collections.map(({ beforeGC }) => beforeGC.heapStatistics.usedHeapSize)
  const heapBytes = Math.max(process.memoryUsage().heapUsed, ...before)
  // Not maxRSS: what starts a process leaves its own there.
  const [, kilobytes] = /^VmHWM:\s+(\d+) kB$/m.exec(readFileSync('/proc/self/status', 'utf8')) ?? []
  const rssBytes = Number(kilobytes) * 1024
  process.stdout.write(JSON.stringify({ heapBytes, rssBytes }), () => process.exit())
}

const [, , handler = '', what = '', url = ''] = process.argv
main(handler, what, url)
