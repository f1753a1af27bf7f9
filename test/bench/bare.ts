import { Agent, get } from 'node:http'
import { SCAN_PATH } from '../../lib/connect/parse-snapshot.ts'

/** The least that a scan can cost with what the platform has. */
export async function bareFetch(url: string): Promise<unknown> {
  const response = await fetch(`${url}${SCAN_PATH}`)
  return JSON.parse(await response.text())
}

const agent = new Agent({ keepAlive: true })

export function bareHttp(url: string): Promise<unknown> {
  return new Promise((resolve, reject) => {
    get(`${url}${SCAN_PATH}`, { agent }, (response) => {
      const chunks: Buffer[] = []
      response.on('data', (chunk: Buffer) => chunks.push(chunk))
      response.on('end', () => resolve(JSON.parse(Buffer.concat(chunks).toString())))
    }).on('error', reject)
  })
}
