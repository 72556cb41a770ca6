/**
 * A receiver that counts every delivery by event and path, so that duplicates become visible. A path ends
 * with the name of its account. A delivery whose body belongs to another account counts as strayed.
 *
 * NODES_PAUSE is the delay of the response in milliseconds. GET /counts returns the counters, with the times
 * of the first and last delivery. Prints its origin when it listens.
 */
import { createServer } from 'node:http'
import type { AddressInfo } from 'node:net'
import { setTimeout as sleep } from 'node:timers/promises'

const counts = { requests: 0, repeated: 0, strayed: 0 }
const deliveredKeys = new Set<string>()
let delayMs = 0

const server = createServer(async (request, response) => {
  const { url = '', method, headers } = request
  if (url === '/counts') return response.end(JSON.stringify(counts))
  const chunks: Buffer[] = []
  for await (const chunk of request) chunks.push(chunk as Buffer)
  if (method === 'PUT') {
    delayMs = Number(Buffer.concat(chunks))
    return response.end()
  }
  counts.requests += 1
  const key = `${headers['service-webhook-event-id']} ${url}`
  if (deliveredKeys.has(key)) counts.repeated += 1
  deliveredKeys.add(key)
  const owner = /\/of-(\w+)$/.exec(url)?.[1]
  if (owner !== undefined && !Buffer.concat(chunks).includes(`@${owner}.example.com"`))
    counts.strayed += 1
  if (delayMs > 0) await sleep(delayMs)
  return response.end()
})
server.keepAliveTimeout = 60_000
server.listen(0, '127.0.0.1', () => {
  console.log(`http://127.0.0.1:${(server.address() as AddressInfo).port}`)
})
