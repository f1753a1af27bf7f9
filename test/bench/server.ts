import { createServer } from 'node:http'
import { bodyOf, isShapeName, SHAPES, type ShapeName } from './body.ts'

/** Kafka Connect for those who only read: `/SHAPE/connectors?…` and what else a scan asks. Counts what it is asked. */
const bodies = new Map<ShapeName, Buffer>()
let requests = 0

const server = createServer((request, response) => {
  requests += 1
  const [, shape = '', resource, connector] = request.url?.split(/[/?]/) ?? []
  const send = (body: Buffer | string) => {
    response.writeHead(200, {
      'Content-Type': 'application/json',
      'Content-Length': Buffer.byteLength(body),
    })
    response.end(body)
  }
  if (!isShapeName(shape)) return response.writeHead(404).end()
  if (resource === '') return send('{"version":"4.1.0","commit":"0","kafka_cluster_id":"bench"}')
  if (resource === 'connector-plugins') return send('[]')
  if (connector?.startsWith('expand=') === false) {
    if (request.method === 'POST') return response.writeHead(202).end()
    return send(
      '{"offsets":[{"partition":{"kafka_topic":"orders","kafka_partition":0},"offset":{"kafka_offset":7}}]}',
    )
  }
  const body = bodies.get(shape) ?? Buffer.from(bodyOf(SHAPES[shape]))
  bodies.set(shape, body)
  return send(body)
})

// A busy machine must not find its kept connection closed.
server.keepAliveTimeout = 0
server.listen(0, '127.0.0.1', () => {
  const address = server.address()
  if (typeof address === 'object') process.send?.({ port: address?.port })
})
process.on('message', () => process.send?.({ requests }))
process.on('disconnect', () => process.exit())
